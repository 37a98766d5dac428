"""The status machines, kind by kind."""

from __future__ import annotations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from uagent_memory.facts import (
    Change,
    ConstraintValue,
    FactKind,
    FactValue,
    FileValue,
    RequestValue,
    StatementValue,
    Status,
)
from uagent_memory.fold import machine
from uagent_memory.ledger import Ledger, Observation
from uagent_memory.messages import Author, Span, Trust

K, C, S = FactKind, Change, Status

Step = Change | tuple[Change, Author]


def observed(
    kind: FactKind,
    steps: list[Step],
    *,
    key: str = "k",
    value: FactValue | None = None,
    author: Author = Author.AGENT,
) -> list[Observation]:
    """One observation per step, each in a message of its own."""
    result = []
    for seq, step in enumerate(steps):
        change, by = step if isinstance(step, tuple) else (step, author)
        result.append(
            Observation(
                kind=kind,
                key=key,
                value=value or StatementValue(text=f"v{seq}"),
                change=change,
                span=Span(f"m{seq + 1}", "text", 0, 1),
                seq=seq,
                author=by,
                trust=Trust[by.name],
            )
        )
    return result


def status(kind: FactKind, steps: list[Step], **fields: object) -> Status:
    fact = Ledger(observed(kind, steps, **fields)).get(kind, "k")  # type: ignore[arg-type]
    assert fact is not None
    return fact.status


@pytest.mark.parametrize(
    ("steps", "expected"),
    [
        ([C.STATED], S.STATED),
        ([C.READ], S.READ),
        ([C.STATED, C.READ, C.STATED], S.READ),
        ([C.MODIFIED, C.READ], S.MODIFIED),
        ([C.CREATED, C.MODIFIED], S.CREATED),
        ([C.CREATED, C.DELETED], S.DELETED),
        ([C.DELETED, C.READ], S.READ),
        ([C.DELETED, C.CREATED], S.CREATED),
        ([C.MODIFIED, C.REVERTED], S.REVERTED),
        ([C.MODIFIED, C.REVERTED, C.READ], S.REVERTED),
        ([C.REVERTED, C.MODIFIED], S.MODIFIED),
        ([C.REFUSED], S.UNCHANGED),
        ([C.REFUSED, C.READ], S.READ),
        ([C.MODIFIED, C.REFUSED], S.MODIFIED),
        ([C.RENAMED], S.MODIFIED),
    ],
)
def test_file(steps: list[Step], expected: Status) -> None:
    """A file shows its net state; reading or a refused attempt takes no change back."""
    assert status(K.FILE, steps) is expected


@pytest.mark.parametrize(
    ("steps", "expected"),
    [
        ([C.RAISED], S.OPEN),
        ([C.STATED], S.OPEN),
        ([C.RAISED, C.FIXED], S.FIXED),
        ([C.RAISED, C.FIXED, C.STATED], S.FIXED),
        ([C.RAISED, C.FIXED, C.RAISED], S.OPEN),
    ],
)
def test_error(steps: list[Step], expected: Status) -> None:
    """A fixed error stays fixed when talked about, and opens again when raised again."""
    assert status(K.ERROR, steps) is expected


@pytest.mark.parametrize(
    ("steps", "expected"),
    [
        ([C.RAN], S.UNKNOWN),
        ([C.FAILED, C.PASSED], S.PASSED),
        ([C.PASSED, C.FAILED], S.FAILED),
        ([C.PASSED, C.RAN], S.UNKNOWN),
        ([C.PASSED, C.STATED], S.PASSED),
        ([C.REFUSED], S.UNCHANGED),
        ([C.STATED], S.STATED),
    ],
)
@pytest.mark.parametrize("kind", [K.COMMAND, K.TEST])
def test_runs(kind: FactKind, steps: list[Step], expected: Status) -> None:
    """A command or test shows its last run; unknown is not success."""
    assert status(kind, steps) is expected


@pytest.mark.parametrize(
    ("steps", "expected"),
    [
        ([C.STATED], S.PENDING),
        ([C.STATED, C.STARTED], S.IN_PROGRESS),
        ([C.STARTED, C.STATED], S.IN_PROGRESS),
        ([C.STARTED, C.ASKED], S.PENDING),
        ([C.STARTED, C.WAITING], S.WAITING),
        ([C.WAITING, C.ANSWERED], S.PENDING),
        ([C.DONE, C.STATED], S.DONE),
        ([C.DONE, C.STARTED], S.DONE),
        ([C.DONE, C.ASKED], S.DONE),
        ([C.DONE, C.CANCELLED], S.DONE),
        ([C.CANCELLED, C.DONE], S.CANCELLED),
        ([C.CANCELLED, C.STATED, C.STARTED], S.CANCELLED),
        ([C.DONE, (C.ASKED, Author.PARENT)], S.DONE),
        ([C.DONE, (C.ASKED, Author.USER)], S.PENDING),
        ([C.DONE, (C.ASKED, Author.USER), C.DONE], S.DONE),
        ([C.SUPERSEDED, C.STATED], S.SUPERSEDED),
        ([C.SUPERSEDED, C.STARTED], S.IN_PROGRESS),
    ],
)
def test_task(steps: list[Step], expected: Status) -> None:
    """Done and cancelled are final but for a user who asks again."""
    assert status(K.TASK, steps) is expected


@pytest.mark.parametrize(
    ("steps", "expected"),
    [
        ([C.ASKED], S.ACTIVE),
        ([C.ASKED, (C.DONE, Author.AGENT)], S.DONE),
        ([C.ASKED, (C.DONE, Author.AGENT), (C.STARTED, Author.AGENT)], S.DONE),
        ([C.ASKED, (C.DONE, Author.AGENT), C.ASKED], S.ACTIVE),
        ([C.ASKED, C.SUPERSEDED], S.SUPERSEDED),
        ([C.ASKED, C.CANCELLED], S.CANCELLED),
        ([C.ASKED, C.CANCELLED, (C.ASKED, Author.AGENT)], S.CANCELLED),
        ([C.ASKED, (C.CANCELLED, Author.AGENT)], S.ACTIVE),
        ([C.ASKED, (C.DONE, Author.AGENT), C.CANCELLED], S.DONE),
    ],
)
def test_request(steps: list[Step], expected: Status) -> None:
    """Only the user takes back or renews the user's ask."""
    assert status(K.REQUEST, steps, author=Author.USER) is expected


@pytest.mark.parametrize(
    ("steps", "expected"),
    [
        ([C.ASKED], S.ACTIVE),
        ([C.ASKED, C.LIFTED], S.LIFTED),
        ([C.ASKED, C.LIFTED, C.ASKED], S.ACTIVE),
        ([C.ASKED, (C.LIFTED, Author.AGENT)], S.ACTIVE),
        ([C.ASKED, C.LIFTED, (C.STATED, Author.AGENT)], S.LIFTED),
        ([(C.STATED, Author.AGENT), C.ASKED, (C.LIFTED, Author.PARENT)], S.ACTIVE),
        ([C.ASKED, C.SUPERSEDED], S.SUPERSEDED),
    ],
)
def test_constraint(steps: list[Step], expected: Status) -> None:
    """A rule is lifted or renewed only by someone trusted as far as whoever set its state."""
    value = ConstraintValue(text="never touch the tests", sort="prohibition")
    assert status(K.CONSTRAINT, steps, author=Author.USER, value=value) is expected


@pytest.mark.parametrize(
    ("kind", "steps", "expected"),
    [
        (K.DECISION, [C.STATED], S.ACTIVE),
        (K.DECISION, [C.STATED, C.SUPERSEDED], S.SUPERSEDED),
        (K.DECISION, [C.STATED, (C.REJECTED, Author.USER)], S.REJECTED),
        (K.DECISION, [C.STATED, (C.REJECTED, Author.USER), C.STATED], S.REJECTED),
        (K.DECISION, [C.STATED, C.SUPERSEDED, C.STATED], S.ACTIVE),
        (K.QUESTION, [C.ASKED], S.OPEN),
        (K.QUESTION, [C.ASKED, C.ANSWERED], S.ANSWERED),
        (K.QUESTION, [C.ASKED, C.ANSWERED, C.STATED], S.ANSWERED),
        (K.QUESTION, [C.ASKED, C.ANSWERED, C.ASKED], S.OPEN),
        (K.FINDING, [C.STATED, C.SUPERSEDED], S.SUPERSEDED),
        (K.FINDING, [C.STATED, (C.SUPERSEDED, Author.USER), C.STATED], S.SUPERSEDED),
        (K.HANDOFF, [C.STATED, C.DONE], S.DONE),
        (K.HANDOFF, [C.STATED, C.DONE, C.STATED], S.STATED),
        (K.NUMBER, [C.STATED, C.STATED], S.STATED),
        (K.SYMBOL, [C.CREATED, C.REMOVED], S.DELETED),
    ],
)
def test_other_kinds(kind: FactKind, steps: list[Step], expected: Status) -> None:
    """Decisions, questions and statements close and open as their tables say."""
    assert status(kind, steps) is expected


def test_summary_passes_a_state_on() -> None:
    """What a hand-off calls done stays done when a direct source restates the old plan."""
    assert status(K.TASK, [(C.DONE, Author.SUMMARY), C.STATED]) is S.DONE


@pytest.mark.parametrize("change", list(Change))
def test_summary_never_overrides(change: Change) -> None:
    """After a direct observation a summary changes neither status nor value."""
    direct = observed(K.TASK, [C.STARTED])
    late = Observation(
        K.TASK, "k", StatementValue(text="other"), change,
        Span("m9", "text", 0, 1), 9, Author.SUMMARY, Trust.SUMMARY,
    )  # fmt: skip
    fact = Ledger([*direct, late]).get(K.TASK, "k")
    assert fact is not None
    assert fact.status is S.IN_PROGRESS
    assert fact.value == StatementValue(text="v0")


def test_newest_value_wins() -> None:
    """The value of a fact is the newest one seen at first hand."""
    fact = Ledger(observed(K.NUMBER, [C.STATED, C.STATED, C.STATED])).get(K.NUMBER, "k")
    assert fact is not None
    assert fact.value == StatementValue(text="v2")
    assert [seen.seq for seen in fact.history] == [0, 1, 2]


def test_renamed_file() -> None:
    """A rename with a target ends the old path and leads to the new one."""
    moved = FileValue(path="a.py", renamed_to="b.py")
    assert status(K.FILE, [C.MODIFIED, C.RENAMED], value=moved) is S.RENAMED
    assert status(K.FILE, [C.RENAMED, C.STATED], value=moved) is S.RENAMED
    assert status(K.FILE, [C.RENAMED, C.CREATED], value=moved) is S.CREATED


def test_every_machine_starts_somewhere() -> None:
    """Each kind knows what a bare mention makes of it."""
    assert all(Change.STATED in machine(kind) for kind in FactKind)


@settings(max_examples=100, deadline=None)
@given(st.lists(st.sampled_from([c for c in Change if c is not Change.ASKED]), max_size=8))
def test_done_stays_done(later: list[Change]) -> None:
    """No sequence of changes other than a user's new ask brings a finished task back."""
    assert status(K.TASK, [C.DONE, *later]) is S.DONE


@settings(max_examples=100, deadline=None)
@given(st.sampled_from(FactKind), st.lists(st.sampled_from(Change), min_size=1, max_size=8))
def test_any_history_folds(kind: FactKind, changes: list[Change]) -> None:
    """Every kind folds every history, also with changes that do not concern it."""
    assert status(kind, list(changes), value=RequestValue(text="x")) in Status
