"""What the caller pins."""

from __future__ import annotations

import pytest

from tests.builders import SessionBuilder
from tests.generator.views import view_of
from uagent_memory.errors import UnknownReference
from uagent_memory.generator.candidate import Candidate, Keep
from uagent_memory.generator.pool import CandidatePool
from uagent_memory.generator.selection.pins import propose_pins


def pinned(*keep: str) -> tuple[Candidate, ...]:
    s = SessionBuilder("coder/")
    s.user("First line.\nThe port is 5433.\nLast line.")
    s.run("Bash", "ok", command="ls")
    s.agent("端口是 5433，请记住。\nThe port is 5433 in conf.ini, too.")
    pool = CandidatePool()
    propose_pins(view_of(s.messages), pool, keep)
    return pool.candidates


def test_a_message_is_pinned_with_all_its_parts() -> None:
    """By its id or the short form of it; a call's arguments are a part."""
    assert [c.text for c in pinned("coder/m1")] == [c.text for c in pinned("m1")]
    (call,) = pinned("m2")
    assert call.text == "Bash command: ls"
    assert call.keep is Keep.CALLER


def test_of_a_literal_the_line_of_its_latest_occurrence_is_kept() -> None:
    """The whole line, in either language."""
    assert [c.text for c in pinned("The port is 5433")] == ["The port is 5433 in conf.ini, too."]
    assert [c.text for c in pinned("端口是")] == ["端口是 5433，请记住。"]


@pytest.mark.parametrize("pin", ["m99", "no such words", "", "  "])
def test_an_unknown_pin_is_an_error(pin: str) -> None:
    """Its message names the pin."""
    with pytest.raises(UnknownReference, match="neither a message id"):
        pinned(pin)


def test_no_pins_no_candidates() -> None:
    """Nothing is proposed for nothing."""
    assert pinned() == ()
