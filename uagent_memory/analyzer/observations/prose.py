"""What a person or an agent wrote in one message: its prose units with the phrases in them."""

from __future__ import annotations

import re
from bisect import bisect_right
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import cached_property

from uagent_memory.analyzer.lexicon import Match
from uagent_memory.analyzer.observations.phrases import find, opens_clause
from uagent_memory.analyzer.observations.tables import table
from uagent_memory.analyzer.types import Unit, UnitKind
from uagent_memory.facts import Change, FactKind, FactValue, TextSpan
from uagent_memory.ledger import Observation
from uagent_memory.messages import Author, Message, Span

__all__ = ["Line", "Prose", "key_of"]

PROSE_KINDS = frozenset((UnitKind.SENTENCE, UnitKind.LIST_ITEM, UnitKind.HEADING))
_MARKS = re.compile(r"^(?:[\s>#*_~`•·-]+|\[[ xX]\]\s*|\(?\d{1,3}[.)、]\s*)+|[*~`]+")
_TAIL = " \t\r\n.。!！?？;；:：,，、…*_`"


def key_of(text: str) -> str:
    """One form for equal statements: case, white space, list and markdown marks, end marks."""
    return " ".join(_MARKS.sub("", text).casefold().split()).rstrip(_TAIL)


@dataclass(frozen=True, slots=True, eq=False)
class Line:
    """A prose unit with the phrases found in it, placed from the unit's own start."""

    unit: Unit
    phrases: tuple[Match, ...] = ()

    @property
    def text(self) -> str:
        return self.unit.text

    def all(self, *categories: str) -> Iterator[Match]:
        return (phrase for phrase in self.phrases if phrase.category in categories)

    def has(self, *categories: str) -> bool:
        return any(phrase.category in categories for phrase in self.phrases)

    def opened_by(self, *categories: str) -> Match | None:
        """The first phrase of these categories that opens a clause."""
        opening = (p for p in self.all(*categories) if opens_clause(self.text, p.start))
        return next(opening, None)

    @property
    def asks(self) -> bool:
        """It is written as a question."""
        return self.text.rstrip(' \t\r\n*_`"”’)）').endswith(("?", "？"))


class Prose:
    """The lines of one message, ready to be read by the observers of single kinds."""

    def __init__(self, message: Message, units: Sequence[Unit]) -> None:
        self.message = message
        self.lines = _lines(message, units)

    @cached_property
    def spoken(self) -> bool:
        """A named speaker of a meeting or team chat, not the one user of an assistant."""
        names = table("requests")["plain_speakers"]
        agent = self.message.agent
        return self.message.author is Author.USER and bool(agent) and agent.casefold() not in names

    def span(self, line: Line, start: int = 0, end: int | None = None) -> Span:
        """The address of a line, or of a stretch of it."""
        whole = line.unit.span
        stop = whole.end if end is None else whole.start + end
        return Span(whole.message_id, whole.part, whole.start + start, stop)

    def quoted(self, line: Line, start: int = 0, end: int | None = None) -> TextSpan:
        return TextSpan(line.text[start:end], self.span(line, start, end))

    def seen(
        self, kind: FactKind, value: FactValue, change: Change, span: Span, *, key: str
    ) -> Observation:
        message = self.message
        return Observation(
            kind=kind,
            key=key,
            value=value,
            change=change,
            span=span,
            seq=message.seq,
            author=message.author,
            trust=message.trust,
        )


def _lines(message: Message, units: Sequence[Unit]) -> tuple[Line, ...]:
    prose = [unit for unit in units if unit.kind in PROSE_KINDS and unit.span.part == "text"]
    if not prose:
        return ()
    starts = [unit.span.start for unit in prose]
    within: dict[int, list[Match]] = {}
    for match in find(message.text):
        index = bisect_right(starts, match.start) - 1
        if index >= 0 and match.end <= prose[index].span.end:
            at = starts[index]
            within.setdefault(index, []).append(
                Match(match.category, match.word, match.start - at, match.end - at)
            )
    return tuple(Line(unit, tuple(within.get(i, ()))) for i, unit in enumerate(prose))
