from __future__ import annotations

from typing import Any

from tests.builders import SessionBuilder
from uagent_memory.messages import Author, Message, Role
from uagent_memory.obligations import open_calls


def test_answered_calls_are_not_open() -> None:
    """A call with its result holds nothing."""
    session = SessionBuilder()
    session.run("Bash", "ok", command="ls")
    assert open_calls(session.messages, patience=5) == ((), ())


def test_an_open_call_holds_its_message() -> None:
    """A call without a result must not be folded."""
    session = SessionBuilder()
    session.user("go")
    session.agent("", session.call("Bash", command="make"))
    assert open_calls(session.messages, patience=5).held == ("m2",)


def test_an_open_call_holds_the_results_of_its_sisters() -> None:
    """Parallel calls stay together."""
    session = SessionBuilder()
    first, second = session.call("Read", path="a"), session.call("Read", path="b")
    session.agent("", first, second)
    session.result(first, "text")
    assert open_calls(session.messages, patience=5).held == ("m1", "m2")


def test_a_dead_call_ages_out() -> None:
    """After enough agent messages a missing result blocks nothing any more."""
    session = SessionBuilder()
    call = session.call("Bash", command="make")
    session.agent("", call)
    for number in range(3):
        session.agent(f"step {number}")
    assert open_calls(session.messages, patience=3).held == ("m1",)
    assert open_calls(session.messages, patience=2) == ((), ("m1",))


def test_parallel_calls_in_two_messages_are_held_together() -> None:
    """Some formats give each call of a turn a message of its own."""
    session = SessionBuilder()
    first, second = session.call("Read", path="a"), session.call("Read", path="b")
    session.agent("", first)
    session.agent("", second)
    session.result(first, "text")
    assert open_calls(session.messages, patience=5).held == ("m1", "m2", "m3")


def test_a_result_without_an_id_answers_the_newest_caller() -> None:
    """Its calls are answered in order; an orphan before it stays open."""
    session = SessionBuilder()
    session.agent("", session.call("Bash", command="orphan"))
    session.user("go on")
    session.agent("", session.call("Bash", command="a"), session.call("Bash", command="b"))
    session.add(Role.TOOL, Author.TOOL, "a's result")
    assert open_calls(session.messages, patience=9).held == ("m1", "m3", "m4")
    session.add(Role.TOOL, Author.TOOL, "b's result")
    assert open_calls(session.messages, patience=9).held == ("m1",)


def test_results_without_calls_are_normal() -> None:
    """A result that answers nothing, or twice, is ignored."""
    session = SessionBuilder()
    call = session.call("Bash", command="ls")
    session.result(call, "before any call")
    session.agent("", call)
    session.result(call, "ok")
    session.result(call, "again")
    assert open_calls(session.messages, patience=9) == ((), ())


def test_the_calls_of_one_long_turn_are_looked_at_once() -> None:
    """However many wait for their results, the time does not grow with their square."""

    class Counted(tuple[Message, ...]):
        __slots__ = ()
        reads = 0

        def __getitem__(self, index: Any) -> Any:
            Counted.reads += 1
            return super().__getitem__(index)

    session = SessionBuilder()
    for number in range(300):
        session.agent("", session.call("Bash", command=f"make {number}"))
    assert len(open_calls(Counted(session.messages), patience=5).held) == 300
    assert Counted.reads < 300 * 20
