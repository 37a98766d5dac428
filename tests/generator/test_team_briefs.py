"""What the hand-off of a team says of its brief, of its finds and of the pages it read."""

from __future__ import annotations

import pytest

from tests.builders import SessionBuilder
from tests.generator.views import proposed, texts_of, view_of
from uagent_memory import compress_context_sync
from uagent_memory.generator.compressors.primary_request import PrimaryRequestCompressor
from uagent_memory.generator.work.team_turns import is_team
from uagent_memory.messages import Message

BRIEF = (
    "You are given: (1) a task and advises from your manager with a specific plan and (2) a "
    "general task.\n\n# General Task\n{ask}\n\n# Task and suggestions from manager\n"
    "## Task description\n{again}\n## {form}\n{shape}\n## {conditions}\n- {rule}\n"
)


def long_session() -> SessionBuilder:
    """Too long to be passed on as it stands."""
    s = SessionBuilder()
    s.system("You work for a harbour office. 你在港务局工作。 " * 300)
    return s


def told(messages: tuple[Message, ...], budget: int = 900) -> str:
    return compress_context_sync(messages, budget=budget).markdown


def brief(words: tuple[str, ...]) -> str:
    return BRIEF.format(
        **dict(zip(("ask", "again", "form", "shape", "conditions", "rule"), words, strict=True))
    )


ENGLISH = (
    "How many lamps did the keepers of Kap Nord light in the winter of 1884?",
    "Find how many lamps the keepers of Kap Nord did light in the winter of 1884.",
    "Output format", "The number of lamps.", "Constraints", "The count must be that of the log.",
)  # fmt: skip
CHINESE = (
    "1884年冬天北角灯塔的守塔人点了多少盏灯？", "查出1884年冬天北角灯塔的守塔人点了多少盏灯。",
    "输出格式", "只写灯的数目。", "约束", "必须以航海日志的数目为准。",
)  # fmt: skip


@pytest.mark.parametrize("words", [ENGLISH, CHINESE])
def test_a_briefs_output_format_is_no_policy(words: tuple[str, ...]) -> None:
    """A sentence under that heading is one, too; what binds is a condition."""
    s = SessionBuilder()
    s.agent(brief(words), agent="manager")
    s.agent("I start. 我开始了。", agent="expert")
    found = proposed(PrimaryRequestCompressor(), s.messages)
    leads = {c.text: c.lead for c in found if c.kind == "constraint"}
    assert leads[words[3]] in ("Output format: ", "输出格式：")
    assert leads[words[5]] in ("Condition: ", "条件：")


@pytest.mark.parametrize("words", [ENGLISH, CHINESE])
def test_a_briefs_ask_that_is_put_twice_is_told_once(words: tuple[str, ...]) -> None:
    """And speaks for both."""
    s = SessionBuilder()
    s.agent(brief(words), agent="manager")
    s.agent("I start. 我开始了。", agent="expert")
    found = proposed(PrimaryRequestCompressor(), s.messages)
    (asked,) = [c for c in found if c.kind == "request"]
    assert len(asked.says) == 2


@pytest.mark.parametrize(
    ("line", "other"),
    [
        (
            "The lighthouse at Kap Nord went dark in the winter of 1884, no keeper lit it again.",
            "Visitors of the museum like the old brass bells, and in 1997 a garden was laid here.",
        ),
        (
            "据港口日志记载，北角灯塔在1884年冬天熄灭，此后再也没有守塔人点亮它。",
            "博物馆的游客喜欢木船、缆绳和旧铜钟，1997年还修了一座小花园供人休息。",
        ),
    ],
)
def test_of_a_page_the_lines_that_bear_on_the_ask_come_first(line: str, other: str) -> None:
    """Whoever prints it."""
    s = long_session()
    s.user("When did the lighthouse at Kap Nord go dark? 北角灯塔何时熄灭？")
    links = "\n".join(f"{n}. [Coast {n}](https://coast.example.com/{n})\n" for n in range(1, 9))
    filler = "\n".join(other.replace("1997", str(1900 + n)) for n in range(40))
    page = f"Address: coast\nViewport position: Showing page 1 of 1.\n{links}\n{filler}\n{line}"
    s.agent(page, agent="surfer")
    s.agent("I go on. 我继续。", agent="expert")
    assert line in told(s.messages, budget=600)


@pytest.mark.parametrize(
    ("heading", "item"),
    [
        ("Verified facts:", "- Lamps of Kap Nord burn oil"),
        ("已核实的发现：", "- 北角的灯烧的是鲸油"),
    ],
)
def test_items_under_a_heading_of_finds_are_finds(heading: str, item: str) -> None:
    """Where their own words do not tell."""
    s = long_session()
    s.user("Look into the lamps. 查一下灯。")
    s.agent(f"{heading}\n{item}", agent="expert")
    for n in range(40):
        s.agent(f"The quay has a crane near shed {chr(97 + n % 26)}. 码头有吊车。", agent="other")
    assert item[2:] in told(s.messages, budget=420)


def ledger(reason: str, turn: int) -> str:
    """What a coordinator writes down after each turn."""
    return (
        f'Ledger:\n{{\n  "is_in_loop": {{\n    "reason": "{reason}",\n    "turn": {turn}\n  }}\n}}'
    )


@pytest.mark.parametrize(
    ("old", "new"),
    [
        ("The lamps of the north quay are counted.", "The surfer met an error on the museum page."),
        ("北码头的灯已经数过了。", "浏览者在博物馆网页上遇到错误。"),
    ],
)
def test_of_a_form_filled_in_again_the_newest_is_told(old: str, new: str) -> None:
    """As sentences, without quotation marks."""
    s = long_session()
    s.user("Count the lamps. 数一下灯。")
    s.agent(ledger(old, 1), agent="manager")
    s.agent("I look at the quay. 我去看码头。", agent="surfer")
    s.agent(ledger(new, 2), agent="manager")
    text = told(s.messages, budget=420)
    assert f"- manager: In loop? {new}" in text
    assert old not in text


@pytest.mark.parametrize(
    ("old", "new"),
    [
        ("The surfer met an error on the museum page.", "The lamps of the north quay are counted."),
        ("浏览者在博物馆网页上反复遇到加载错误，展品目录打不开。", "北码头的灯已经数过了。"),
    ],
)
def test_an_error_that_only_an_older_form_tells_of_stays(old: str, new: str) -> None:
    """It is marked: the form was filled in again without it."""
    s = long_session()
    s.user("Count the lamps. 数一下灯。")
    s.agent(ledger(old, 1), agent="manager")
    s.agent("I look at the quay. 我去看码头。", agent="surfer")
    s.agent(ledger(new, 2), agent="manager")
    text = told(s.messages, budget=900)
    marked = (f"(superseded) In loop? {old}", f"（已被取代）In loop? {old}")
    assert any(line in text for line in marked)


@pytest.mark.parametrize(
    "members",
    [
        ("Surfer: An agent that reads pages of the web.", "Clerk: A person who keeps the files."),
        ("浏览者：一个能看网页的助手。", "文员：一名保管档案的人员。"),
    ],
)
def test_who_is_in_a_team_is_no_statement(members: tuple[str, str]) -> None:
    s = SessionBuilder()
    team = "\n".join(members)
    s.agent(f"The team 团队:\n\n{team}\n\nKap Nord has 7 lamps. 北角有7盏灯。", agent="manager")
    told_of = [statement.unit.text for statement in view_of(s.messages).statements]
    assert not set(members) & set(told_of)
    assert any("7" in text for text in told_of)


def test_a_title_is_told_with_what_stands_under_it() -> None:
    s = SessionBuilder()
    s.agent("1. VERIFIED FACTS\n- Kap Nord has 7 lamps.\n2. OPEN\n- Who lit them.", agent="manager")
    statements = [statement.unit.text for statement in view_of(s.messages).statements]
    assert statements == ["- Kap Nord has 7 lamps.", "- Who lit them."]


@pytest.mark.parametrize(
    ("sentence", "filler"),
    [
        (
            "On October 7, 1884, the keeper of Kap Nord lit lamp K-7714 again.",
            "The quay was quiet. ",
        ),
        ("1884年10月7日，北角的守塔人重新点亮了灯K-7714。", "码头那天很安静。"),
    ],
)
def test_of_a_long_printed_line_whole_sentences_are_quoted(sentence: str, filler: str) -> None:
    s = long_session()
    s.user("When was K-7714 lit? K-7714何时点亮？")
    s.run("read_page", f"{filler * 20}{sentence} {filler * 20}", page="log")
    s.agent("I go on with K-7714. 我继续查K-7714。")
    lines = [line.strip(" -") for line in told(s.messages, budget=700).splitlines()]
    assert any(line.startswith(sentence) for line in lines)


@pytest.mark.parametrize(
    ("order", "report"),
    [
        ("Please look at the quay and count the cranes.", "The quay has nine cranes."),
        ("请去看码头并数吊车。", "码头有九台吊车。"),
    ],
)
def test_what_a_teammate_answered_gives_way(order: str, report: str) -> None:
    """As long as nobody has answered, it is told."""
    s = long_session()
    s.agent("I lead. 我来主持。", agent="manager")
    s.agent("I am here. 我在。", agent="surfer")
    s.agent(order, agent="manager")
    waiting = weight_of(order, s.messages)
    s.agent(report, agent="surfer")
    assert weight_of(order, s.messages) < waiting / 10


def weight_of(text: str, messages: tuple[Message, ...]) -> float:
    view = view_of(messages)
    (found,) = [s for s in view.statements if s.unit.text == text]
    return view.standing.factor(found)


@pytest.mark.parametrize(
    "path", ["Please use the file data/lamps.csv.", "请使用文件 data/lamps.csv。"]
)
def test_what_a_brief_asks_for_goes_on_to_hold(path: str) -> None:
    """It is the team's task, and not over with the first answer."""
    s = long_session()
    s.agent(f"# General Task\nCount the lamps. 数灯。\n\n# Data\n{path}", agent="manager")
    before = weight_of(path, s.messages)
    s.agent("I start. 我开始了。", agent="expert")
    s.agent("I go on. 我继续。", agent="manager")
    assert weight_of(path, s.messages) > before / 10


@pytest.mark.parametrize("turn", ["Next speaker Surfer", "下一位发言者：浏览者"])
def test_whose_turn_it_is_is_not_told(turn: str) -> None:
    s = long_session()
    s.user("Count the lamps of Kap Nord. 数北角的灯。")
    s.agent("Kap Nord has 7 lamps. 北角有7盏灯。", agent="surfer")
    s.agent(turn, agent="manager")
    assert turn not in told(s.messages)


@pytest.mark.parametrize(
    ("first", "second"),
    [
        ("The museum keeps a log of 1884.", "Find the keeper of the lamps."),
        ("博物馆存有1884年的航海日志。", "请查出守塔人是谁。"),
    ],
)
def test_the_asks_of_one_brief_stand_in_its_own_order(first: str, second: str) -> None:
    s = long_session()
    s.agent(f"# General Task\n{first} {second}\n", agent="manager")
    s.agent("I start. 我开始了。", agent="expert")
    text = told(s.messages)
    assert text.index(first) < text.index(second)


@pytest.mark.parametrize("name", ["lamp_total", "灯塔总数"])
def test_a_script_written_again_is_quoted_where_it_was_written_last(name: str) -> None:
    s = long_session()
    s.user(f"Compute {name}. 计算{name}。")
    line = f"{name} = sum(lamp.count for lamp in harbour_lamps if lamp.lit)"
    for agent in ("clerk", "surfer"):
        s.agent(f"Try this 试试:\n```python\n{line}\n```", agent=agent)
    s.agent(f"I go on with {name}. 我继续{name}。", agent="clerk")
    assert told(s.messages).count(line) == 1


@pytest.mark.parametrize("word", ["lamps", "灯"])
def test_what_one_agent_alone_writes_again_is_left_to_the_budget(word: str) -> None:
    """Where no team works, its lines are quoted beside each of its runs."""
    s = SessionBuilder()
    s.agent(f"{word} 1", agent="clerk")
    assert not is_team(view_of(s.messages).messages)
    s.agent(f"{word} 2", agent="surfer")
    assert is_team(view_of(s.messages).messages)


@pytest.mark.parametrize(
    ("told", "asked"),
    [
        (
            "Ten lamps stand in the hall. Each has a switch. Only nine are lit. Two are new.",
            "Which lamp is dark?",
        ),
        ("大厅里有十盏灯。每盏都有开关。只有九盏亮着。两盏是新的。", "哪盏灯是暗的？"),
    ],
)
def test_the_question_at_the_end_of_a_task_is_asked(told: str, asked: str) -> None:
    """The first sentences only say how things are."""
    s = SessionBuilder()
    s.agent(f"# General Task\n{told} {asked}\n\nWhy not? 有何不可？\n", agent="manager")
    s.agent("I count them. 我来数。", agent="counter")
    requests = texts_of(proposed(PrimaryRequestCompressor(), s.messages), kind="request")
    assert requests[-1] == asked
