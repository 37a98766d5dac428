"""Requests: what users ask for, word for word, and what becomes of it."""

from __future__ import annotations

import pytest

from tests.builders import SessionBuilder
from tests.talk import facts, observe, states, talk, text_of
from uagent_memory.analyzer.observations.conversation.people import is_courtesy, is_urging
from uagent_memory.facts import FactKind
from uagent_memory.ledger import Ledger
from uagent_memory.messages import Author, Role

REQUEST = FactKind.REQUEST


@pytest.mark.parametrize(
    "text",
    [
        "Fix the login bug.",
        "ok, then write some tests for it",
        "can you check whether the cache is used?",
        "I'd like to exchange the keyboard.",
        "let's rename the flag",
        "We need to support proxies.",
        "please push",
        "请帮我修复登录页面的错误",
        "帮我推荐一家餐馆",
        "我想换一个颜色",
        "改成蓝色",
    ],
)
def test_asks_are_found_word_for_word(text: str) -> None:
    """An imperative, a wish or a polite question is a request with exactly its words."""
    later = facts(
        REQUEST, ("user", "Hello there, first message."), ("agent", "Hi."), ("user", text)
    )
    assert text in [text_of(fact) for fact in later]


@pytest.mark.parametrize(
    "text", ["thanks!", "yes", "ok great", "好的，谢谢", "perfect, thank you", "嗯"]
)
def test_courtesies_are_no_requests(text: str) -> None:
    """Thanks and agreement ask for nothing."""
    found = facts(REQUEST, ("user", "Fix the bug."), ("agent", "It is fixed."), ("user", text))
    assert [text_of(fact) for fact in found] == ["Fix the bug."]


@pytest.mark.parametrize(
    ("task", "urging"),
    [
        ("Count the lamps of the north quay.", "Please solve the task carefully."),
        ("请数清北码头的灯。", "请认真完成任务。"),
    ],
)
@pytest.mark.parametrize("frame", ["{task} {urging}", "# General Task\n{task} {urging}\n"])
def test_to_ask_for_care_is_no_task(task: str, urging: str, frame: str) -> None:
    """Whether a user says it, or a manager's brief."""
    who = "agent" if frame.startswith("#") else "user"
    found = facts(REQUEST, (who, frame.format(task=task, urging=urging)))
    assert [text_of(fact) for fact in found] == [task]


@pytest.mark.parametrize("text", ["Please finish the task.", "请完成任务。"])
def test_to_ask_for_the_task_is_an_ask(text: str) -> None:
    """Nothing is said of how; what was asked before is wanted now."""
    assert not is_urging(text)
    first = ("user", "Count the lamps. 数灯。")
    later = facts(REQUEST, first, ("agent", "I stop."), ("user", text))
    assert text in [text_of(fact) for fact in later]


@pytest.mark.parametrize(
    ("task", "pointing", "frame"),
    [
        (
            "The parser drops the last row",
            "Please make the changes needed to meet the requirements in the issue description.",
            "issue",
        ),
        (
            "The parser drops the last row",
            "You will be helping us to fix the bug described in the pull request description.",
            "pr_description",
        ),
        ("解析器丢掉最后一行", "请根据任务描述实现所需的改动。", "issue"),
    ],
)
def test_to_point_to_a_description_is_no_task_of_its_own(
    task: str, pointing: str, frame: str
) -> None:
    """Where the description is told; with anything besides it is one."""
    brief = f"<{frame}>\n{task}\n</{frame}>\n\n# Overview\n{{}}\n\n# Notes\n" + "Row. " * 400
    found = facts(FactKind.REQUEST, ("user", brief.format(pointing)))
    assert [text_of(f) for f in found] == [task]
    besides = "，并增加 --strict 开关。" if pointing.endswith("。") else " with --strict."
    more = pointing[:-1] + besides
    found = facts(FactKind.REQUEST, ("user", brief.format(more)))
    assert more in [text_of(f) for f in found]
    (only,) = facts(FactKind.REQUEST, ("user", pointing))
    assert text_of(only) == pointing


def test_first_message_is_always_a_request() -> None:
    """Also where it does not sound like one, the first user message states the main request."""
    found = facts(REQUEST, ("user", "The build is red on main since this morning."))
    assert [text_of(fact) for fact in found] == ["The build is red on main since this morning."]


def test_greeting_is_not_the_first_request() -> None:
    """A greeting in front of the first ask is left out."""
    found = facts(REQUEST, ("user", "Hello! I want to return a lamp."))
    assert [text_of(fact) for fact in found] == ["I want to return a lamp."]


def test_open_question_is_no_request() -> None:
    """Who asks to be told something asks a question."""
    assert "why does it fail?" not in states(
        REQUEST, ("user", "Fix it."), ("agent", "Done."), ("user", "why does it fail?")
    )


def test_plan_paste_gives_title_and_goal_only() -> None:
    """Of a pasted plan the title and the goal are the request; its steps are not."""
    steps = "\n".join(
        f"{n}. Change file number {n} so that it reads the new flag." for n in range(40)
    )
    text = (
        "Implement the following plan:\n\n# Plan: Invert the flag\n\n## Goal\n\n"
        f"Make the flag positive.\n\n## Steps\n\n{steps}"
    )
    found = [text_of(fact) for fact in facts(REQUEST, ("user", text))]
    assert found == ["Plan: Invert the flag", "Make the flag positive."]


def test_task_in_a_frame() -> None:
    """The issue inside its tags is the request, with its title."""
    text = (
        "<pr_description>\nConsider the following PR description:\nUploads lose their mode\n\n"
        "Large uploads end up with mode 0600.\n</pr_description>\n\nYou may run tests.\n"
        + "x "
        * 900
    )
    found = [text_of(fact) for fact in facts(REQUEST, ("user", text))]
    assert "Large uploads end up with mode 0600." in " ".join(found)
    assert not any("Consider the following" in text for text in found)


def test_task_passed_on_by_an_agent() -> None:
    """A team without a user message takes its request from the quoted general task."""
    text = "You are given a task.\n\n# General Task\n\nWhich house was sold for most in 2021?\n"
    found = facts(REQUEST, ("agent", text))
    assert [(text_of(fact), fact.first.author) for fact in found] == [
        ("Which house was sold for most in 2021?", Author.AGENT)
    ]


def test_ask_with_a_list_is_quoted_through_the_list() -> None:
    """An ask that ends in a colon goes on to the end of its list."""
    text = "please check:\n\n1. the flag\n2. the docs\n\nThanks"
    found = [text_of(fact) for fact in facts(REQUEST, ("user", text))]
    assert found == ["please check:\n\n1. the flag\n2. the docs"]


def test_report_without_an_ask() -> None:
    """A bare report after the first turn is a request in its own words."""
    found = states(
        REQUEST, ("user", "Add a cache."), ("agent", "It is in."), ("user", "lint fails")
    )
    assert "lint fails" in found


def test_change_of_mind_supersedes() -> None:
    """A later wish about the same thing replaces the earlier one."""
    found = states(
        REQUEST,
        ("user", 'let\'s make the "export" button grey'),
        ("agent", "It is grey now."),
        ("user", "thinking again: let's completely remove the export button"),
    )
    assert list(found.values()) == ["superseded", "active"]


def test_detail_does_not_supersede_the_goal() -> None:
    """A change without a common word leaves the goal alone."""
    found = states(
        REQUEST,
        ("user", "Fix the login bug."),
        ("agent", "I read it."),
        ("user", "Actually, use a queue"),
    )
    assert found["Fix the login bug."] == "active"


@pytest.mark.parametrize(
    "text",
    [
        *("stop", "never mind", "Undo that please", "forget it", "We no longer NEED it."),
        *("算了，不用了", "停", "先别动", "无需处理了", "不用加了"),
    ],
)
def test_taking_back_closes_the_last_ask(text: str) -> None:
    """ "Stop" and its like cancel the last ask only."""
    found = states(
        REQUEST,
        ("user", "Add a cache."),
        ("agent", "Done."),
        ("user", "Add a second cache."),
        ("user", text),
    )
    assert found["Add a cache."] == "done"
    assert found["Add a second cache."] == "cancelled"


@pytest.mark.parametrize(
    ("ask", "text"),
    [
        ("Add a second cache.", "Stop, don't do that."),
        ("Add a second cache.", "Undo that, please."),
        ("Add a second cache.", "Wait, stop. Don't do that yet."),
        ("Add a second cache.", "Please undo the last change you made."),
        ("Add a second cache.", "Never mind, I'll do it myself."),
        ("Add a second cache.", "Forget it, we don't need it anymore."),
        ("再加一个缓存。", "算了，不用加了。"),
        ("再加一个缓存。", "撤销刚才的改动"),
        ("再加一个缓存。", "把刚才的修改撤销掉"),
        ("再加一个缓存。", "停，先别弄了"),
        ("再加一个缓存。", "不要做了"),
        ("再加一个缓存。", "算了，以后再说"),
    ],
)
def test_taking_back_is_no_ask_of_its_own(ask: str, text: str) -> None:
    """It closes the earlier ask, which stays as cancelled, and is neither rule nor task."""
    seen = observe(talk(("user", ask), ("agent", "I look at the file."), ("user", text)))
    asked = (FactKind.REQUEST, FactKind.CONSTRAINT, FactKind.TASK)
    found = [fact for fact in Ledger(seen) if fact.kind in asked]
    assert [(text_of(fact), fact.status.value) for fact in found] == [(ask, "cancelled")]


@pytest.mark.parametrize(
    ("ask", "text"),
    [("Add a cache.", "Undo that, please."), ("加一个缓存。", "撤销刚才的改动")],
)
def test_what_is_undone_is_no_longer_done(ask: str, text: str) -> None:
    """Also an ask that was worked off is cancelled; a mere "stop" comes too late."""
    done = (("user", ask), ("agent", "已完成。"))
    assert states(REQUEST, *done, ("user", text)) == {ask: "cancelled"}
    assert states(REQUEST, *done, ("user", "停")) == {ask: "done"}


@pytest.mark.parametrize(
    "text",
    [
        "don't stop",
        "别停下来",
        "先不优化",
        "不要改了测试",
        "Stop using tabs.",
        "停掉 80 端口的服务",
    ],
)
def test_what_only_sounds_like_taking_back(text: str) -> None:
    """To go on, to stop something else, or a rule leaves the ask alone."""
    found = states(REQUEST, ("user", "Add a cache."), ("agent", "I read it."), ("user", text))
    assert found["Add a cache."] == "active"


@pytest.mark.parametrize("text", ["Stop. Use a queue.", "Undo that and use a queue."])
def test_taking_back_before_a_new_ask(text: str) -> None:
    """What follows is the new ask; the old one is closed."""
    found = states(REQUEST, ("user", "Add a cache."), ("agent", "I read it."), ("user", text))
    old = found.pop("Add a cache.")
    assert old in ("cancelled", "superseded")
    assert list(found.values()) == ["active"]


def test_cancel_as_a_real_ask() -> None:
    """A sentence that begins with "cancel" and goes on is an ask of its own."""
    found = states(REQUEST, ("user", "Cancel my order W123 from last week please."))
    assert list(found.values()) == ["active"]


def test_done_and_asked_again() -> None:
    """A closing message finishes the asks; a complaint opens them again."""
    turns = [("user", "Fix the crash."), ("agent", "Done. The crash is gone.")]
    assert states(REQUEST, *turns) == {"Fix the crash.": "done"}
    found = states(REQUEST, *turns, ("user", "That's wrong, it still crashes."))
    assert found["Fix the crash."] == "active"


@pytest.mark.parametrize(
    ("first", "closing"), [("Add a cache.", "Done."), ("加一个缓存。", "完成。")]
)
def test_a_bare_done_closes_the_latest_ask_only(first: str, closing: str) -> None:
    """An ask that was overtaken by another stays open where nobody says what was done."""
    found = states(
        REQUEST, ("user", first), ("agent", "I am on it."), ("user", "Fix it."), ("agent", closing)
    )
    assert found == {first: "active", "Fix it.": "done"}


def test_a_telling_end_closes_the_earlier_asks_too() -> None:
    """A closing message that says what was done speaks of the whole work."""
    found = states(
        REQUEST,
        ("user", "Add a cache."),
        ("agent", "I am on it."),
        ("user", "Fix the crash."),
        ("agent", "Done: the cache is in and the crash is fixed."),
    )
    assert set(found.values()) == {"done"}


def test_a_step_is_not_the_end() -> None:
    """An agent that calls a tool after "Done" has not finished."""
    builder = SessionBuilder()
    builder.user("Fix the crash.")
    builder.run("bash", "ok", say="Done with the first file.", command="make")
    (fact,) = Ledger(observe(builder.messages)).of(REQUEST)
    assert fact.status.value == "active"


def test_parent_prompt_is_closed_by_the_report() -> None:
    """A sub-agent's order is done when it has reported back."""
    builder = SessionBuilder()
    builder.add(Role.USER, Author.PARENT, "Find the parser.", agent="main", to="explore")
    builder.agent("The parser is in parse.py.", agent="explore")
    builder.agent("Now I know.", agent="main")
    (fact,) = Ledger(observe(builder.messages)).of(REQUEST)
    assert (fact.first.author, fact.status.value) == (Author.PARENT, "done")


REFUSED = (
    "The user doesn't want to proceed with this tool use. The tool use was rejected (eg. if it "
    "was a file edit, the new_string was NOT written to the file). To tell you how to proceed, "
    "the user said:\n"
)


def test_words_in_a_refused_call() -> None:
    """What a person says when refusing a tool call is the person's."""
    builder = SessionBuilder()
    call = builder.call("bash", command="rm -r build")
    builder.agent("Cleaning.", call)
    builder.result(
        call,
        f"{REFUSED}keep the build folder, never delete it",
        is_error=True,
    )
    ledger = Ledger(observe(builder.messages))
    (rule,) = ledger.of(FactKind.CONSTRAINT)
    assert rule.first.author is Author.USER
    assert text_of(rule) == "keep the build folder, never delete it"


@pytest.mark.parametrize(
    ("ask", "done"),
    [
        ("Rename the flag as well.", "Done. Renamed the flag."),
        ("把参数也改名。", "已完成，参数已改名。"),
    ],
)
def test_an_ask_in_a_refused_call_is_done_by_what_is_done_for_it(ask: str, done: str) -> None:
    """Though the ask before had been done."""
    builder = SessionBuilder()
    builder.user("Fix the parser. 修复解析器。")
    builder.agent("Done. The parser is fixed. 已完成。")
    call = builder.call("Edit", file_path="cli.py", old_string="a", new_string="b")
    builder.agent("", call)
    builder.result(call, f"{REFUSED}{ask}", is_error=True)
    builder.edit("cli.py", "--a", "--b")
    builder.agent(done)
    facts = Ledger(observe(builder.messages)).of(REQUEST)
    assert [fact.status.value for fact in facts if text_of(fact) == ask] == ["done"]


def test_typed_after_a_slash_command() -> None:
    """Of a slash command only what the user typed counts."""
    builder = SessionBuilder()
    text = (
        "<command-message>debug</command-message>\n<command-name>/debug</command-name>\n"
        "<command-args>the hooks are slow, find out why</command-args>"
    )
    builder.add(Role.USER, Author.HARNESS, text)
    (fact,) = Ledger(observe(builder.messages)).of(REQUEST)
    assert text_of(fact) == "the hooks are slow, find out why"
    assert fact.first.author is Author.USER


def test_meeting_talk_is_not_a_list_of_requests() -> None:
    """What named speakers ask each other, and how they open, orders nothing of the reader."""
    builder = SessionBuilder()
    builder.user("Okay.", agent="Grad A")
    builder.user(
        "Today we will look at the budget and at the schedule of the second phase.", agent="Grad B"
    )
    builder.user("I want to go home, you know.", agent="Grad A")
    builder.user("Can you send me the slides of the last meeting?", agent="Grad C")
    builder.user("请林老师先给大家介绍一下第二阶段的安排。", agent="Grad B")
    assert not Ledger(observe(builder.messages)).of(REQUEST)


def test_sentence_quoted_by_the_one_before_is_no_second_request() -> None:
    """A line that leads in the next one is quoted with it, once."""
    text = (
        "<pr_description>\nUploads lose their mode\n\nI came across this line:\n"
        "mode = 0600 is always used for uploads.\n</pr_description>\n" + "x " * 900
    )
    found = [text_of(fact) for fact in facts(REQUEST, ("user", text))]
    assert sum("mode = 0600" in text for text in found) == 1


@pytest.mark.parametrize("heading", ["Task Instructions", "任务说明"])
def test_heading_of_a_part_is_no_title(heading: str) -> None:
    """The name of a section is not what is asked for."""
    text = (
        f"# {heading}\n\n## Goal\n\nMake the flag positive.\n\n## Important Boundaries\n\n"
        + "x " * 900
    )
    found = [text_of(fact) for fact in facts(REQUEST, ("user", text))]
    assert not {heading, "Important Boundaries"} & set(found)


@pytest.mark.parametrize(
    ("ask", "put_off"),
    [
        ("I want to return the kettle.", "Okay, let’s leave the kettle for now."),
        ("Please add a retry to the client.", "let's put the retry on hold"),
        ("请帮我修复登录页面", "先不管登录页面"),
    ],
)
def test_ask_that_is_put_off(ask: str, put_off: str) -> None:
    """Who lays an ask aside takes it back, and asks for nothing new."""
    found = states(REQUEST, ("user", ask), ("agent", "I looked at it."), ("user", put_off))
    assert found == {ask: "cancelled"}


@pytest.mark.parametrize("text", ["leave the kettle as it is for now", "let's leave the lamp"])
def test_what_stays_as_it_is_is_not_put_off(text: str) -> None:
    """To leave something as it is takes no ask back."""
    ask = "I want to return the kettle and a lamp."
    assert states(REQUEST, ("user", ask), ("agent", "I see."), ("user", text))[ask] == "active"


@pytest.mark.parametrize(
    "text",
    [
        "Hey there!",
        "Good morning.",
        "早上好！",
        "All good now, thanks! ##END##",
        "I hope you're doing well.",
        "您好，希望您一切都好！",
        "I've got everything I need now.",
        "Thanks for confirming everything. That'll be all for now.",
        "谢谢，我需要的都有了。",
    ],
)
def test_a_greeting_asks_nothing(text: str) -> None:
    """A mere greeting is a courtesy."""
    assert is_courtesy(text)


@pytest.mark.parametrize(
    "text",
    ["Delete everything now.", "I have everything I need, now write the test.", "现在都擦干净"],
)
def test_what_asks_beside_a_courtesy_asks(text: str) -> None:
    """It stands beside the first ask."""
    found = states(REQUEST, ("user", "Find my lamp."), ("agent", "It is here."), ("user", text))
    assert len(found) == 2


@pytest.mark.parametrize(
    ("ask", "done"),
    [
        ("Please print the usage first.", "Done. It prints:\n\n```\nUsage: shop [command]\n```"),
        ("请先打印用法。", "已完成，输出如下：\n\n```\n用法：shop [命令]\n```"),
    ],
)
def test_output_that_a_report_shows_is_no_act(ask: str, done: str) -> None:
    """A fence that names no language is shown; one that does may be run."""
    assert list(states(FactKind.REQUEST, ("user", ask), ("agent", done)).values()) == ["done"]
    runs = done.replace("```\n", "```python\n", 1)
    assert list(states(FactKind.REQUEST, ("user", ask), ("agent", runs)).values()) == ["active"]


@pytest.mark.parametrize(
    ("ask", "listed"),
    [
        ("it lists these everywhere:", "can you write me a summary of the..."),
        ("它到处都列出这些：", "你能帮我写一份总结吗..."),
    ],
)
def test_the_lines_of_a_pasted_listing_ask_nothing(ask: str, listed: str) -> None:
    """They are what the user talks about."""
    text = f"{ask} > * 17 (2 steps) - the first <on>\n  > * 18 (1 step) - {listed} <on>"
    assert not [
        found
        for found in states(
            REQUEST, ("user", "Hello, please help."), ("agent", "Yes."), ("user", text)
        )
        if found.startswith(("<on>", ">"))
    ]


def test_a_plan_closes_nothing() -> None:
    """A "fixed" that names a kind of thing, or stands in a plan, ends nothing."""
    ask = "We need a limit for the berths."
    for plan in (
        "Plan:\n1. Choose the way. Fixed window is simple, sliding is exact.\n2. Write it.",
        "Plan:\n1. Fixed by a table of berths: write it.\n2. Test it.",
        "Fixed window is simple, sliding is exact.",
    ):
        assert states(REQUEST, ("user", ask), ("agent", plan))[ask] == "active", plan


@pytest.mark.parametrize(
    ("where", "what", "ask"),
    [
        ("The repository is in /srv/quay.", "The lamp list ends too early.", "Please fix it."),
        ("仓库在 /srv/quay。", "灯的列表太早结束。", "请修一下。"),
    ],
)
def test_what_is_wrong_is_asked_and_not_where_it_is(where: str, what: str, ask: str) -> None:
    """A first message may begin with the place of the work."""
    found = states(REQUEST, ("user", f"{where}\n\n{what}\n\n{ask}"))
    assert set(found) == {what, ask}


@pytest.mark.parametrize(
    ("ask", "put_off"),
    [
        (
            "Please send the invoice to my accountant.",
            "Let's leave the kettle for now, I will ask my accountant for the invoice.",
        ),
        ("请把发票寄给财务。", "水壶先不退，发票我再问财务。"),
    ],
)
def test_only_what_is_named_is_put_off(ask: str, put_off: str) -> None:
    found = states(REQUEST, ("user", ask), ("agent", "I looked at it."), ("user", put_off))
    assert found[ask] != "cancelled"


@pytest.mark.parametrize(
    ("ask", "offer", "answer", "is_over"),
    [
        (
            "请把送货改到周五。",
            "周五可以，另外年费到期，是否需要用积分兑换？",
            "先不换，我再想想。",
            False,
        ),
        (
            "Please move the delivery.",
            "It is moved. Would you like the gift wrap?",
            "leave it",
            False,
        ),
        ("我想退掉这个水壶。", "退货运费12元，需要我帮您提交吗？", "先不退。", True),
        ("Please update the docs.", "Shall I update the docs today?", "leave it", True),
        ("Please update the docs.", "Which of them?", "never mind", True),
    ],
)
def test_turning_down_an_offer_ends_only_an_ask_that_it_is_about(
    ask: str, offer: str, answer: str, *, is_over: bool
) -> None:
    found = states(REQUEST, ("user", ask), ("agent", offer), ("user", answer))
    assert (found[ask] == "cancelled") is is_over
