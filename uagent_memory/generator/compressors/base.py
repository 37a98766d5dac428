"""What the eight segment compressors share: the form of a compressor and of its ledger lines."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Iterable, Sequence
from typing import ClassVar, TypeVar

from uagent_memory.analyzer.observations.conversation.phrases import find
from uagent_memory.analyzer.ownership import asks_or_states
from uagent_memory.facts import FactKind, RequestValue, Status, TextSpan
from uagent_memory.generator.candidate import Keep
from uagent_memory.generator.pool import CandidatePool
from uagent_memory.generator.view import GeneratorView
from uagent_memory.generator.wording.emptiness import is_filler
from uagent_memory.generator.wording.phrasing import is_courtesy
from uagent_memory.ledger import Fact, Observation
from uagent_memory.messages import Author, Span
from uagent_memory.segments import SegmentName

__all__ = [
    "Compressor",
    "as_said",
    "is_talk_turn",
    "joined_lines",
    "newest_ask",
    "newest_first",
    "one_line",
    "own_facts",
    "quoted",
    "said_last",
    "spans_of",
    "value_as",
]

T = TypeVar("T")

_ASKING = frozenset(("requests.ask", "requests.verb"))


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


def joined_lines(text: str) -> str:
    """The same word for word: blanks within a line stay as they are, such as an indentation."""
    return " ".join(filter(None, map(str.strip, text.splitlines())))


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
    return sorted(facts, key=lambda fact: (_said_last(view, fact), fact.last.order), reverse=True)


def as_said(view: GeneratorView, facts: Sequence[Fact]) -> list[Fact]:
    """The newest message first, and what one message says in its own order."""
    in_order = sorted(facts, key=lambda fact: fact.first.order)
    return sorted(in_order, key=lambda fact: _said_last(view, fact), reverse=True)


def _said_last(view: GeneratorView, fact: Fact) -> tuple[int, tuple[int, int]]:
    """The message of this log, and the place in an earlier one that it passes on."""
    return fact.last.seq, view.earlier_handoffs.said_at(fact.last.span)


def newest_ask(view: GeneratorView) -> Fact | None:
    """The newest request that still stands; what people ask each other in a talk is none.

    None either where the talk has gone on to questions that were answered since.
    """
    for fact in newest_first(view, own_facts(view, FactKind.REQUEST)):
        if fact.status is Status.ACTIVE and not _is_farewell(fact):
            at = view.index_of(fact.last.span)
            return None if is_talk_turn(view, at) or _is_past(view, at) else fact
    return None


def _is_farewell(fact: Fact) -> bool:
    """Thanks, or that this was all: nothing is asked for in words."""
    words = value_as(fact, RequestValue).text
    if not (is_courtesy(words) or is_filler(words)):
        return False
    return _ASKING.isdisjoint(phrase.category for phrase in find(words, "requests"))


def own_facts(view: GeneratorView, kind: FactKind) -> Sequence[Fact]:
    """The asks or rules of this role."""
    return [fact for fact in view.analysis.ledger.of(kind) if view.ownership.is_own(fact)]


def said_last(fact: Fact) -> Observation:
    """Where an ask or a rule was said last; what follows may only tell what came of it."""
    return next((seen for seen in reversed(fact.history) if asks_or_states(seen)), fact.last)


def _is_past(view: GeneratorView, at: int) -> bool:
    """The user has asked something else since, and has been answered or served."""
    over = {FactKind.QUESTION: Status.ANSWERED, FactKind.REQUEST: Status.DONE}
    return any(
        fact.first.author is Author.USER
        and fact.status is status
        and view.index_of(fact.first.span) > at
        for kind, status in over.items()
        for fact in view.analysis.ledger.of(kind)
    )


def is_talk_turn(view: GeneratorView, index: int) -> bool:
    """A turn beside another person's, as in a meeting: no agent stands between them."""
    return index in view.voices.talk_turns
