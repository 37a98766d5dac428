"""MessageImportanceScorer: the document's table, its examples, both languages."""

from __future__ import annotations

from datetime import timedelta

import pytest

from tests.builders import START, SessionBuilder
from uagent_memory.condensers import MessageImportanceScorer
from uagent_memory.condensers.kinds import EventKind
from uagent_memory.messages import Message

SCORER = MessageImportanceScorer()


def _user(text: str) -> Message:
    return SessionBuilder().user(text, timestamp=None)


def _output(text: str, **fields: object) -> Message:
    builder = SessionBuilder()
    call = builder.call("bash", command="make")
    builder.agent("", call)
    return builder.result(call, text).model_copy(update={"timestamp": None, **fields})


def _command(command: str, say: str = "") -> Message:
    builder = SessionBuilder()
    return builder.agent(say, builder.call("bash", command=command), timestamp=None)


def test_the_first_example() -> None:
    """.4 + .4 + .3 = 1.1, and the ceiling is .9."""
    found = SCORER.score(
        _user("请帮我修复这个 TypeError: 'NoneType' object is not subscriptable 错误")
    )
    assert found.total == 0.9
    assert (found.base, found.has_instruction, found.has_error) == (0.4, True, True)


def test_the_second_example_by_the_table() -> None:
    """.25 + .2 + .25 = .70: its text forgets the operation."""
    found = SCORER.score(_command("true", "Successfully committed changes to feature branch"))
    assert found.total == pytest.approx(0.7)


def test_the_third_example() -> None:
    """An observation's .1 is lifted to the floor of .15."""
    assert SCORER.score(_output("DEBUG: Loading configuration file")).total == 0.15


@pytest.mark.parametrize(
    ("event", "total"),
    [
        (_user("The importer."), 0.4),
        (_user("Please look."), 0.8),
        (_user("请看一下"), 0.8),
        (_output("ImportError: cannot import name 'x'"), 0.4),
        (_output("构建失败"), 0.4),
        (_output("3 passed"), 0.3),
        (_output("部署成功"), 0.55),
        (_command("git push origin main"), 0.5),
        (_command("ls"), 0.25),
        (SessionBuilder().agent("Looking.", timestamp=None), 0.2),
    ],
)
def test_the_table(event: Message, total: float) -> None:
    """Base and factors add up, in English and in Chinese."""
    assert SCORER.score(event).total == pytest.approx(total)


def test_an_edit_counts_more_than_a_command_and_what_it_writes_counts_nothing() -> None:
    """The word "error" in a file that is written is no error."""
    builder = SessionBuilder()
    call = builder.call("Write", file_path="a.py", content="raise error  # git push, please")
    assert SCORER.score(builder.agent("", call, timestamp=None)).total == 0.3


@pytest.mark.parametrize(
    "text", ["terror, errorless, mirrors", "0 errors", "没有错误", "请求已发出"]
)
def test_whole_words_and_turned_phrases(text: str) -> None:
    """A keyword inside another word, or turned round, does not count."""
    found = SCORER.score(_output(text))
    assert not found.has_error
    assert not found.has_instruction


def test_a_failed_action_is_an_error_whatever_it_says() -> None:
    """The mark of the provider counts as the keyword does."""
    assert SCORER.score(_output("no output", is_error=True)).total == pytest.approx(0.4)


def test_a_long_observation_counts_less() -> None:
    """Longer than a screen: the base x .8; the error still adds its .3."""
    text = "line\n" * 30 + "ValueError: x"
    assert SCORER.score(_output(text)).total == pytest.approx(0.38)


@pytest.mark.parametrize(
    ("age", "bonus"),
    [(timedelta(minutes=59), 0.1), (timedelta(hours=23), 0.05), (timedelta(days=2), 0.0)],
)
def test_age(age: timedelta, bonus: float) -> None:
    """Within an hour .1, within a day .05, else nothing; against the newest event's time."""
    event = _user("The importer.").model_copy(update={"timestamp": START})
    assert SCORER.score(event, now=START + age).total == pytest.approx(0.4 + bonus)


def test_what_a_program_put_in_has_no_floor() -> None:
    """Injected text has no base score: nothing lifts it."""
    event = SessionBuilder().user("x", timestamp=None)
    assert SCORER.score(event, kind=EventKind.INJECTED).total == 0.0
