"""Runs that a program adds to the user's messages, as aider does."""

from __future__ import annotations

import pytest

from tests.analyzer.observations.exchanges import analysed, ledger
from tests.builders import SessionBuilder
from uagent_memory.authorship import authorship
from uagent_memory.facts import FactKind, Status
from uagent_memory.messages import Author
from uagent_memory.pasted_runs import pasted_run

ENGLISH = "I ran this command:\n\nmake check\n\nAnd got this output:\n\n{}"
CHINESE = "我运行了这条命令：\n\nmake check\n\n输出如下：\n\n{}"
FAILED = "FAILED tests/test_a.py::test_x - AssertionError\n\n1 failed, 2 passed in 0.10s\n"


@pytest.mark.parametrize("form", [ENGLISH, CHINESE])
def test_command_and_output_stand_apart(form: str) -> None:
    text = form.format(FAILED)
    run = pasted_run(text)
    assert run is not None
    assert text[slice(*run.command)] == "make check"
    assert text[slice(*run.output)].strip() == FAILED.strip()
    assert authorship(text).author is Author.HARNESS


@pytest.mark.parametrize(
    "words", ["please fix it", "I want it green.", "请修一下", "为什么会失败？"]
)
def test_a_persons_last_paragraph_is_none_of_the_output(words: str) -> None:
    text = ENGLISH.format(FAILED) + "\n" + words
    run = pasted_run(text)
    assert run is not None
    assert text[run.span[1] :].strip() == words
    assert authorship(text).author is Author.USER


def test_other_messages_hold_no_run() -> None:
    assert pasted_run("I ran this command: make. It failed. 我运行了这条命令，失败了。") is None


@pytest.mark.parametrize("form", [ENGLISH, CHINESE])
def test_a_run_counts_as_one_and_nothing_of_it_is_asked(form: str) -> None:
    """What failed is known as a failing test; no line of the output is the user's wish."""
    s = SessionBuilder()
    s.user("Build the parser. 做解析器。")
    s.agent("Done.")
    s.user(form.format(FAILED) + "\nplease fix 请修")
    tests = {fact.key: fact.status for fact in ledger(s).of(FactKind.TEST)}
    assert set(tests.values()) == {Status.FAILED}
    asked = " ".join(fact.key for fact in analysed(s).of(FactKind.REQUEST))
    assert "failed" not in asked
    assert "make check" not in asked
