"""What a person or an agent wrote in one message: its prose units with the phrases in them."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from collections.abc import Set as AbstractSet
from functools import cache
from typing import Any, NamedTuple, TypeVar

from uagent_memory.analyzer.lexicon import Match
from uagent_memory.analyzer.observations.conversation.phrases import (
    Found,
    matches,
    opens_clause,
    phrases_by_line,
)
from uagent_memory.analyzer.observations.conversation.text_marks import text_marks
from uagent_memory.analyzer.observations.tasks.line_form import (
    REFERENCE,
    bullet_length,
    is_question,
    key_of,
)
from uagent_memory.analyzer.stretches import Stretches
from uagent_memory.analyzer.talk import is_named_user
from uagent_memory.analyzer.types import Unit, UnitKind
from uagent_memory.authorship import harness_spans
from uagent_memory.facts import Change, FactKind, FactValue, TextSpan
from uagent_memory.ledger import Observation
from uagent_memory.messages import Message, Span

__all__ = [
    "ASKS",
    "BOXED",
    "LED",
    "REFERENCE",
    "Line",
    "Prose",
    "follow_up",
    "key_of",
]

ASKS, BOXED, LED = "?", "[", "lead"
"""Signs of a prose besides its marks and the categories of its phrases: a question, a bracket as of
a check box, a lead-in."""

T = TypeVar("T")

PROSE_KINDS = frozenset((UnitKind.SENTENCE, UnitKind.LIST_ITEM, UnitKind.HEADING))
ACTING_KINDS = frozenset((UnitKind.CODE, UnitKind.COMMAND))
CODE_MARKS = ("//", "/*", "<!--", "#!", "*/", "|")
_FENCE = "```"
_NONE: frozenset[str] = frozenset()
_BEFORE = " \"'“*_"


def _start(match: Match) -> int:
    return match.start


@cache
def _files(categories: tuple[str, ...]) -> tuple[tuple[str, ...], ...]:
    """Categories by the data file that they stand in."""
    files: dict[str, list[str]] = {}
    for category in categories:
        files.setdefault(category.partition(".")[0], []).append(category)
    return tuple(map(tuple, files.values()))


class _Body(NamedTuple):
    """A prose unit and its text from `start` on, behind its list mark."""

    unit: Unit
    start: int
    text: str


class Line(NamedTuple):
    """A prose unit without its list mark, and the phrases in it, placed from the text's start."""

    unit: Unit
    text: str
    span: Span
    phrases: Found
    asks: bool
    """It is written as a question."""

    def all(self, *categories: str) -> Iterable[Match]:
        """The phrases of these categories, data file by data file."""
        found = self.phrases
        if len(categories) == 1:
            return matches(found, categories[0])
        if found.keys().isdisjoint(categories):
            return ()
        return [
            match
            for names in _files(categories)
            for match in sorted((m for name in names for m in matches(found, name)), key=_start)
        ]

    def has(self, *categories: str) -> bool:
        return not self.phrases.keys().isdisjoint(categories)

    def opened_by(self, *categories: str) -> Match | None:
        """The first phrase of these categories that opens a clause."""
        if self.phrases.keys().isdisjoint(categories):
            return None
        for phrase in self.all(*categories):
            if opens_clause(self.text, phrase.start):
                return phrase
        return None

    def begins_with(self, *categories: str) -> Match | None:
        """A phrase of these categories with which the line begins."""
        if self.phrases.keys().isdisjoint(categories):
            return None
        for phrase in self.all(*categories):
            if not self.text[: phrase.start].strip(_BEFORE):
                return phrase
        return None

    @property
    def quoted(self) -> TextSpan:
        return TextSpan(self.text, self.span)

    def part(self, start: int, end: int) -> TextSpan:
        """A stretch of the line, white space at its ends left out."""
        piece = self.text[start:end]
        start += len(piece) - len(piece.lstrip())
        piece = piece.strip()
        at = self.span.start + start
        return TextSpan(piece, self.span._replace(start=at, end=at + len(piece)))


class Prose:
    """The lines of one message, ready to be read by the observers of single kinds."""

    __slots__ = ("_read", "acts", "lines", "marks", "message", "spoken")

    def __init__(
        self,
        message: Message,
        units: Sequence[Unit],
        lines: tuple[Line, ...],
        marks: frozenset[str],
        *,
        in_talk: bool = True,
    ) -> None:
        self.message = message
        self.lines = lines
        self.marks = marks
        """Those of `text_marks` that its whole text has."""
        self.acts = bool(message.tool_calls) or _ends_in_code(message, units)
        """It calls a tool or ends in a command: the agent goes on by itself."""
        self.spoken = in_talk and is_named_user(message)
        """By a named speaker of a meeting or team chat, not by the one user of an assistant."""
        self._read: dict[Callable[[Prose], Any], Any] | None = None

    @classmethod
    def of(cls, message: Message, units: Sequence[Unit]) -> Prose:
        """The prose of one message."""
        (prose,) = cls.all((message,), (units,))
        return prose

    @classmethod
    def all(
        cls,
        messages: Sequence[Message],
        units: Sequence[Sequence[Unit]],
        *,
        in_talk: bool = True,
    ) -> list[Prose]:
        """The prose of each message; the phrases and marks of all are found together.

        Args:
            messages: messages of one log.
            units: the units of each.
            in_talk: people talk among themselves there, and no agent works for them.
        """
        bodies = list(map(_bodies, messages, units))
        found = iter(phrases_by_line([body.text for own in bodies for body in own]))
        with_lines = [message for message, own in zip(messages, bodies, strict=True) if own]
        marks = iter(text_marks(with_lines))
        return [
            cls(
                message,
                own_units,
                tuple([_line(body, next(found)) for body in own]),
                next(marks) if own else _NONE,
                in_talk=in_talk,
            )
            for message, own_units, own in zip(messages, units, bodies, strict=True)
        ]

    def once(self, read: Callable[[Prose], T]) -> T:
        """What a reader finds in it: read at the first call, for all who ask."""
        known = self._read
        if known is None:
            known = self._read = {}
        if read not in known:
            known[read] = read(self)
        found: T = known[read]
        return found

    @property
    def said(self) -> frozenset[str]:
        """The categories of all phrases in it: what none of its lines has, none need be asked."""
        return _NONE.union(*[line.phrases for line in self.lines])

    @property
    def signs(self) -> AbstractSet[str]:
        """What it holds of all that an observer may look for."""
        found = set(self.marks)
        for line in self.lines:
            found.update(line.phrases)
            if line.asks:
                found.add(ASKS)
            if "[" in line.unit.text:
                found.add(BOXED)
            if line.unit.lead:
                found.add(LED)
        return found

    def has(self, *categories: str) -> bool:
        """Whether one of its lines has a phrase of these categories."""
        for line in self.lines:
            if line.phrases and not line.phrases.keys().isdisjoint(categories):
                return True
        return False

    @property
    def compares(self) -> bool:
        """It lays out several ways to do something."""
        return self.once(_compares)

    def seen(
        self, kind: FactKind, value: FactValue, change: Change, span: Span, *, key: str
    ) -> Observation:
        message = self.message
        return Observation(
            kind, key, value, change, span, message.seq, message.author, message.trust
        )


def _compares(prose: Prose) -> bool:
    return prose.has("statements.options")


def _ends_in_code(message: Message, units: Sequence[Unit]) -> bool:
    """Its text ends in code that is to run."""
    for unit in reversed(units):
        if unit.span.part == "text":
            return unit.kind in ACTING_KINDS and not _is_shown(message, unit)
    return False


def _is_shown(message: Message, unit: Unit) -> bool:
    """It stands in a fence that names no language: output that is shown, nothing to run."""
    if unit.kind is not UnitKind.CODE:
        return False
    fence = message.text.rfind(_FENCE, 0, unit.span.start + len(_FENCE))
    return fence >= 0 and not message.text[fence : message.text.find("\n", fence)].strip("`~ ")


def follow_up(
    seen: Observation, change: Change, by: Message, span: Span, *, value: FactValue | None = None
) -> Observation:
    """What a later message does to the fact of an earlier observation."""
    return Observation(
        seen.kind, seen.key, value or seen.value, change, span, by.seq, by.author, by.trust
    )


def _bodies(message: Message, units: Sequence[Unit]) -> list[_Body]:
    marked = "<" in message.text or "[" in message.text
    injected = Stretches(harness_spans(message.text)) if marked else None
    new = tuple.__new__
    return [
        new(_Body, (unit, start, text))
        for unit in units
        if unit.kind in PROSE_KINDS
        and unit.span.part == "text"
        and not (injected is not None and injected.overlap(unit.span.start, unit.span.end))
        and (text := unit.text[(start := bullet_length(unit.text)) :].rstrip())
        and not text.startswith(CODE_MARKS)
    ]


def _line(body: _Body, found: Found) -> Line:
    unit, start, text = body
    whole = len(text) == len(unit.text)
    span = unit.span if whole else _placed(unit.span, start, text)
    return tuple.__new__(Line, (unit, text, span, found, is_question(text)))


def _placed(span: Span, start: int, text: str) -> Span:
    at = span.start + start
    return Span(span.message_id, span.part, at, at + len(text))
