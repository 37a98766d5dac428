"""Segment 6."""

from __future__ import annotations

import json

import pytest

from tests.builders import SessionBuilder
from tests.generator.views import proposed, texts_of
from uagent_memory.facts import FactKind
from uagent_memory.generator.candidate import HEAD_SHARE, Keep
from uagent_memory.generator.compressors.primary_request import PrimaryRequestCompressor
from uagent_memory.generator.compressors.user_messages import (
    LatestUserMessage,
    UserMessagesCompressor,
    own_words,
)
from uagent_memory.messages import Author, Role

REFUSED = (
    "The user doesn't want to proceed with this tool use. The tool use was rejected (eg. if it was "
    "a file edit, the new_string was NOT written to the file). To tell you how to proceed, the "
    "user said:\n{}"
)
PASTE = "2026-03-02 12:00:01 INFO request served by worker seven in 12 ms.\n" * 12


def test_the_latest_message_is_required_whole() -> None:
    """As it was typed, without the margins."""
    s = SessionBuilder()
    s.user("Fix it.")
    s.user("  好的，接下来请写文档。\nThen stop.\n")
    (latest,) = proposed(LatestUserMessage(), s.messages)
    assert latest.text == "好的，接下来请写文档。\nThen stop."
    assert latest.keep is Keep.LATEST_USER_MESSAGE
    assert s.messages[1].quote(latest.sources[0]) == latest.text


def test_a_session_without_users_has_none() -> None:
    """Nothing to say, no error."""
    s = SessionBuilder()
    s.agent("Working.")
    assert proposed(LatestUserMessage(), s.messages) == ()
    assert proposed(UserMessagesCompressor(), s.messages) == ()


def test_short_messages_stay_whole_and_long_ones_go_by_the_unit() -> None:
    """Every unit is a piece of the message, joined where several are chosen."""
    s = SessionBuilder()
    s.user("Please look at this log. 请看日志。")
    s.user(PASTE + "\nThe worker must not exceed 10 ms.\n\n不能超过十毫秒。")
    s.user("Go on.")
    candidates = proposed(UserMessagesCompressor(), s.messages)
    assert candidates[0].text == "Please look at this log. 请看日志。"
    units = [c for c in candidates if c.joins == "m2"]
    assert "The worker must not exceed 10 ms." in texts_of(units)
    assert "不能超过十毫秒。" in texts_of(units)
    for unit in units:
        assert s.messages[1].quote(unit.sources[0]).strip() == unit.text


@pytest.mark.parametrize(
    ("text", "own"),
    [
        ("Fix it.", "Fix it."),
        ("<system-reminder>be brief</system-reminder>\nFix it.", "Fix it."),
        ("修复它。\n<system-reminder>be brief</system-reminder>", "修复它。"),
        (
            "<system-reminder>be brief</system-reminder>",
            "<system-reminder>be brief</system-reminder>",
        ),
    ],
)
def test_what_a_program_put_around_the_words_is_left_out(text: str, own: str) -> None:
    """A message that holds nothing else stays as it is."""
    start, end = own_words(text)
    assert text[start:end] == own


def test_fillers_of_a_talk_are_left_out() -> None:
    """A turn without content, between other people's turns."""
    s = SessionBuilder()
    s.user("We should move the launch to May.", agent="ann")
    s.user("Yeah, okay.", agent="bob")
    s.user("嗯对。", agent="chen")
    s.user("The printer budget is 400 euros.", agent="ann")
    s.user("Right.", agent="bob")
    said = [(c.speaker, c.text) for c in proposed(UserMessagesCompressor(), s.messages)]
    assert said == [
        ("ann: ", "We should move the launch to May."),
        ("ann: ", "The printer budget is 400 euros."),
    ]


def test_one_speaker_needs_no_name() -> None:
    """Who talks with agents is the user."""
    s = SessionBuilder()
    s.user("Rename the flag. 请改名。", agent="ann")
    s.agent("Renamed.")
    s.user("Go on.", agent="ann")
    (first,) = proposed(UserMessagesCompressor(), s.messages)
    assert (first.speaker, first.text) == ("", "Rename the flag. 请改名。")


@pytest.mark.parametrize("words", ["use the staging key instead", "请改用测试环境的密钥"])
def test_words_of_a_refusal_are_the_users(words: str) -> None:
    """They stand in a call's result; segment 6 has them, segment 1 has them not."""
    s = SessionBuilder()
    s.user("Deploy it. 请部署。")
    s.run("Bash", REFUSED.format(words), command="rm -r build", is_error=True)
    s.agent("I use the other key.")
    s.user("Go on. 继续。")
    assert words in texts_of(proposed(UserMessagesCompressor(), s.messages))
    assert words not in " ".join(texts_of(proposed(PrimaryRequestCompressor(), s.messages)))


@pytest.mark.parametrize(
    "words",
    [
        'Shall we call it "scope" in both cases? Please name the default case "short".',
        "两处都叫“范围”好吗？请把默认的那种叫作“简短”。",
    ],
)
def test_words_of_a_refusal_stay_together(words: str) -> None:
    """The ask alone would not tell what it is about."""
    s = SessionBuilder()
    s.user("Name the sections. 请给各节命名。")
    s.run(
        "Edit",
        REFUSED.format(words),
        file_path="a.py",
        old_string="a",
        new_string="b",
        is_error=True,
    )
    s.agent("I rename them.")
    s.user("Go on. 继续。")
    assert words in texts_of(proposed(UserMessagesCompressor(), s.messages))


def test_a_short_answer_to_an_agent_stays() -> None:
    """It is an approval."""
    s = SessionBuilder()
    s.user("Please rename the flag.")
    s.agent("Shall I also delete the old one?")
    s.user("Yes.")
    s.agent("Deleted.")
    s.user("Go on.")
    assert "Yes." in texts_of(proposed(UserMessagesCompressor(), s.messages))


def test_the_message_with_the_newest_ask_is_preferred() -> None:
    """Segment 1 points to it."""
    s = SessionBuilder()
    s.user("Please rename the flag in src/cli.py.")
    s.agent("I will.")
    s.user("Please add a changelog entry.")
    s.agent("Shall I go on?")
    s.user("Yes.")
    (asked,) = (c for c in proposed(UserMessagesCompressor(), s.messages) if "changelog" in c.text)
    assert asked.keep is Keep.RECEIVER


def test_a_command_that_a_user_writes_out_has_a_worth() -> None:
    """In a long message it is proposed by itself and meant to be run; other code is not."""
    s = SessionBuilder()
    s.user(PASTE + "\nCheck it with:\n\n```bash\nmake lint && make test-all\n```\n")
    s.agent("Done.")
    s.user("Go on.")
    worth = {c.text: c.value for c in proposed(UserMessagesCompressor(), s.messages)}
    assert worth["Check it with: [...] make lint && make test-all"] > 0


def test_of_many_commands_in_one_message_most_are_examples() -> None:
    """Each is worth less than a single one would be."""

    def worth(commands: list[str]) -> float:
        s = SessionBuilder()
        blocks = "".join(f"\n```bash\n{command}\n```\n\n例如：\n" for command in commands)
        s.user(f"{PASTE}\nYou may use:\n{blocks}")
        s.agent("Done.")
        s.user("Go on. 继续。")
        found = proposed(UserMessagesCompressor(), s.messages)
        return next(c.value for c in found if c.text.endswith(commands[0]))

    one = ["make lint && make test-all"]
    assert 0 < worth([*one, *(f"sed -n '{n}p' src/a.py" for n in range(9))]) < worth(one)


def test_a_short_message_that_asks_comes_first_for_another_role() -> None:
    """The next role has not seen it; the role itself goes by worth."""
    s = SessionBuilder()
    s.user("Please add a parser to src/rows.py.")
    s.agent("Which format?")
    s.user("Please support CSV and TSV.")
    s.agent("I will look at both.")
    s.user("Please add a page to docs/rows.md as well.")
    s.agent("我来写文档。")
    s.user("Go on.")
    own = proposed(UserMessagesCompressor(), s.messages)
    handed = proposed(UserMessagesCompressor(), s.messages, to="tester", handed_over=True)
    asks = [c for c in (*own, *handed) if c.text == "Please support CSV and TSV."]
    assert [c.keep for c in asks] == [Keep.OPTIONAL, Keep.RECEIVER]
    assert all(FactKind.REQUEST in {name.kind for name in c.says} for c in asks)


@pytest.mark.parametrize(
    ("turn", "other"),
    [
        ("We tried the small case first, with four boards and one battery. " * 3, "Which colour?"),
        (
            "我们先试了小的那个外壳，里面有四块电路板和一块电池，重量大约三百克。" * 5,
            "用什么颜色？",
        ),
    ],
)
def test_a_turn_of_a_talk_is_said_by_the_sentence(turn: str, other: str) -> None:
    """The same words from a user who talks to an agent are one message."""
    talk = SessionBuilder()
    for name, words in (("A", turn), ("B", other), ("A", turn + other)):
        talk.user(words, agent=name)
    asked = SessionBuilder()
    asked.user(turn)
    asked.agent("Done.")
    asked.user(other)
    assert turn.strip() not in texts_of(proposed(UserMessagesCompressor(), talk.messages))
    assert turn.strip() in texts_of(proposed(UserMessagesCompressor(), asked.messages))


def test_a_brief_that_was_carried_out_is_no_word_of_the_user() -> None:
    """That a tool's result tells its end makes it no refusal."""
    s = SessionBuilder()
    s.user("Can you review the header parser? 请评审。")
    task = s.call("Task", subagent_type="reviewer", prompt="Please review src/http.py for me.")
    s.agent("I will ask the reviewer.", task, agent="main")
    s.add(
        Role.USER, Author.PARENT, "Please review src/http.py for me.", agent="main", to="reviewer"
    )
    s.result(task, "I have reviewed src/http.py. The parser is sound.")
    s.user("Thanks. 谢谢。")
    texts = texts_of(proposed(UserMessagesCompressor(), s.messages))
    assert not [text for text in texts if "for me" in text]


@pytest.mark.parametrize(
    ("number", "courtesy", "plain"),
    [
        (
            "The pilot in the northern district has cost nine hundred thousand euros.",
            "Thank you to the northern district for the careful preparation of this pilot.",
            "The pilot in the northern district has found a careful and patient partner.",
        ),
        (
            "北区试点目前花费经费总共九百万元。",
            "北区试点目前感谢耐心细致合作单位。",
            "北区试点目前找到耐心细致合作单位。",
        ),
    ],
)
def test_what_is_said_in_a_talk_counts_by_what_it_tells(
    number: str, courtesy: str, plain: str
) -> None:
    """A number more, a courtesy less."""
    s = SessionBuilder()
    for speaker, text in zip(
        "ABCA", (number, courtesy, plain, "Go on, please. 请继续。"), strict=True
    ):
        s.user(text, agent=speaker)
    worths = {
        c.text: c.value + sum(c.targets.values())
        for c in proposed(UserMessagesCompressor(), s.messages)
    }
    assert worths[number] > worths[plain] > worths[courtesy]


@pytest.mark.parametrize("form", ["your_command_here", "在此填写命令"])
def test_a_place_to_fill_in_is_no_command(form: str) -> None:
    """It shows where one is to stand."""
    s = SessionBuilder()
    s.user(f"{PASTE}\nFormat your answer so. 格式如下：\n\n```bash\n{form}\n```\n")
    s.agent("Done.")
    s.user("Go on. 继续。")
    assert form not in [c.text for c in proposed(UserMessagesCompressor(), s.messages)]


TASK = {
    "en": "The report module {} must round its totals to two digits and say so in the log.",
    "zh": "报表模块 {} 必须把合计四舍五入到两位小数，并在日志里说明。",
}
FORM = {
    "en": [
        "- Your reply must hold exactly one shell block.",
        "- Never put two commands in one reply.",
        "- Your next reply must wait for the output of the command.",
    ],
    "zh": [
        "- 每次回复必须只包含一个代码块。",
        "- 务必一次只执行一条命令。",
        "- 你的回复必须先写思考部分。",
    ],
}
FRAME = {
    "en": "The shell keeps folder {} for whoever works here.",
    "zh": "终端为使用者保留目录 {}。",
}


@pytest.mark.parametrize("language", ["en", "zh"])
@pytest.mark.parametrize("task_first", [True, False])
def test_of_a_prompt_with_a_frame_the_task_is_shown(language: str, *, task_first: bool) -> None:
    """The frame says how to put each turn; without one, the head takes two thirds."""
    task = [TASK[language].format(n) for n in range(8)]
    frame = [*FORM[language], *(FRAME[language].format(n) for n in range(8))]
    s = SessionBuilder()
    s.user("\n".join([*task, "", *frame] if task_first else [*frame, "", *task]))
    (latest,) = proposed(LatestUserMessage(), s.messages)
    assert latest.head_share != HEAD_SHARE
    assert (latest.head_share > HEAD_SHARE) is task_first
    s = SessionBuilder()
    s.user("\n".join(task))
    (latest,) = proposed(LatestUserMessage(), s.messages)
    assert latest.head_share == HEAD_SHARE


@pytest.mark.parametrize("language", ["en", "zh"])
def test_parts_in_several_lines_stand_apart(language: str) -> None:
    """Sentences join on one line; a log between them is an entry of its own."""
    log = "12:00:01 worker 7 served /report\n12:00:02 worker 8 failed on /report"
    ask = "\n\n".join(TASK[language].format(n) for n in range(12))
    s = SessionBuilder()
    s.user(f"{ask}\n\n```\n{log}\n```\n\n{ask.replace('report', 'index')}")
    parts = proposed(UserMessagesCompressor(), s.messages)
    assert {bool(part.joins) for part in parts if "\n" in part.text} == {False}
    assert {bool(part.joins) for part in parts if "\n" not in part.text} == {True}
    assert any("worker 8" in part.text for part in parts if "\n" in part.text)


LOOK_UPS = {
    "en": (
        "Please find me a hotel near the old harbour.",
        "What is the phone number of the Anchor Hotel?",
        "Then please find me a restaurant under 50 dollars, rated 4.5 or more.",
        ["Anchor Hotel", "Bay Inn"],
        "I recommend the Anchor Hotel.",
    ),
    "zh": (
        "请帮我找一家老港口附近的酒店。",
        "锚地酒店的电话是多少？",
        "吃完饭想去游玩。请帮我找一个门票免费、评分4.5分以上的景点。",
        ["锚地酒店", "海湾酒店"],
        "推荐您去锚地酒店。",
    ),
}


@pytest.mark.parametrize("language", ["en", "zh"])
def test_a_later_wish_counts_more_than_a_question_that_an_answer_tells(language: str) -> None:
    """What was found tells what was asked of it, but not the conditions of the next wish."""
    wish, question, later, names, advice = LOOK_UPS[language]
    s = SessionBuilder()
    s.user(wish)
    for asked in (question, later, question):
        s.run("db_query", json.dumps(names, ensure_ascii=False), domain="hotel")
        s.agent(advice)
        s.user(asked)
    s.agent(advice)
    s.user("OK.")
    value = {part.text: part.value for part in proposed(UserMessagesCompressor(), s.messages)}
    assert value[later] > 10 * value[question]


def test_a_message_that_is_told_above_need_not_be_kept_besides() -> None:
    """Another role gets its rules and asks in segment 1; what else it says has to be kept."""
    rules = "Do not touch the crane. Do not move the boats. Never light the north lamp."
    for said, keep in (
        (rules, Keep.OPTIONAL),
        (f"{rules} The wind comes from the west, and at night it is colder.", Keep.RECEIVER),
    ):
        s = SessionBuilder()
        s.user(said)
        s.agent("Understood.")
        s.user("Count the boats.")
        handed = proposed(UserMessagesCompressor(), s.messages, to="tester", handed_over=True)
        assert [c.keep for c in handed if c.text == said] == [keep]


@pytest.mark.parametrize(("joint", "told"), [("should be", "row is lost"), ("应该是", "丢了一行")])
def test_what_only_joins_two_pieces_of_code_is_left_out(joint: str, told: str) -> None:
    """By itself it says nothing."""
    s = SessionBuilder()
    about = " ".join(f"Ship {n} is listed twice in the table of the quay." for n in range(40))
    code = "```\ndepth {}\n```"
    parts = [about, code.format(3), joint, code.format(4), f"The last row is lost. 最后{told}。"]
    s.user("\n\n".join(parts))
    s.agent("I look at it.")
    s.user("Thanks, go on with the table. 继续。")
    texts = texts_of(proposed(UserMessagesCompressor(), s.messages))
    assert any(told in text for text in texts)
    assert joint not in texts


@pytest.mark.parametrize(
    "decided", ["I will just keep the order as it is.", "那我就保留整个订单，不改了。"]
)
def test_each_sentence_of_a_middling_message_is_said_by_a_user(decided: str) -> None:
    """One of a long paste is not."""
    worth = []
    for rest in ("The chair has a corner of its own. 椅子有个角落。 " * 10, f"{PASTE}\n" * 3):
        s = SessionBuilder()
        s.user("Cancel the chair. 取消椅子。")
        s.agent("Only the whole order can be cancelled. 只能取消整个订单。")
        s.user(f"{decided} {rest}")
        s.agent("As you like. 好的。")
        s.user("Change my address. 修改地址。")
        found = proposed(UserMessagesCompressor(), s.messages)
        worth.append(next(c.value for c in found if decided.rstrip("。.") in c.text))
    assert worth[0] > worth[1] + 0.5
