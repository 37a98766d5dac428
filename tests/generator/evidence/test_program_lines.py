"""What programs print below the words of an agent."""

from __future__ import annotations

import pytest

from tests.builders import SessionBuilder
from tests.generator.views import view_of
from uagent_memory.generator.evidence.program_lines import may_be_of_program


@pytest.mark.parametrize(
    "said", ["The page lists three authors of the essay.", "这一页列出了该文的三位作者。"]
)
def test_what_a_program_printed_below_an_agents_words_is_no_statement(said: str) -> None:
    """A warning of the project's own code with its line, and the mark of a script's end."""
    s = SessionBuilder()
    s.user("Who wrote the essay? 谁写的？")
    printed = "/w/team.py:94: UserWarning: the model is another one\n  reply = await ask(it)"
    s.agent(f"{said}\n{printed}\nRUN.SH COMPLETE !#!#")
    assert [statement.unit.text for statement in view_of(s.messages).statements][-1:] == [said]


@pytest.mark.parametrize("text", ["a.py:3: UserWarning: old", "DONE.SH COMPLETE !#!#"])
def test_what_may_be_of_a_program(text: str) -> None:
    """The cheap look passes over no place that the patterns would find."""
    assert may_be_of_program(text)
    assert not may_be_of_program("我们改了 src/app.py。Done.")
