"""What the hand-off of a team says of the code and the searches that an executor ran for it."""

from __future__ import annotations

import pytest

from tests.builders import SessionBuilder
from tests.generator.views import view_of
from uagent_memory import compress_context_sync
from uagent_memory.facts import FactKind
from uagent_memory.generator.compressors.commands import command_line
from uagent_memory.messages import Author, Message, Role

SEARCH = 'from tools import look_up\n\nfound = look_up("{}")\nprint(found)'


def team(*exchanges: tuple[str, str]) -> tuple[Message, ...]:
    """Code blocks of one agent, each with what the executor printed."""
    s = SessionBuilder()
    s.system("You work in a team. 你们一起工作。 " * 300)
    s.user("When did the lighthouse at Kap Nord go dark? 灯塔何时熄灭？")
    for number, (code, output) in enumerate(exchanges):
        s.agent(f"Step {number}.\n```python\n{code}\n```", agent=f"Expert{number % 2}")
        s.add(Role.TOOL, Author.TOOL, output, agent="terminal")
    s.agent("I have looked. 我查过了。", agent="Expert1")
    return s.messages


def told(messages: tuple[Message, ...]) -> str:
    return compress_context_sync(messages, budget=800).markdown


@pytest.mark.parametrize("query", ["Kap Nord lighthouse dark", "灯塔 熄灭 年份"])
def test_a_search_is_told_by_its_query(query: str) -> None:
    """Not by the import it begins with, nor by the nothing that printing it returned."""
    page = "exitcode: 0 (execution succeeded)\nCode output: 灯塔 history of the coast\nNone"
    text = told(team((SEARCH.format(query), page)))
    assert f'`found = look_up("{query}")`' in text
    assert "→ None" not in text
    assert "- from tools import look_up" not in text


def test_what_only_returned_nothing_says_so() -> None:
    """It is all that was printed."""
    text = told(
        team((SEARCH.format("灯塔"), "exitcode: 0 (execution succeeded)\nCode output: \nNone"))
    )
    assert "→ None" in text


@pytest.mark.parametrize("result", ["The longest beam is: ", "最长的光束是："])
def test_the_same_outcome_twice_is_told_of_both_runs(result: str) -> None:
    """The second try ended like the first: one line, at its place, that cites both."""
    output = f"exitcode: 0 (execution succeeded)\nCode output: {result}"
    codes = [f"# Find the longest beam\nprint(beam({n}))" for n in (1, 2)]
    text = told(team(*((code, output) for code in codes)))
    (line,) = (
        line for line in text.split("\n") if "# Find the longest beam" in line and "→" in line
    )
    assert "m3" in line
    assert "m6" in line


@pytest.mark.parametrize(
    "name", ["name 'look_up' is not defined", "name 'look_up' is not defined 未定义"]
)
def test_an_errors_lines_are_not_printed_again(name: str) -> None:
    """They stand with the error."""
    place = 'Traceback (most recent call last):\n  File "a.py", line 1\n    look_up("x")'
    trace = f"{place}\nNameError: {name}"
    text = told(
        team((SEARCH.format("灯塔"), f"exitcode: 1 (execution failed)\nCode output: {trace}"))
    )
    assert text.count(f"NameError: {name}") == 1


@pytest.mark.parametrize(
    "sentence",
    [
        "The keeper of Kap Nord number {} wrote into his book that the lamp was cold and dark.",
        "守塔人第{}次写道灯塔的灯已经很冷，海面一片漆黑的样子，船只都绕开了。",
    ],
)
def test_of_a_printed_page_few_lines_are_shown(sentence: str) -> None:
    """Each once, though it was printed twice."""
    page = "\n".join(sentence.format(4100 + n) for n in range(12))
    output = f"exitcode: 0 (execution succeeded)\nCode output: page\n{page}\nend of page"
    text = told(team((SEARCH.format("a"), output), (SEARCH.format("b 灯塔"), output)))
    shown = [n for n in range(12) if sentence.format(4100 + n) in text]
    assert len(shown) <= 6
    assert all(text.count(sentence.format(4100 + n)) == 1 for n in shown)


@pytest.mark.parametrize("query", ["Kap Nord lighthouse dark", "灯塔 熄灭 年份"])
def test_a_run_that_another_mended_says_so_and_cites_its_code(query: str) -> None:
    """Code in a text is typed there, as a command is in a call: what passes is the second try."""
    call = f'look_up("{query}")'
    place = f'Traceback (most recent call last):\n  File "a.py", line 1\n    {call}'
    trace = f"{place}\nNameError: name 'look_up' is not defined"
    broken = (call, f"exitcode: 1 (execution failed)\nCode output: {trace}")
    found = "exitcode: 0 (execution succeeded)\nCode output: It went dark in 4107. 灯塔熄灭了。"
    view = view_of(team(broken, (SEARCH.format(query), found)))
    (first, *_) = view.analysis.ledger.of(FactKind.COMMAND)
    text, sources = command_line(view, first)
    assert any(label in text for label in ("failed, passes since", "曾失败，后来通过"))
    assert "m3" in {span.message_id for span in sources}
