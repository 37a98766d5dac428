"""What the eight segment compressors share: the form of a compressor and of its ledger lines."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Iterable, Sequence
from typing import ClassVar, TypeVar

from uagent_memory.facts import FactKind, Status, TextSpan
from uagent_memory.generator.candidate import Keep
from uagent_memory.generator.pool import CandidatePool
from uagent_memory.generator.view import GeneratorView
from uagent_memory.ledger import Fact
from uagent_memory.messages import Author, Span
from uagent_memory.segments import SegmentName

__all__ = [
    "Compressor",
    "is_talk",
    "newest_ask",
    "newest_first",
    "one_line",
    "quoted",
    "spans_of",
    "value_as",
]

T = TypeVar("T")


class Compressor(ABC):
    """Proposes what one segment could say."""

    segment: ClassVar[SegmentName]

    @abstractmethod
    def propose(self, view: GeneratorView, pool: CandidatePool) -> None:
        """Add this segment's candidates to the pool."""

    def fact_worth(self, view: GeneratorView, fact: Fact) -> float:
        """Worth of a fact's line by itself."""
        worth = view.settings.worth
        score = view.scores.facts.get((fact.kind, fact.key))
        value = worth.fact * (worth.base + (score.total if score else 0.0))
        if view.must_get(fact):
            value *= worth.receiver
        return value * view.boost(view.index_of(fact.last.span))

    def keep_for(self, view: GeneratorView, *facts: Fact) -> Keep:
        """RECEIVER where the receiver must get one of the facts."""
        return Keep.RECEIVER if any(map(view.must_get, facts)) else Keep.OPTIONAL


def value_as(fact: Fact, kind: type[T]) -> T:
    """The fact's value as the class its kind promises.

    Raises:
        TypeError: an observation was filed under the wrong kind.
    """
    if not isinstance(fact.value, kind):
        raise TypeError(f"{fact.kind} fact {fact.key!r} holds a {type(fact.value).__name__}")
    return fact.value


def one_line(text: str) -> str:
    """A text of several lines as one: runs of white space become one blank."""
    return " ".join(text.split())


def quoted(text: str) -> str:
    """Code style for a path, command or name; the text itself stays verbatim."""
    fence = "`"
    while fence in text:
        fence += "`"
    pad = " " if text.startswith("`") or text.endswith("`") else ""
    return f"{fence}{pad}{text}{pad}{fence}"


def spans_of(texts: Iterable[TextSpan | None], *more: Span) -> tuple[Span, ...]:
    return (*more, *(text.span for text in texts if text is not None))


def newest_first(view: GeneratorView, facts: Sequence[Fact]) -> list[Fact]:
    """By when they were said last; what a hand-off passes on, by the messages it cites."""
    return sorted(
        facts,
        key=lambda fact: (fact.last.seq, view.passed_on.said_at(fact.last.span), fact.last.order),
        reverse=True,
    )


def newest_ask(view: GeneratorView) -> Fact | None:
    """The newest request that still stands; what people ask each other in a talk is none."""
    for fact in newest_first(view, view.analysis.ledger.of(FactKind.REQUEST)):
        if fact.status is Status.ACTIVE:
            return None if is_talk(view, view.index_of(fact.last.span)) else fact
    return None


def is_talk(view: GeneratorView, index: int) -> bool:
    """A turn beside another person's, as in a meeting: no agent stands between them."""
    if not 0 <= index < len(view.messages):
        return False
    if view.messages[index].message.author is not Author.USER:
        return False
    return any(
        view.messages[near].message.author is Author.USER
        for near in (index - 1, index + 1)
        if 0 <= near < len(view.messages)
    )
