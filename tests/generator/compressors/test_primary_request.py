"""Segment 1."""

from __future__ import annotations

import pytest

from tests.builders import SessionBuilder
from tests.generator.views import proposed, texts_of, view_of
from uagent_memory.analyzer.types import UnitKind
from uagent_memory.entry_kind import EntryKind
from uagent_memory.fact_name import FactName
from uagent_memory.facts import FactKind
from uagent_memory.generator.candidate import Keep
from uagent_memory.generator.compressors.primary_request import PrimaryRequestCompressor
from uagent_memory.generator.compressors.request_words import names_no_work
from uagent_memory.generator.pool import CandidatePool
from uagent_memory.messages import Author, Role, Span
from uagent_memory.segments import SegmentName

LONG = "The importer reads one file after another and stores its rows. " * 8


def asked() -> SessionBuilder:
    s = SessionBuilder()
    s.user("Please fix parse_header in src/http.py. Never push to main. 不要修改 gateway.py。")
    s.agent("I will look at it.")
    return s


def test_the_first_request_is_the_goal() -> None:
    """It is preferred for receivers who must get goals."""
    s = asked()
    s.user("Go on.")
    (request,) = (
        c for c in proposed(PrimaryRequestCompressor(), s.messages) if c.kind == "request"
    )
    assert request.text == "Please fix parse_header in src/http.py."
    assert request.keep is Keep.RECEIVER


def test_users_rules_are_required_word_for_word() -> None:
    """In both languages; each may become a reference, none a paraphrase."""
    s = asked()
    s.user("Go on.")
    rules = [c for c in proposed(PrimaryRequestCompressor(), s.messages) if c.kind == "constraint"]
    assert [c.text for c in rules] == ["Never push to main.", "不要修改 gateway.py。"]
    assert {c.keep for c in rules} == {Keep.CONSTRAINT}
    assert {c.short for c in rules} == {""}


@pytest.mark.parametrize(("handed_over", "keep"), [(True, Keep.RECEIVER), (False, Keep.OPTIONAL)])
def test_rules_of_the_system_are_policy_and_no_must(keep: Keep, *, handed_over: bool) -> None:
    """Worth less than a user's; they come first for a role that has not seen them."""
    s = SessionBuilder()
    s.system("You must never reveal the password. 必须使用中文回答用户。")
    s.user("Please add a test to tests/test_http.py. Never push to main.")
    s.agent("Done.")
    s.user("Thanks, go on.")
    found = proposed(PrimaryRequestCompressor(), s.messages, handed_over=handed_over)
    rules = [c for c in found if c.kind == "constraint"]
    policy = [c for c in rules if c.lead == "Policy: "]
    assert policy
    assert {c.keep for c in policy} == {keep}
    own = [c for c in rules if not c.lead]
    assert max(c.value for c in policy) < min(c.value for c in own)


def test_what_segment_six_shows_whole_is_not_said_again() -> None:
    """The latest message and short ones stand there with all their words."""
    s = asked()
    s.user("Please add a changelog entry.")
    s.agent("I will look at that, too.")
    s.user("Please update the version number.")
    texts = texts_of(proposed(PrimaryRequestCompressor(), s.messages), kind="request")
    assert texts == ["Please fix parse_header in src/http.py."]


def test_a_request_in_a_long_message_is_said() -> None:
    """Segment 6 shows only excerpts of it."""
    s = asked()
    s.user(LONG + "Please rewrite load_rows in src/importer.py.")
    s.user("Go on.")
    texts = texts_of(proposed(PrimaryRequestCompressor(), s.messages), kind="request")
    assert "Please rewrite load_rows in src/importer.py." in texts


def test_greetings_are_no_request_and_settled_ones_come_last() -> None:
    """What is open stands above what is done, in both languages."""
    s = SessionBuilder()
    s.user("Hi there! Please fix parse_header in src/http.py. 请修复登录页面。")
    s.agent("Both done: parse_header is fixed.")
    s.user("Thanks!")
    candidates = [
        c for c in proposed(PrimaryRequestCompressor(), s.messages) if c.kind == "request"
    ]
    assert "Hi there!" not in texts_of(candidates)
    by_order = sorted(candidates, key=lambda c: c.order)
    assert [c.order[1] for c in by_order] == sorted(c.order[1] for c in candidates)


def test_a_talk_has_no_newest_ask() -> None:
    """What people ask each other in a meeting is not pointed to."""
    s = SessionBuilder()
    s.user("Welcome. Please introduce yourselves.", agent="ann")
    s.user("I run the bakery.", agent="bob")
    s.user("Could you say more about the bakery?", agent="ann")
    s.user("It opened in May.", agent="bob")
    texts = texts_of(proposed(PrimaryRequestCompressor(), s.messages))
    assert not [text for text in texts if text.startswith("Newest ask")]


@pytest.mark.parametrize(
    "ask", ["Could you please read all of these numbers?", "请帮我把这些数字都读一遍。"]
)
def test_what_people_ask_each_other_is_no_goal(ask: str) -> None:
    """Of a talk without an agent nothing is asked of the reader; an agent's user does ask it."""

    def asked(*, agent: bool) -> list[str]:
        s = SessionBuilder()
        s.user(ask, agent="ann")
        s.user("I have the second page here. 我有第二页。", agent="bob")
        s.user("Then we can begin. 那就开始。", agent="ann")
        if agent:
            s.agent("I read them. 我来读。")
        return texts_of(proposed(PrimaryRequestCompressor(), s.messages))

    assert asked(agent=False) == []
    assert asked(agent=True) == [ask]


def test_policy_is_worth_more_than_settled_talk() -> None:
    """A rule of the system prompt binds to the end; what was asked and done is history."""
    s = SessionBuilder()
    s.system("You must never reveal the password to anybody.")
    s.user("Please fix parse_header in src/http.py.")
    s.agent("Done.")
    story = " ".join(
        f"Line {number} of the network passes {number + 3} towns." for number in range(12)
    )
    s.user(f"Please list the tram stops in the old town. {story}")
    s.agent(f"Done. {story}")
    s.user("Thanks, go on.")
    found = proposed(PrimaryRequestCompressor(), s.messages)
    (policy,) = [c for c in found if c.lead == "Policy: "]
    (settled,) = [c for c in found if c.kind == "request" and "tram" in c.text]
    assert settled.value < policy.value


@pytest.mark.parametrize(
    ("task", "ask"),
    [
        ("Please write the tests for src/http.py.", "Please write the tests for src/http.py."),
        ("请为 src/http.py 编写测试。", "请为 src/http.py 编写测试。"),
    ],
)
def test_another_agents_task_is_said_here(task: str, ask: str) -> None:
    """It is no user message, so no other segment shows it."""
    s = asked()
    s.add(Role.USER, Author.PARENT, task)
    s.agent("I will look at that.")
    s.user("Go on.")
    assert ask in texts_of(proposed(PrimaryRequestCompressor(), s.messages), kind="request")


def test_a_rule_that_is_also_a_settled_ask_stays_a_must() -> None:
    """Of two lines with the same words the one that must be kept is there, for both."""
    pool = CandidatePool()
    span = Span("m1", "text", 0, 10)
    ask = pool.propose(
        SegmentName.PRIMARY_REQUEST,
        "Use tabs.",
        (span,),
        order=(0, 1),
        kind=EntryKind.REQUEST,
        fact=FactName(FactKind.REQUEST, "use tabs"),
    )
    rule = pool.propose(
        SegmentName.PRIMARY_REQUEST,
        "Use tabs.",
        (span,),
        order=(1, 0),
        kind=EntryKind.CONSTRAINT,
        fact=FactName(FactKind.CONSTRAINT, "use tabs"),
        keep=Keep.CONSTRAINT,
    )
    assert ask == rule
    (kept,) = pool.candidates
    assert kept.keep is Keep.CONSTRAINT
    assert [name.kind for name in kept.says] == [FactKind.CONSTRAINT, FactKind.REQUEST]


@pytest.mark.parametrize("ask", ["Please add a changelog entry.", "请添加更新日志。"])
def test_the_newest_ask_is_the_users_not_a_brief(ask: str) -> None:
    """What an agent told another to do later is no newer ask of this role."""
    s = SessionBuilder()
    s.user(f"{LONG} Please fix parse_header in src/http.py.")
    s.agent("parse_header is fixed.", agent="main")
    newest = s.user(ask)
    s.agent("I will ask for the format.", agent="main")
    brief = "Please find the format of CHANGELOG.md."
    s.add(Role.USER, Author.PARENT, brief, agent="main", to="Explore")
    found = proposed(PrimaryRequestCompressor(), s.messages)
    (note,) = (c for c in found if c.kind == "note")
    assert note.sources[0].message_id == newest.id
    assert brief not in texts_of(found)


@pytest.mark.parametrize(
    ("ask", "told"),
    [
        ("Please fix parse_header in src/http.py.", "Please repair the header parser."),
        ("请修复 src/http.py 的 parse_header。", "请修好表头解析器。"),
    ],
)
def test_a_summary_of_the_log_itself_asks_nothing_anew(ask: str, told: str) -> None:
    """Where the users' own messages precede it; without them it is all there is."""
    s = SessionBuilder()
    s.user(ask)
    s.agent("OK.")
    s.add(Role.USER, Author.SUMMARY, f"Primary Request and Intent:\n1. {told}")
    s.user("Go on. 继续。")
    assert told not in texts_of(proposed(PrimaryRequestCompressor(), s.messages))
    assert told in texts_of(proposed(PrimaryRequestCompressor(), s.messages[2:]))


@pytest.mark.parametrize(
    ("ask", "done", "next_ask"),
    [
        (
            "# Plan: add a clock\n\nAdd a clock to the page. " + LONG,
            "Done. It ticks.",
            "commit this",
        ),
        ("# 计划：加一个时钟\n\n给页面加一个时钟。" + LONG, "已完成，时钟在走。", "提交一下"),
    ],
)
def test_the_goal_is_told_where_no_other_ask_is(ask: str, done: str, next_ask: str) -> None:
    """It is done, and what stands is a short message that segment 6 shows whole."""
    s = SessionBuilder()
    s.user(ask)
    s.agent(done)
    (first, *_) = (
        c for c in proposed(PrimaryRequestCompressor(), s.messages) if c.kind == "request"
    )
    s.user(next_ask)
    asks = [c for c in proposed(PrimaryRequestCompressor(), s.messages) if c.kind == "request"]
    goal = min(asks, key=lambda c: c.sources[0].start)
    assert all(goal.value > 1.5 * other.value for other in asks if other is not goal)
    assert first.text == goal.text


@pytest.mark.parametrize(
    ("rule", "told"),
    [
        ("Never push to main.", '- User said: "Never push to main, please."'),
        ("不要推送到 main。", "- 用户要求：“请不要推送到 main。”"),
    ],
)
def test_a_summary_of_the_log_itself_sets_no_rule_anew(rule: str, told: str) -> None:
    """The users' own words set it; retold it would be somebody's policy besides."""
    s = SessionBuilder()
    s.user(f"Fix the parser. 修复解析器。{rule}")
    s.agent("OK.")
    s.add(Role.USER, Author.SUMMARY, f"Summary of the conversation so far\n\nConstraints:\n{told}")
    s.user("Go on. 继续。")
    rules = texts_of(proposed(PrimaryRequestCompressor(), s.messages), kind="constraint")
    assert rules == [rule]


@pytest.mark.parametrize(
    ("ask", "done", "rule"),
    [
        (
            "Please change the importer so that it must write exactly one row per order.",
            "Done. The importer writes one row per order now, and its tests pass.",
            "Please never touch the schema of the orders table.",
        ),
        (
            "请修改导入程序，必须每个订单写一行数据。",
            "已完成：导入程序现在每个订单写一行，测试通过。",
            "请不要改动订单表的结构。",
        ),
    ],
)
def test_a_wish_that_was_fulfilled_binds_no_more(ask: str, done: str, rule: str) -> None:
    """What is asked for with "make sure" is marked done; a prohibition goes on."""
    s = SessionBuilder()
    s.user("We import orders from a file." if ask.isascii() else "我们从文件导入订单。")
    s.agent("I have read it." if ask.isascii() else "我读过了。")
    s.user(f"{ask} {rule}")
    s.agent(done)
    s.user("Thanks. What does it log?" if ask.isascii() else "谢谢。它记录什么日志？")
    shown = {c.text: c for c in proposed(PrimaryRequestCompressor(), s.messages)}
    wish = next(c for text, c in shown.items() if ask in text)
    assert wish.text.startswith(("(done)", "（已完成）"))
    assert not wish.keep.is_must
    assert shown[rule].keep is Keep.CONSTRAINT


@pytest.mark.parametrize(
    ("first", "last", "done", "told"),
    [
        (
            "Please write an importer for orders.",
            "Please add a dry run to it.",
            "Done. The importer has a dry run now.",
            "(done) Please add a dry run to it.",
        ),
        (
            "请写一个订单导入程序。",
            "请给它加一个试运行模式。",
            "已完成：导入程序现在有试运行模式。",
            "（已完成）请给它加一个试运行模式。",
        ),
    ],
)
def test_the_newest_ask_is_told_to_be_done(first: str, last: str, done: str, told: str) -> None:
    """Who reads it in the user's words alone would do it again."""
    s = SessionBuilder()
    s.user(first)
    s.agent(done.replace("dry run", "reader").replace("试运行模式", "读取功能"))
    s.user(last)
    assert told not in texts_of(proposed(PrimaryRequestCompressor(), s.messages))
    s.agent(done)
    (said,) = [c for c in proposed(PrimaryRequestCompressor(), s.messages) if last in c.text]
    assert said.text == told
    assert said.order == (-1, 0)


@pytest.mark.parametrize(
    ("first", "last", "bye", "told"),
    [
        (
            "Please write an importer for orders.",
            "Please add a dry run.",
            "No, that's it, thanks.",
            "Newest ask: Please add a dry run.",
        ),
        (
            "请写一个订单导入程序。",
            "请加一个试运行模式。",
            "谢谢，没有别的了。",
            "最新请求：请加一个试运行模式。",
        ),
    ],
)
def test_a_short_newest_ask_is_said(first: str, last: str, bye: str, told: str) -> None:
    """To say where it stands would cost as much; who says goodbye asks for nothing."""
    s = SessionBuilder()
    s.user(first)
    s.agent("I am at it. 正在做。")
    s.user(last)
    assert told in texts_of(proposed(PrimaryRequestCompressor(), s.messages))
    s.agent("I look at the importer. 我来看导入程序。")
    s.user(bye)
    assert told in texts_of(proposed(PrimaryRequestCompressor(), s.messages))
    long = f"{last} {'It reads the file. 它读文件。' * 9}"
    s.user(long)
    pointers = ("Newest ask: see All user messages", "最新请求：见 All user messages")
    assert set(pointers) & set(texts_of(proposed(PrimaryRequestCompressor(), s.messages)))


@pytest.mark.parametrize(
    ("changed", "request_"),
    [
        ("The question is the margin now, and only of two countries.", "Please redo it."),
        ("现在要看的是毛利，而且只看两个国家。", "请重做一遍这个。"),
    ],
)
def test_a_request_that_only_points_is_told_with_what_it_means(changed: str, request_: str) -> None:
    """ "Redo it" alone says nothing; what stands before it in its message does."""
    s = SessionBuilder()
    s.user("Did revenue rise with the new threshold? 收入涨了吗？")
    s.agent("It rose by 5 per cent.")
    s.user(f"{changed} {request_} " + "The numbers of the shop are in the usual folder. " * 12)
    s.agent("I go on.")
    s.user("Go on. 继续。")
    said = texts_of(proposed(PrimaryRequestCompressor(), s.messages), kind=EntryKind.REQUEST)
    assert any(changed in text and request_ in text for text in said)


@pytest.mark.parametrize(
    "last", ["Please write the docs, do not change Gateway.", "接下来请写文档，不要改 Gateway。"]
)
def test_nobody_is_sent_to_a_message_that_stands_among_the_rules(last: str) -> None:
    """The newest ask is not said a second time, so nothing points at it."""
    s = SessionBuilder()
    s.user("Add a bucket. 加一个桶。")
    s.agent("I look at it.")
    s.user(last)
    assert not texts_of(proposed(PrimaryRequestCompressor(), s.messages), kind=EntryKind.NOTE)


@pytest.mark.parametrize("heading", ["### Describe the bug", "### 描述问题"])
def test_of_what_is_done_a_heading_names_no_work(heading: str) -> None:
    """Nor does code by itself; what was asked for is told as done."""
    s = SessionBuilder()
    asked = "Please mend the parser. 请修复解析器。"
    s.user(f"{asked}\n\n{heading}\n\nIt drops rows. 它丢行。\n\n`src/parser.py`")
    s.agent("Mended. 已修复。")
    s.user("Thanks. 谢谢。")
    view = view_of(s.messages)
    (unit,) = [u for u in view.messages[0].units if u.kind is UnitKind.HEADING]
    request = next(iter(view.analysis.ledger.of(FactKind.REQUEST)))
    at_heading = request._replace(history=(request.first._replace(span=unit.span),))
    assert names_no_work(view, at_heading, heading.strip("# "))
    assert names_no_work(view, request, "`src/parser.py`")
    assert not names_no_work(view, request, asked)


@pytest.mark.parametrize(
    ("ask", "told"),
    [
        (
            "Can we add one more thing? The rows of the index do not stand in order.",
            "Can we add one more thing? The rows of the index do not stand in order.",
        ),
        (
            'Please print the help like this example:\n"""\nusage: lamp [on|off]\n"""',
            "Please print the help like this example:",
        ),
        (
            "还有一件事，请帮个忙。请把索引的行按日期排序。",
            "还有一件事，请帮个忙。请把索引的行按日期排序。",
        ),
    ],
)
def test_an_ask_is_told_with_what_it_announces_and_without_an_opened_quotation(
    ask: str, told: str
) -> None:
    s = SessionBuilder()
    s.user("Build the index of lamps first of all, and keep the names of the rows as they are.")
    s.agent("The index is built. 索引已建好。")
    s.user(f"{ask}\n" + "The lamp of row 7 is kept in store_7.table for the night. 灯。\n" * 20)
    s.user("Count the rows of the index. 请统计索引的行数。")
    texts = texts_of(proposed(PrimaryRequestCompressor(), s.messages), kind="request")
    assert told in texts


@pytest.mark.parametrize(
    ("ask", "answer", "bye", "line"),
    [
        (
            "I'd like to exchange my bookshelf for a camera.",
            "A bookshelf cannot be exchanged for another kind of product.",
            "I see. Thanks for your help! ###STOP###",
            "(closed) I'd like to exchange my bookshelf for a camera.",
        ),
        (
            "我想把书架换成一台相机。",
            "书架不能换成另一类商品。",
            "好的，谢谢你的帮助。###STOP###",
            "（已结束）我想把书架换成一台相机。",
        ),
    ],
)
def test_an_ask_that_only_ended_with_the_talk_is_not_called_done(
    ask: str, answer: str, bye: str, line: str
) -> None:
    s = SessionBuilder()
    s.user(ask)
    s.agent(answer)
    s.user(bye)
    assert line in texts_of(proposed(PrimaryRequestCompressor(), s.messages))


def test_a_rule_keeps_its_blanks() -> None:
    """Word for word: an indentation in it is what it is about."""
    rule = "You must write '        print(x)' with all its blanks, 不要删掉空格。"
    s = SessionBuilder()
    s.user(f"Fix the script.\n{rule}")
    texts = texts_of(proposed(PrimaryRequestCompressor(), s.messages))
    assert any("'        print(x)'" in text for text in texts), texts


@pytest.mark.parametrize(
    ("ask", "leave"),
    [
        (
            "Split the berths by size and don't touch the last ten until I say so.",
            "Now you may touch the last ten berths.",
        ),
        ("按大小划分泊位，不要动最后十个泊位。", "现在可以动最后十个泊位了。"),
    ],
)
def test_an_ask_whose_rule_was_taken_back_says_so(ask: str, leave: str) -> None:
    """It goes on saying what is wanted, and no longer forbids."""
    s = SessionBuilder()
    s.user(ask)
    s.agent("They are split." if ask.isascii() else "好的，正在划分。")
    s.user(leave)
    s.agent("Which first?" if ask.isascii() else "先动哪个？")
    told = [c.text for c in proposed(PrimaryRequestCompressor(), s.messages) if ask in c.text]
    assert told
    assert not any(text == ask for text in told)


@pytest.mark.parametrize(
    ("typed", "told"),
    [
        ("167", "/review 167"),
        ("Mend the lamps of pull request 167.", "Mend the lamps of pull request 167."),
    ],
)
def test_a_number_after_a_slash_command_is_told_with_the_command(typed: str, told: str) -> None:
    """What says by itself what is wanted needs no command before it."""
    s = SessionBuilder()
    s.user(f"<command-name>/review</command-name>\n<command-args>{typed}</command-args>")
    s.agent("The lamps of 167 are looked at. 已经看过。")
    assert told in texts_of(proposed(PrimaryRequestCompressor(), s.messages), kind="request")


@pytest.mark.parametrize(
    ("rule", "leave", "told"),
    [
        (
            "Never touch the tests, and never commit.",
            "You can touch the tests now.",
            "(lifted in part since: You can touch the tests now.)",
        ),
        (
            "不要改测试，也不要提交代码。",
            "现在可以改测试了。",
            "（其中一部分后来已解除：现在可以改测试了。）",
        ),
    ],
)
def test_a_rule_that_was_lifted_in_part_is_told_with_that(rule: str, leave: str, told: str) -> None:
    """The rest of it binds."""
    s = SessionBuilder()
    s.user(rule)
    s.agent("I see. 好的。")
    s.user(leave)
    (candidate,) = [
        c for c in proposed(PrimaryRequestCompressor(), s.messages) if c.kind == "constraint"
    ]
    assert candidate.text == f"{rule} {told}" if rule.isascii() else rule + told
    assert candidate.keep is Keep.CONSTRAINT
