from __future__ import annotations

from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, invariant, precondition, rule

from tests.builders import SessionBuilder
from uagent_memory.context import IsolatedRoleContext
from uagent_memory.errors import InputError, UnknownReference
from uagent_memory.messages import Message, Role
from uagent_memory.records import HideRecord, MessageRecord, Record, RewindRecord


def session(count: int, *, role: str = "coder") -> tuple[Message, ...]:
    builder = SessionBuilder(prefix=f"{role}/")
    for number in range(1, count + 1):
        builder.user(f"message {number}")
    return builder.messages


def ids(*numbers: int) -> tuple[str, ...]:
    return tuple(f"coder/m{number}" for number in numbers)


def shown(context: IsolatedRoleContext) -> list[int]:
    return [int(message.short_id[1:]) for message in context.visible]


def test_messages_are_kept_in_order() -> None:
    """A context shows what arrived, as it arrived."""
    context = IsolatedRoleContext("coder", session(3))
    assert context.messages == context.visible == session(3)
    assert context.arrived == 3
    assert context.newest == session(3)[-1]


def test_an_empty_context_has_nothing() -> None:
    """Nothing arrived, nothing is shown."""
    context = IsolatedRoleContext("coder")
    assert (context.messages, context.visible, context.log) == ((), (), ())
    assert context.newest is None


def test_snapshots_stay_as_they_are() -> None:
    """What a caller holds is not changed by later records."""
    context = IsolatedRoleContext("coder", session(2))
    messages, visible, hidden, log = context.messages, context.visible, context.hidden, context.log
    context.append(session(3)[2])
    context.hide(ids(1, 2), by="coder/m3")
    assert messages == visible == session(2)
    assert hidden == {}
    assert len(log) == 2


def test_an_id_arrives_once() -> None:
    """A message id in use is refused, and nothing of the batch is taken."""
    context = IsolatedRoleContext("coder", session(2))
    with pytest.raises(InputError, match="has a message coder/m1 already"):
        context.append(session(3)[2], session(1)[0])
    assert context.messages == session(2)
    assert context.arrived == 2


def test_hidden_messages_leave_the_view_only() -> None:
    """The originals stay in the log; the view shows the message that stands for them."""
    context = IsolatedRoleContext("coder", session(4))
    context.hide(ids(1, 2, 3), by="coder/m4")
    assert shown(context) == [4]
    assert context.messages == session(4)
    assert context.hidden == dict.fromkeys(ids(1, 2, 3), "coder/m4")


def test_a_summary_stands_where_the_first_hidden_stood() -> None:
    """What arrived while it was written follows it, once and in order."""
    context = IsolatedRoleContext("coder", session(6))
    context.hide(ids(2, 3), by="coder/m6")
    assert shown(context) == [1, 6, 4, 5]


def test_a_later_summary_hides_an_earlier_one() -> None:
    """Generations of compactions leave one message in the view."""
    context = IsolatedRoleContext("coder", session(3))
    context.hide(ids(1, 2), by="coder/m3")
    context.append(*session(5)[3:])
    context.hide(ids(3, 4), by="coder/m5")
    assert shown(context) == [5]
    assert context.hidden["coder/m1"] == "coder/m3"


def test_hiding_twice_changes_nothing() -> None:
    """Marks are idempotent."""
    context = IsolatedRoleContext("coder", session(4))
    context.hide(ids(1, 2), by="coder/m4")
    context.hide(ids(1, 2), by="coder/m4")
    assert shown(context) == [4, 3]


@pytest.mark.parametrize(
    ("hide", "by"), [((1, 9), "coder/m3"), ((1,), "coder/m9"), ((1, 3), "coder/m3")]
)
def test_marks_must_fit_the_log(hide: tuple[int, ...], by: str) -> None:
    """Unknown ids and a message that hides itself are refused; nothing is recorded."""
    context = IsolatedRoleContext("coder", session(3))
    with pytest.raises(UnknownReference):
        context.hide(ids(*hide), by=by)
    assert len(context.log) == 3


def test_a_hidden_message_cannot_stand_for_others() -> None:
    """A view never shows a message that was folded away."""
    context = IsolatedRoleContext("coder", session(4))
    context.hide(ids(2), by="coder/m3")
    with pytest.raises(UnknownReference, match="it is hidden itself"):
        context.hide(ids(1), by="coder/m2")


def test_rewinding_brings_back_what_a_later_compaction_hid() -> None:
    """A rewind past a summary undoes it."""
    context = IsolatedRoleContext("coder", session(4))
    context.hide(ids(1, 2, 3), by="coder/m4")
    assert context.rewind("coder/m2") == ids(3, 4)
    assert shown(context) == [1, 2]
    assert context.hidden == {}


def test_rewinding_to_a_summary_keeps_it() -> None:
    """A summary and its marks belong together."""
    context = IsolatedRoleContext("coder", session(4))
    context.hide(ids(1, 2, 3), by="coder/m4")
    context.append(session(5)[4])
    context.rewind("coder/m4")
    assert shown(context) == [4]


def test_rewinding_keeps_earlier_compactions() -> None:
    """Only what came after the point is undone."""
    context = IsolatedRoleContext("coder", session(3))
    context.hide(ids(1, 2), by="coder/m3")
    context.append(*session(5)[3:])
    context.hide(ids(3, 4), by="coder/m5")
    context.rewind("coder/m4")
    assert shown(context) == [3, 4]


def test_what_is_taken_back_can_still_be_read() -> None:
    """Nothing is destroyed, and numbers are not used twice."""
    context = IsolatedRoleContext("coder", session(3))
    context.rewind("coder/m1")
    assert context.get("coder/m3") == session(3)[2]
    assert session(3)[2] not in context.messages
    assert context.arrived == 3
    with pytest.raises(InputError):
        context.append(session(3)[2])


def test_rewinding_to_the_unknown_is_refused() -> None:
    """The error names the newest message there is."""
    context = IsolatedRoleContext("coder", session(2))
    with pytest.raises(UnknownReference, match=r"'coder/m7' is not in .*newest is coder/m2"):
        context.rewind("coder/m7")


def test_forks_are_independent() -> None:
    """Two futures share one past."""
    context = IsolatedRoleContext("coder", session(3))
    context.hide(ids(1), by="coder/m3")
    fork = context.fork()
    fork.rewind("coder/m2")
    context.append(session(4)[3])
    assert shown(context) == [3, 2, 4]
    assert shown(fork) == [1, 2]


class LogMachine(RuleBasedStateMachine):
    """Appends, hides and rewinds in any order."""

    def __init__(self) -> None:
        super().__init__()
        self.context = IsolatedRoleContext("coder")
        self.ever: list[Message] = []

    def _arrive(self) -> Message:
        number = len(self.ever)
        builder = SessionBuilder()
        message = builder.user(f"text {number}").model_copy(
            update={"id": f"coder/m{number + 1}", "seq": number, "role": Role.USER}
        )
        self.ever.append(message)
        self.context.append(message)
        return message

    @rule()
    def append(self) -> None:
        self._arrive()

    @precondition(lambda self: self.context.visible)
    @rule(data=st.data())
    def compact(self, data: st.DataObject) -> None:
        view = [message.id for message in self.context.visible]
        chosen = data.draw(st.sets(st.sampled_from(view), min_size=1))
        summary = self._arrive()
        self.context.hide([i for i in view if i in chosen], by=summary.id)

    @precondition(lambda self: self.context.messages)
    @rule(data=st.data())
    def rewind(self, data: st.DataObject) -> None:
        live = [message.id for message in self.context.messages]
        self.context.rewind(data.draw(st.sampled_from(live)))

    @invariant()
    def nothing_is_lost(self) -> None:
        for message in self.ever:
            assert self.context.get(message.id) is message

    @invariant()
    def every_live_message_is_shown_or_stood_for(self) -> None:
        """No gap and no overlap."""
        view = [message.id for message in self.context.visible]
        assert len(set(view)) == len(view)
        hidden = self.context.hidden
        for message in self.context.messages:
            identifier = message.id
            assert (identifier in view) is (identifier not in hidden)
            while identifier in hidden:
                identifier = hidden[identifier]
            assert identifier in view

    @invariant()
    def the_log_tells_everything(self) -> None:
        again = IsolatedRoleContext.from_records("coder", self.context.log)
        assert again.visible == self.context.visible
        assert again.messages == self.context.messages
        assert again.hidden == self.context.hidden


LogMachine.TestCase.settings = settings(max_examples=60, stateful_step_count=25, deadline=None)
TestLogMachine = LogMachine.TestCase
TestLogMachine.__doc__ = "Whatever happens to a log: nothing is lost, no gap, no overlap."


@settings(max_examples=100, deadline=None)
@given(count=st.integers(2, 12), data=st.data())
def test_a_failing_batch_leaves_no_trace(count: int, data: Any) -> None:
    """Records are added all or none."""
    context = IsolatedRoleContext("coder", session(count))
    context.hide(ids(1), by="coder/m2")
    before = (context.log, context.visible, context.messages, dict(context.hidden))
    more = session(count + 2)[count:]
    good: list[Record] = [
        *(MessageRecord(role="coder", message=message) for message in more),
        HideRecord(role="coder", ids=ids(2), by=more[0].id),
        RewindRecord(role="coder", to="coder/m1"),
    ]
    cut = data.draw(st.integers(0, len(good)))
    with pytest.raises(UnknownReference):
        context.extend([*good[:cut], RewindRecord(role="coder", to="coder/m99")])
    assert (context.log, context.visible, context.messages, dict(context.hidden)) == before
