"""The ledger: append-only observations, folded by key into facts.

The fold depends only on the *set* of observations: union is idempotent and order-free, so merging
an old hand-off with new messages, rewinding and forking follow by construction.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from uagent_memory.fact_name import FactName
from uagent_memory.facts import OPEN_STATUSES, Change, FactKind, FactValue, Status
from uagent_memory.fold import arranged, standing, status_of, value_of
from uagent_memory.messages import Author, Span, Trust

if TYPE_CHECKING:
    from collections.abc import Collection, Iterable, Iterator

__all__ = ["Fact", "Ledger", "Observation"]


_NO_ACT = frozenset((Change.READ, Change.STATED, Change.REFUSED))


class Observation(NamedTuple):
    """One thing seen once, at one place. Equal observations are one.

    Several observations may share a key: they are then the history of one fact.
    """

    kind: FactKind
    key: str
    value: FactValue
    change: Change
    span: Span
    seq: int
    """`Message.seq` of the span's message: orders the fold."""
    author: Author
    trust: Trust

    @property
    def order(self) -> tuple[int, int, int, int, str, str, str]:
        """Message order, then reading order within the message: text before calls."""
        _, name, start, end = self.span
        part = 0 if name == "text" else 1 + int(name.removeprefix("call:"))
        return (self.seq, part, start, end, self.kind, self.key, self.change)


class Fact(NamedTuple):
    """All observations with one (kind, key), folded in message order."""

    kind: FactKind
    key: str
    value: FactValue
    status: Status
    history: tuple[Observation, ...]

    @property
    def name(self) -> FactName:
        """By what a ledger finds it."""
        return FactName(self.kind, self.key)

    @property
    def first(self) -> Observation:
        return self.history[0]

    @property
    def last(self) -> Observation:
        return self.history[-1]

    @property
    def sources(self) -> tuple[Span, ...]:
        if len(self.history) == 1:
            return (self.history[0].span,)
        return tuple(dict.fromkeys(observation.span for observation in self.history))

    @property
    def standing(self) -> tuple[Observation, ...]:
        """Those of what was neither undone nor is set aside."""
        return standing(self.history)

    @property
    def acts(self) -> tuple[Observation, ...]:
        """Those that did something to it: not what only read, named or tried."""
        return tuple(seen for seen in self.history if seen.change not in _NO_ACT)

    @property
    def came_and_went(self) -> bool:
        """Made in this history and gone again."""
        gone = self.status in (Status.DELETED, Status.REVERTED)
        return gone and bool(self.acts) and self.acts[0].change is Change.CREATED

    def without(self, calls: Collection[tuple[str, str]]) -> Fact | None:
        """As it was before these calls, by message and part; None if nothing else tells of it."""
        if not any(seen.span[:2] in calls for seen in self.history):
            return self
        history = tuple(seen for seen in self.history if seen.span[:2] not in calls)
        if not history:
            return None
        return self._replace(value=value_of(history), status=status_of(history), history=history)

    @property
    def trust(self) -> Trust:
        return min(observation.trust for observation in self.history)

    @property
    def is_open(self) -> bool:
        """Still asks something of the receiver."""
        return self.status in OPEN_STATUSES


class Ledger:
    """A set of observations and the facts they fold to. Immutable; `merge` makes a new one."""

    __slots__ = ("_by_kind", "_facts", "_observations")

    def __init__(self, observations: Iterable[Observation] = ()) -> None:
        self._observations = arranged(observations)
        self._facts = _fold(self._observations)
        self._by_kind: dict[FactKind, tuple[Fact, ...]] = {}

    @property
    def observations(self) -> tuple[Observation, ...]:
        """In message order."""
        return self._observations

    def merge(self, other: Ledger) -> Ledger:
        return Ledger((*self._observations, *other._observations))

    @property
    def names(self) -> Collection[tuple[FactKind, str]]:
        """Kind and key of each fact, in order."""
        return self._facts.keys()

    def get(self, kind: FactKind, key: str) -> Fact | None:
        return self._facts.get((kind, key))

    def of(self, kind: FactKind) -> tuple[Fact, ...]:
        """Facts of one kind, by first appearance."""
        found = self._by_kind.get(kind)
        if found is None:
            found = tuple([fact for fact in self._facts.values() if fact.kind is kind])
            self._by_kind[kind] = found
        return found

    def __iter__(self) -> Iterator[Fact]:
        return iter(self._facts.values())

    def __len__(self) -> int:
        return len(self._facts)

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Ledger) and self._observations == other._observations

    def __hash__(self) -> int:
        return hash(self._observations)


def _fold(observations: Iterable[Observation]) -> dict[tuple[FactKind, str], Fact]:
    histories: dict[tuple[FactKind, str], list[Observation]] = {}
    for seen in observations:
        histories.setdefault((seen.kind, seen.key), []).append(seen)
    return {
        name: Fact(*name, value_of(history), status_of(history), tuple(history))
        for name, history in histories.items()
    }
