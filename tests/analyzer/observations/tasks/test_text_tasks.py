"""Tasks that text states: check lists, next steps, plans, what is put off."""

from __future__ import annotations

import pytest

from tests.builders import SessionBuilder
from tests.talk import facts, observe, states, text_of
from uagent_memory.facts import FactKind, TaskValue
from uagent_memory.ledger import Ledger

TASK = FactKind.TASK


def test_check_list() -> None:
    """Boxes say what is done, given up and open."""
    text = "Status\n\n- [x] read the code\n- [ ] write the fix\n- [~] port the old test\n"
    assert states(TASK, ("agent", text)) == {
        "read the code": "done",
        "write the fix": "pending",
        "port the old test": "cancelled",
    }


@pytest.mark.parametrize(
    "heading",
    ["Next steps:", "## Remaining work", "TODO:", "待办：", "**Still to do**", "下一步："],
)
def test_open_lists(heading: str) -> None:
    """Items under such a heading are open tasks."""
    found = states(
        TASK, ("agent", f"The parser works.\n\n{heading}\n\n1. Update the docs\n2. Ship it\n")
    )
    assert found == {"Update the docs": "pending", "Ship it": "pending"}


@pytest.mark.parametrize(
    "text",
    [
        "Pending tasks:\n- None, all work is complete\n",
        "Steps to reproduce:\n- Open the page\n",
        "Pending order:\n- Color: black\n",
    ],
)
def test_other_lists(text: str) -> None:
    """Lists that say there is nothing, or are about something else, hold no task."""
    assert states(TASK, ("agent", text)) == {}


def test_plan_is_done_with_the_turn() -> None:
    """A plan's items are done when the agent says so, and never come back with an old list."""
    plan = ("agent", "Here's my plan:\n\n1. Add the flag\n2. Write the test\n")
    found = states(
        TASK, ("user", "Add a flag."), plan, ("user", "go"), ("agent", "All done. Both work."), plan
    )
    assert found == {"Add the flag": "done", "Write the test": "done"}


def test_newer_list_replaces_the_older() -> None:
    """What a newer list leaves out is superseded."""
    found = states(
        TASK,
        ("agent", "Next steps:\n- Add the flag\n- Port the test\n"),
        ("agent", "Next steps:\n- Port the test\n- Update the docs\n"),
    )
    assert found == {
        "Add the flag": "superseded",
        "Port the test": "pending",
        "Update the docs": "pending",
    }


@pytest.mark.parametrize(
    "item", ["API: check(key, limit) -> Decision", "update(key), the only method"]
)
def test_a_functions_name_is_no_step_of_a_plan(item: str) -> None:
    text = f"New plan:\n- Write the parser\n- {item}\n- Test it\n"
    assert sorted(states(TASK, ("agent", text))) == ["Test it", "Write the parser"]


def test_taken_back_with_the_ask() -> None:
    """A user who drops the ask drops the tasks that served it."""
    found = states(
        TASK,
        ("user", "Add a flag."),
        ("agent", "Next steps:\n- Add it\n- Test it\n"),
        ("user", "never mind"),
    )
    assert set(found.values()) == {"cancelled"}


def test_put_off_by_the_user() -> None:
    """ "We will come back to it later" is a task of the user's asking."""
    text = "log an issue for this, we will come back to it later"
    (fact,) = facts(TASK, ("user", "Fix it."), ("agent", "Done."), ("user", text))
    assert fact.status.value == "pending"


def test_left_open_at_the_end_of_a_turn() -> None:
    """What a closing message calls still open stays open."""
    text = "Done. The retry path has not yet been covered and is worth fixing separately."
    found = states(TASK, ("user", "Fix it."), ("agent", text), ("agent", "Done."))
    assert list(found.values()) == ["pending"]


def test_owner() -> None:
    """A task in an agent's text is that agent's."""
    (fact,) = facts(TASK, ("agent", "- [ ] write the fix"))
    assert fact.value == TaskValue(text="write the fix", owner="")


@pytest.mark.parametrize(
    ("answer", "state"),
    [
        ("", "waiting"),
        ("Yes, go ahead.", "pending"),
        ("Got it! Alright, go ahead and do that.", "pending"),
        ("no, leave it", "cancelled"),
        ("What does the cache do?", "superseded"),
    ],
)
def test_offer_waits_for_the_user(answer: str, state: str) -> None:
    """What an agent offers at the end of its turn is the user's to decide."""
    turns = [("user", "Look at the cache."), ("agent", "It leaks. Want me to fix the leak?")]
    found = states(TASK, *turns, *([("user", answer)] if answer else []))
    assert found == {"Want me to fix the leak?": state}


def test_offer_in_chinese() -> None:
    """The same offer in Chinese."""
    found = states(TASK, ("user", "看看缓存。"), ("agent", "缓存有泄漏。需要我现在修复它吗？"))
    assert found == {"需要我现在修复它吗？": "waiting"}


def test_approved_offer_is_done_with_the_next_turn() -> None:
    """Once the agent has spoken again, what was approved is no longer open."""
    found = states(
        TASK, ("agent", "Shall I merge it?"), ("user", "yes"), ("agent", "Merged into main.")
    )
    assert found == {"Shall I merge it?": "done"}


def test_a_plain_question_is_no_offer() -> None:
    """Which of two things to use is a question only."""
    assert states(TASK, ("agent", "Which queue should I use, Redis or Kafka?")) == {}


@pytest.mark.parametrize(
    "text",
    [
        "### Next Steps\n\nBefore the move:\n1. Freeze the schema\n2. Warn the readers\n",
        "下一步\n\n**待办：**\n\n开始之前：\n- Freeze the schema\n- Warn the readers\n",
    ],
)
def test_lead_line_between_heading_and_list(text: str) -> None:
    """A list stays a list of open work where a line such as "Before the move:" leads it in."""
    assert states(TASK, ("agent", text)) == {
        "Freeze the schema": "pending",
        "Warn the readers": "pending",
    }


def test_plan_of_a_team() -> None:
    """The steps below each member's name belong to the plan; the names are no steps."""
    text = (
        "Here is a brief plan of the work in points:\n\n"
        "1. **Reader's Task:**\n   - Open the atlas\n\n2. **Writer's Task:**\n   - Count the maps\n"
    )
    found = states(TASK, ("agent", text))
    assert found == {"Open the atlas": "pending", "Count the maps": "pending"}


def test_done_closes_only_what_it_speaks_of() -> None:
    """Later work stays open when something else is done."""
    steps = ("agent", "Next steps:\n- Port the billing exporter\n- Freeze the schema\n")
    found = states(
        TASK,
        steps,
        ("user", "First remove the old banner."),
        ("agent", "Removed the banner. All tests pass."),
        ("agent", "Done. The schema is frozen: freeze script merged."),
    )
    assert found == {"Port the billing exporter": "pending", "Freeze the schema": "done"}


@pytest.mark.parametrize(
    "ending",
    [
        "All tasks are complete.",
        "All tasks complete. Let me provide a summary:",
        "All steps completed.",
        "所有步骤都已完成。",
    ],
)
def test_an_ending_of_the_whole_closes_all(ending: str) -> None:
    """It leaves nothing open."""
    steps = ("agent", "Next steps:\n- Port the exporter\n- Freeze the schema\n")
    found = states(TASK, steps, ("user", "ok"), ("agent", ending))
    assert set(found.values()) == {"done"}


@pytest.mark.parametrize(
    "text",
    [
        "下学期我们会启动这个阅读项目。",
        "下次请你来做一次专题分享。",
        "I'll send the draft by Friday.",
    ],
)
def test_pledges_in_a_meeting(text: str) -> None:
    """Who takes something on, or is asked to, and by when."""
    s = SessionBuilder()
    s.user(text, agent="Mina")
    (fact,) = Ledger(observe(s.messages)).of(TASK)
    assert fact.status.value == "pending"


@pytest.mark.parametrize("text", ["接下来，请下一位园丁发言。", "We will see how it goes."])
def test_talk_in_a_meeting_is_no_pledge(text: str) -> None:
    """The next speaker is no task, and neither is a wish without a time."""
    s = SessionBuilder()
    s.user(text, agent="Mina")
    assert not list(Ledger(observe(s.messages)).of(TASK))


@pytest.mark.parametrize("speaker", ["user", "agent"])
@pytest.mark.parametrize(
    ("text", "tasks"),
    [
        ("待办：1. 写测试 2. 更新文档 3. 发版", ["写测试", "更新文档", "发版"]),
        ("TODO: 1) write tests 2) fix v1.2 3) ship it", ["write tests", "fix v1.2", "ship it"]),
        ("下一步：1、写测试；2、更新文档。", ["写测试", "更新文档"]),
        ("待办事项：①写测试②更新文档", ["写测试", "更新文档"]),
        ("Next steps: (1) write tests, (2) update docs.", ["write tests", "update docs"]),
        (
            "Remaining: 1. run the suite. 2. push to origin. 3. close #12",
            ["run the suite", "push to origin", "close #12"],
        ),
        ("TODO: - write tests - update docs", ["write tests", "update docs"]),
        ("待办：\n1. 写测试\n2. 更新文档", ["写测试", "更新文档"]),
        ("## TODO\n1. write tests 2. update docs", ["write tests", "update docs"]),
    ],
)
def test_lists_on_one_line(speaker: str, text: str, tasks: list[str]) -> None:
    """One task each, at its own place, whoever lists them."""
    turns = (("user", "Look at the parser."), ("agent", "I looked at it."), (speaker, text))
    found = facts(TASK, *turns)
    assert [text_of(fact) for fact in found] == tasks
    assert [text[fact.last.span.start : fact.last.span.end] for fact in found] == tasks
    assert {fact.status.value for fact in found} == {"pending"}
    asked = facts(FactKind.REQUEST, *turns)
    assert not {text_of(fact) for fact in asked} & set(tasks)


@pytest.mark.parametrize(
    "text",
    ["Versions: 1. 2 and 2. 3 differ", "Options: 1) a cache 2) a queue", "步骤：1. 打开 2. 关闭"],
)
def test_other_lists_on_one_line(text: str) -> None:
    """Under another lead they are no tasks."""
    assert states(TASK, ("user", "Hello."), ("agent", "Hi."), ("agent", text)) == {}


def test_tasks_of_a_user_are_closed() -> None:
    """By a "done" that speaks of them, or by the user's own word."""
    listed = (
        ("user", "Look at it."),
        ("agent", "I did."),
        ("user", "TODO: 1) write tests 2) 发版"),
    )
    found = states(TASK, *listed, ("agent", "Done: the tests are written and pass."))
    assert found == {"write tests": "done", "发版": "pending"}
    assert set(states(TASK, *listed, ("user", "算了")).values()) == {"cancelled"}


def team(*turns: tuple[str, str]) -> dict[str, str]:
    """Tasks and their states after a planner's plan and what the team says then."""
    s = SessionBuilder()
    s.user("Find the price. 请查价格。")
    s.agent("Here is my plan:\n1. Open the page\n2. Read the price\n", agent="planner")
    for agent, text in turns:
        s.agent(text, agent=agent)
    return {fact.key: fact.status.value for fact in Ledger(observe(s.messages)).of(TASK)}


@pytest.mark.parametrize(
    "last",
    [
        "The price is 7.\nTERMINATE",
        "The task is finished.",
        "价格是 7。\n任务结束",
        "所有任务已完成。",
    ],
)
def test_the_end_of_the_whole_closes_every_plan(last: str) -> None:
    """Whoever of the team says that all is done."""
    found = team(("browser", "I opened it."), ("critic", last))
    assert found == {"open the page": "done", "read the price": "done"}


@pytest.mark.parametrize(
    "last",
    [
        "I opened the page of the shop.",
        "Done. My part is checked.",
        "I was unable to find it.\nTERMINATE",
        "无法完成。\n任务结束",
        "Can we consider this task complete?",
        "任务完成了吗？",
    ],
)
def test_other_endings_close_no_plan_of_another(last: str) -> None:
    """A part, or an end without success, is no end of the whole."""
    assert set(team(("critic", last)).values()) == {"pending"}


@pytest.mark.parametrize(
    "text",
    [
        "I have not fixed the parser yet.",
        "The tests are still to be written.",
        "The tests aren't written yet.",
        "We have yet to deploy the service.",
        "测试还没写。",
        "解析器还没有修复。",
        "文档尚未更新。",
    ],
)
def test_undone(text: str) -> None:
    """Work that an agent's closing message calls undone is open."""
    found = states(TASK, ("user", "Do it."), ("agent", f"The lexer works. {text}"))
    assert found == {text: "pending"}


@pytest.mark.parametrize(
    "text",
    [
        "If the tests are not written yet, the build fails.",
        "如果还没有提交，构建会失败。",
        "The lexer is still fast.",
        "Are the tests not written yet?",
    ],
)
def test_other_words_of_what_is_not_yet(text: str) -> None:
    """A supposition or a question is no work left."""
    assert states(TASK, ("user", "Look."), ("agent", f"I read it. {text}")) == {}


@pytest.mark.parametrize(
    ("text", "later", "state"),
    [
        ("I have not fixed the parser yet.", "Fixed the parser, too.", "done"),
        ("The tests are not written yet.", "Done. I wrote the tests.", "done"),
        ("The tests are not written yet.", "Fixed the typo. All tests pass.", "pending"),
        ("The parser is not fixed yet.", "Done. The parser is still not fixed yet.", "pending"),
        ("The parser is not fixed yet.", "All done.", "pending"),
        ("测试还没写。", "测试已写完。已完成。", "done"),
        ("测试还没写。", "已完成。解析器改好了。", "pending"),
    ],
)
def test_undone_until_it_is_said_done(text: str, later: str, state: str) -> None:
    """Only a line about the same thing with the same verb closes it."""
    turns = (("user", "Do it."), ("agent", f"The lexer works. {text}"), ("user", "hm"))
    found = states(TASK, *turns, ("agent", later))
    assert found[text] == state


def test_undone_that_the_user_takes_up() -> None:
    """Asked for by the user, it is done with the agent's next "done"."""
    turns = (("agent", "It runs. The tests haven't been written yet."), ("user", "Add the tests."))
    assert list(states(TASK, *turns).values()) == ["pending"]
    assert list(states(TASK, *turns, ("agent", "Done. They pass.")).values()) == ["done"]


def test_options_are_no_plan() -> None:
    """Places to choose from, each with a dash and a word of doing, are no steps."""
    text = "Where should the plan go?\n1. **Wiki** - Keep it there\n2. **Both** - Plan in docs\n"
    assert "pending" not in states(TASK, ("user", "Plan it."), ("agent", text)).values()


def test_next_heads_a_list() -> None:
    """ "Next:" before a list is what comes next."""
    found = states(TASK, ("agent", "It works.\n\nNext: 1. Write the docs 2. Release it"))
    assert found == {"Write the docs": "pending", "Release it": "pending"}


@pytest.mark.parametrize(
    ("asked", "told"),
    [
        ("Does the export use these fields?", "The fields exist. Slicing isn't implemented yet."),
        ("导出用到这些字段了吗？", "字段都在，但切分尚未实现。"),
    ],
)
def test_code_that_is_explained_is_no_work_left(asked: str, told: str) -> None:
    """Before anything was changed, what a question's answer calls undone is how the code is."""
    assert states(TASK, ("user", asked), ("agent", told)) == {}
    assert list(states(TASK, ("user", "Do it. 做吧。"), ("agent", told)).values()) == ["pending"]


@pytest.mark.parametrize(
    ("asked", "told"),
    [
        ("What is left to do?", "The lexer works. The tests aren't written yet."),
        ("Does it run?", "It runs. I have not written the tests yet."),
        ("还剩什么没做？", "词法部分好了，测试还没写。"),
        ("能跑吗？", "能跑，但我还没写测试。"),
    ],
)
def test_work_left_that_was_asked_for_is_open(asked: str, told: str) -> None:
    """How far the work is, and what the speaker has not done."""
    assert list(states(TASK, ("user", asked), ("agent", told)).values()) == ["pending"]


@pytest.mark.parametrize(
    "text",
    [
        "## Not yet done\n\nThe check still fails when:\n1. A session starts\n2. A branch exists",
        "## 未完成\n\n检查仍会报错的情况下：\n1. 新会话启动\n2. 分支已存在",
    ],
)
def test_conditions_are_no_tasks(text: str) -> None:
    """Whatever section they stand in."""
    assert states(TASK, ("user", "Do it."), ("agent", text)) == {}


@pytest.mark.parametrize(
    "text",
    ["I'd suggest the first way, or defer the rest to later.", "我建议先用第一种，其余以后再说。"],
)
def test_advice_is_no_work_yet(text: str) -> None:
    """It waits for the user's word."""
    assert states(TASK, ("user", "Look."), ("agent", f"Both work. {text}")) == {}


@pytest.mark.parametrize(
    ("text", "task"),
    [
        (
            "The figure is done. Open: the reasons from support, and the slide text.",
            "Open: the reasons from support, and the slide text.",
        ),
        (
            "图已经画好。待办：向客服要退订原因，还有幻灯片文字。",
            "待办：向客服要退订原因，还有幻灯片文字。",
        ),
        ("The switch of the application has not been started.", None),
    ],
)
def test_a_sentence_that_names_what_is_open(text: str, task: str | None) -> None:
    assert states(TASK, ("agent", text)) == {task or text: "pending"}


@pytest.mark.parametrize(
    "text",
    [
        "One unit test fails because the timeout is empty. I have not fixed that yet.",
        "有 1 个测试失败：夏令时当天差一小时。还没修。",
    ],
)
def test_what_is_undone_stands_beside_the_sentence_that_says_so(text: str) -> None:
    assert states(TASK, ("agent", text)) == {text: "pending"}


@pytest.mark.parametrize("answer", ["Not yet. I add it now.", "还没有加。我现在加。"])
def test_an_answer_that_does_not_say_what_is_undone_is_no_task(answer: str) -> None:
    assert states(TASK, ("user", "Tags? 标签加了吗？"), ("agent", answer)) == {}


@pytest.mark.parametrize(
    "said",
    [
        "Not done: the second lamp, and the oil for both.",
        "还没做：第二盏灯和灯油。",
    ],
)
def test_what_is_said_to_be_undone_under_a_lead_of_its_own(said: str) -> None:
    """A closing message lists what is left in one sentence."""
    assert states(FactKind.TASK, ("user", "Light them."), ("agent", f"One is lit. {said}")) == {
        said: "pending"
    }
