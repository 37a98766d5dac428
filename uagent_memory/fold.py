"""The fold: what the observations of one (kind, key) add up to.

One small status machine per kind, as a table: a change leads to a status unless the present status
is one that it leaves alone, and some steps ask for an authority. The fold reads the observations in
message order and depends on nothing but their set, so union is idempotent and order-free.

An observation with the trust of a summary speaks only until the first direct one: it may set the
state that a hand-off passed on, and never overrides what was seen at first hand.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from enum import Enum, auto
from functools import cache
from itertools import groupby
from operator import itemgetter
from typing import TYPE_CHECKING, NamedTuple

from uagent_memory.facts import Change, FactKind, FactValue, Status
from uagent_memory.messages import Author, Trust

if TYPE_CHECKING:
    from uagent_memory.ledger import Observation

__all__ = ["Authority", "Rule", "arranged", "machine", "standing", "status_of", "value_of"]


class Authority(Enum):
    """Who may take a step."""

    ANYONE = auto()
    PEER = auto()
    """Whoever is trusted at least as far as the one who brought the present status about."""
    USER = auto()


class Rule(NamedTuple):
    """Where a change leads."""

    to: Status
    keeps: frozenset[Status] = frozenset()
    """Present statuses that the change leaves as they are."""
    guarded: frozenset[Status] = frozenset()
    """Present statuses that only `authority` may leave by this change."""
    authority: Authority = Authority.ANYONE


Machine = Mapping[Change, Rule]

_OVER = frozenset((Status.DONE, Status.CANCELLED))
_CLOSED = frozenset((*_OVER, Status.SUPERSEDED))
_TOUCHED = frozenset((Status.CREATED, Status.MODIFIED, Status.DELETED, Status.RENAMED))
_SEEN = frozenset((*_TOUCHED, Status.REVERTED, Status.STASHED, Status.READ))
_RAN = frozenset((Status.PASSED, Status.FAILED, Status.UNKNOWN))
_ACTIVE = frozenset((Status.ACTIVE,))
_SETTLED = frozenset((Status.SETTLED,))
_LASTING = frozenset((Status.ACTIVE, Status.DONE))

_FILE: Machine = {
    Change.STATED: Rule(Status.STATED, keeps=_SEEN | {Status.UNCHANGED}),
    Change.REFUSED: Rule(Status.UNCHANGED, keeps=_SEEN),
    Change.READ: Rule(Status.READ, keeps=_SEEN - {Status.DELETED, Status.RENAMED}),
    Change.CREATED: Rule(Status.CREATED),
    Change.MODIFIED: Rule(Status.MODIFIED, keeps=frozenset((Status.CREATED,))),
    Change.DELETED: Rule(Status.DELETED),
    Change.REMOVED: Rule(Status.DELETED),
    Change.RENAMED: Rule(Status.RENAMED),
    Change.REVERTED: Rule(Status.REVERTED),
    Change.STASHED: Rule(Status.STASHED),
    Change.RESTORED: Rule(Status.MODIFIED, keeps=frozenset((Status.CREATED,))),
}
_RUN: Machine = {
    Change.STATED: Rule(Status.STATED, keeps=_RAN | {Status.UNCHANGED}),
    Change.REFUSED: Rule(Status.UNCHANGED, keeps=_RAN),
    Change.RAN: Rule(Status.UNKNOWN),
    Change.PASSED: Rule(Status.PASSED),
    Change.FIXED: Rule(Status.PASSED),
    Change.FAILED: Rule(Status.FAILED),
    Change.RAISED: Rule(Status.FAILED),
    Change.SUPERSEDED: Rule(Status.SUPERSEDED),
    Change.SETTLED: Rule(Status.SETTLED, keeps=frozenset((Status.PASSED,))),
}
_TEST: Machine = {
    **_RUN,
    Change.FAILED: Rule(Status.FAILED, keeps=_SETTLED),
    Change.RAISED: Rule(Status.FAILED, keeps=_SETTLED),
}
_ERROR: Machine = {
    Change.STATED: Rule(Status.OPEN, keeps=_SETTLED | {Status.FIXED, Status.SUPERSEDED}),
    Change.RAISED: Rule(Status.OPEN, keeps=_SETTLED),
    Change.FAILED: Rule(Status.OPEN, keeps=_SETTLED),
    Change.FIXED: Rule(Status.FIXED, keeps=_SETTLED),
    Change.PASSED: Rule(Status.FIXED, keeps=_SETTLED),
    Change.DONE: Rule(Status.FIXED, keeps=_SETTLED),
    Change.SUPERSEDED: Rule(Status.SUPERSEDED, keeps=_SETTLED | {Status.FIXED}),
    Change.SETTLED: Rule(Status.SETTLED, keeps=frozenset((Status.FIXED,))),
}
_TASK: Machine = {
    Change.STATED: Rule(
        Status.PENDING, keeps=_CLOSED | {Status.IN_PROGRESS, Status.WAITING, Status.PENDING}
    ),
    Change.ASKED: Rule(Status.PENDING, guarded=_OVER, authority=Authority.USER),
    Change.STARTED: Rule(Status.IN_PROGRESS, keeps=_OVER),
    Change.WAITING: Rule(Status.WAITING, keeps=_OVER),
    Change.ANSWERED: Rule(Status.PENDING, keeps=_CLOSED | {Status.IN_PROGRESS}),
    Change.DONE: Rule(Status.DONE, keeps=_OVER),
    Change.CANCELLED: Rule(Status.CANCELLED, keeps=_OVER),
    Change.REJECTED: Rule(Status.CANCELLED, keeps=_OVER),
    Change.SUPERSEDED: Rule(Status.SUPERSEDED, keeps=_OVER),
}
_REQUEST: Machine = {
    Change.STATED: Rule(Status.ACTIVE, keeps=_CLOSED | {Status.REJECTED}),
    Change.ASKED: Rule(Status.ACTIVE, guarded=_CLOSED, authority=Authority.USER),
    Change.STARTED: Rule(Status.ACTIVE, keeps=_CLOSED),
    Change.DONE: Rule(Status.DONE, keeps=_CLOSED),
    Change.ANSWERED: Rule(Status.DONE, keeps=_CLOSED),
    Change.REJECTED: Rule(Status.REJECTED, keeps=_CLOSED),
    Change.CANCELLED: Rule(Status.CANCELLED, _OVER, _ACTIVE, Authority.PEER),
    Change.REVERTED: Rule(Status.CANCELLED, guarded=_LASTING, authority=Authority.PEER),
    Change.SUPERSEDED: Rule(Status.SUPERSEDED, _OVER, _ACTIVE, Authority.PEER),
}
_CONSTRAINT: Machine = {
    change: Rule(status, guarded=frozenset(Status), authority=Authority.PEER)
    for change, status in (
        (Change.STATED, Status.ACTIVE),
        (Change.ASKED, Status.ACTIVE),
        (Change.LIFTED, Status.LIFTED),
        (Change.CANCELLED, Status.LIFTED),
        (Change.SUPERSEDED, Status.SUPERSEDED),
    )
}
_DECISION: Machine = {
    change: Rule(status, guarded=frozenset(Status), authority=Authority.PEER)
    for change, status in (
        (Change.STATED, Status.ACTIVE),
        (Change.ASKED, Status.ACTIVE),
        (Change.SUPERSEDED, Status.SUPERSEDED),
        (Change.REVERTED, Status.SUPERSEDED),
        (Change.REJECTED, Status.REJECTED),
        (Change.CANCELLED, Status.REJECTED),
    )
}
_QUESTION: Machine = {
    Change.STATED: Rule(Status.OPEN, keeps=_CLOSED | {Status.ANSWERED}),
    Change.ASKED: Rule(Status.OPEN),
    Change.ANSWERED: Rule(Status.ANSWERED),
    Change.DONE: Rule(Status.ANSWERED),
    Change.CANCELLED: Rule(Status.CANCELLED, keeps=frozenset((Status.ANSWERED,))),
    Change.SUPERSEDED: Rule(Status.SUPERSEDED, keeps=frozenset((Status.ANSWERED,))),
}
_STATED: Machine = {
    Change.STATED: Rule(
        Status.STATED,
        keeps=frozenset((Status.DONE,)),
        guarded=frozenset((Status.SUPERSEDED, Status.REJECTED)),
        authority=Authority.PEER,
    ),
    Change.STARTED: Rule(Status.IN_PROGRESS),
    Change.DONE: Rule(Status.DONE),
    Change.SUPERSEDED: Rule(Status.SUPERSEDED),
    Change.REJECTED: Rule(Status.REJECTED),
}
_HANDOFF: Machine = {
    **_STATED,
    Change.STATED: Rule(
        Status.STATED,
        guarded=frozenset((Status.DONE, Status.SUPERSEDED, Status.REJECTED)),
        authority=Authority.PEER,
    ),
}
"""Who was done is given work again."""
_MACHINES: Mapping[FactKind, Machine] = {
    FactKind.FILE: _FILE,
    FactKind.SYMBOL: _FILE,
    FactKind.COMMAND: _RUN,
    FactKind.TEST: _TEST,
    FactKind.ERROR: _ERROR,
    FactKind.TASK: _TASK,
    FactKind.REQUEST: _REQUEST,
    FactKind.CONSTRAINT: _CONSTRAINT,
    FactKind.DECISION: _DECISION,
    FactKind.QUESTION: _QUESTION,
    FactKind.HANDOFF: _HANDOFF,
}


def machine(kind: FactKind) -> Machine:
    """The status machine of a kind; kinds without one of their own are merely stated."""
    return _MACHINES.get(kind, _STATED)


def arranged(observations: Iterable[Observation]) -> tuple[Observation, ...]:
    """Every observation once, in message order, ties broken by content and never by arrival."""
    ordered = sorted([(seen.order, seen) for seen in observations], key=itemgetter(0))
    result: list[Observation] = []
    for _, run in groupby(ordered, key=itemgetter(0)):
        tied = [seen for _, seen in run]
        result.extend(tied if len(tied) == 1 else sorted(set(tied), key=_content))
    return tuple(result)


def _content(seen: Observation) -> tuple[str, str, int, str]:
    return seen.span.message_id, seen.author, seen.trust, repr(seen.value)


def value_of(history: Sequence[Observation]) -> FactValue:
    """The newest value seen at first hand; the newest of the summaries where there is none."""
    if len(history) == 1:
        return history[0].value
    direct = (seen for seen in reversed(history) if seen.trust is not Trust.SUMMARY)
    return next(direct, history[-1]).value


def status_of(history: Sequence[Observation]) -> Status:
    """Runs the kind's machine over a history that stands in message order."""
    if len(history) == 1:
        seen = history[0]
        return _refined(seen, _status_at_first(seen.kind, seen.change, seen.author, seen.trust))
    rules = machine(history[0].kind)
    present, holder, direct = _initial(history[0].kind), Trust.SUMMARY, False
    aside: Status | None = None
    for seen in history:
        summary = seen.trust is Trust.SUMMARY
        if summary and direct:
            continue
        direct = direct or not summary
        rule = rules.get(seen.change)
        if (
            rule is None
            or present in rule.keeps
            or not _may(seen.author, seen.trust, rule, present, holder)
        ):
            continue
        status = _refined(seen, rule.to)
        if seen.change is Change.STASHED or status is Status.RENAMED:
            aside = present
        elif seen.change is Change.RESTORED:
            status, aside = aside or status, None
        holder = max(holder, seen.trust) if status is present else seen.trust
        present = status
    return present


def standing(history: Sequence[Observation]) -> tuple[Observation, ...]:
    """What was neither undone nor is set aside; what a stash or a copy brings back counts again.

    A move that was taken back is none.
    """
    kept: list[Observation] = []
    aside: list[Observation] = []
    undone: list[Observation] = []
    for seen in history:
        match seen.change:
            case Change.REVERTED:
                kept, undone = [], kept or undone
            case Change.STASHED:
                kept, aside = [], aside + kept if aside else kept
            case Change.RESTORED if kept and _leaves(kept[-1]):
                kept.pop()
            case Change.RESTORED:
                back = aside or undone
                kept, aside = back + kept if kept else back, []
            case _:
                kept.append(seen)
    return tuple(kept)


def _leaves(seen: Observation) -> bool:
    return seen.change is Change.RENAMED and bool(getattr(seen.value, "renamed_to", ""))


def _initial(kind: FactKind) -> Status:
    """Where a fact stands whose observations say nothing that its machine knows."""
    return machine(kind)[Change.STATED].to


@cache
def _status_at_first(kind: FactKind, change: Change, author: Author, trust: Trust) -> Status:
    """Where one observation alone leads."""
    rule, present = machine(kind).get(change), _initial(kind)
    if rule is None or present in rule.keeps:
        return present
    return rule.to if _may(author, trust, rule, present, Trust.SUMMARY) else present


def _may(author: Author, trust: Trust, rule: Rule, present: Status, holder: Trust) -> bool:
    if present not in rule.guarded or rule.authority is Authority.ANYONE:
        return True
    if rule.authority is Authority.USER:
        return author is Author.USER and trust is Trust.USER
    return trust >= holder


def _refined(seen: Observation, to: Status) -> Status:
    """A rename without a target is seen from the new path: something arrived there."""
    if to is Status.RENAMED and not _leaves(seen):
        return Status.MODIFIED
    return to
