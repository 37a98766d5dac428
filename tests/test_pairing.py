"""Which results belong to which calls, and where a log may be cut."""

from __future__ import annotations

from hypothesis import given, settings
from hypothesis import strategies as st

from tests.builders import SessionBuilder, open_calls
from tests.random_logs import logs
from uagent_memory.messages import Author, Block, Message, Role, ToolCall
from uagent_memory.pairing import CallAt, cut_before, legal_cuts, pair_calls


def test_results_find_their_calls() -> None:
    """By id, the first result wins; one of nobody is an orphan, a second one a duplicate."""
    log = SessionBuilder()
    first, second = log.call("bash", command="ls"), log.call("bash", command="pwd")
    log.agent("", first, second)
    log.result(second, "/home")
    log.result(first, "a b")
    log.result(first, "again")
    log.add(Role.TOOL, Author.TOOL, "who?", tool_call_id="call_99")
    pairing = pair_calls(log.messages)
    assert pairing.answers == {1: CallAt(0, 1), 2: CallAt(0, 0)}
    assert pairing.duplicates == (3,)
    assert pairing.orphans == (4,)
    assert pairing.unanswered == ()


def test_a_used_id_belongs_to_its_newest_call() -> None:
    """Where a log uses an id again, each result answers the call before it."""
    log = SessionBuilder()
    call = ToolCall(id="call_0", name="bash", arguments={"command": "ls"})
    for output in ("one", "two"):
        log.agent("", call)
        log.result(call, output)
    assert pair_calls(log.messages).answers == {1: CallAt(0, 0), 3: CallAt(2, 0)}


def test_a_result_without_an_id_answers_in_order() -> None:
    """It answers the first open call of the newest caller."""
    log = SessionBuilder()
    log.agent("", log.call("a"))
    log.agent("", log.call("b"), log.call("c"))
    for text in ("b's", "c's", "a's", "nobody's"):
        log.add(Role.TOOL, Author.TOOL, text)
    pairing = pair_calls(log.messages)
    assert pairing.answers == {2: CallAt(1, 0), 3: CallAt(1, 1), 4: CallAt(0, 0)}
    assert pairing.orphans == (5,)


def test_open_calls_age_out() -> None:
    """A call waits until the agent goes on without its result."""
    log = SessionBuilder()
    answered, waiting = log.call("bash"), log.call("deploy")
    log.agent("", answered, waiting)
    log.result(answered, "ok")
    log.user("How far are you?")
    assert open_calls(log.messages) == (waiting,)
    log.agent("Still deploying.")
    assert open_calls(log.messages) == ()
    assert open_calls(log.messages, patience=1) == (waiting,)
    assert open_calls(()) == ()


def test_parallel_calls_in_two_messages_are_one_turn() -> None:
    """Calls that the input gives one by one are all open until a result arrives."""
    log = SessionBuilder()
    first, second = log.call("a"), log.call("b")
    log.agent("", first)
    log.agent("", second)
    assert open_calls(log.messages) == (first, second)
    assert legal_cuts(log.messages) == (0,)


def test_cuts_keep_exchanges_whole() -> None:
    """No cut parts a call from its result; the cut moves earlier."""
    log = SessionBuilder()
    log.user("Go")
    first, second = log.call("a"), log.call("b")
    log.agent("", first, second)
    log.result(first, "1")
    log.user("By the way")
    log.result(second, "2")
    log.agent("Done.")
    assert legal_cuts(log.messages) == (0, 1, 5, 6)
    assert [cut_before(log.messages, index) for index in (-3, 0, 2, 4, 5, 9)] == [0, 0, 1, 1, 5, 6]


def test_an_open_call_is_never_cut_off() -> None:
    """Nothing may be cut between an open call and the end."""
    log = SessionBuilder()
    log.user("Go")
    log.agent("", log.call("deploy"))
    log.user("Well?")
    assert legal_cuts(log.messages) == (0, 1)


def test_a_dead_call_blocks_nothing() -> None:
    """A call that nobody will answer does not hold the log."""
    log = SessionBuilder()
    log.agent("", log.call("deploy"))
    log.user("Forget it.")
    log.agent("Fine.")
    assert legal_cuts(log.messages) == (0, 1, 2, 3)


def test_thinking_stays_with_what_it_leads_to() -> None:
    """A message of thinking alone is not parted from the agent message after it."""
    log = SessionBuilder()
    thought = Block(type="thinking", data={"type": "thinking", "thinking": "hm", "signature": "s"})
    log.user("Go")
    log.agent("", blocks=(thought,))
    log.agent("Done.")
    assert legal_cuts(log.messages) == (0, 1, 3)


@settings(max_examples=100, deadline=None)
@given(logs, st.integers(-2, 20))
def test_cuts_of_random_logs(messages: tuple[Message, ...], wanted: int) -> None:
    """On neither side of a legal cut is there half an exchange; there is always one."""
    cut = cut_before(messages, wanted)
    assert 0 <= cut <= max(wanted, 0)
    whole = pair_calls(messages).answers
    assert all((at.message < cut) == (result < cut) for result, at in whole.items())
    waiting = open_calls(messages)
    assert open_calls(messages[cut:]) == waiting
    assert set(legal_cuts(messages)) >= {0} | ({len(messages)} if not waiting else set())
