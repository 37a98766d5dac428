"""MessageImportanceScorer: how much one event matters, by the document's table of factors."""

from __future__ import annotations

import re
from collections.abc import Mapping
from datetime import datetime
from functools import cache
from pathlib import Path
from typing import NamedTuple

from uagent_memory.analyzer.call_parts import call_parts
from uagent_memory.condensers.kinds import (
    EventKind,
    Operation,
    is_observation,
    kind_of,
    operation_of,
)
from uagent_memory.config import read_toml
from uagent_memory.knobs import Knobs
from uagent_memory.messages import Message
from uagent_memory.prioritizer.word_lists import read_lexicon

__all__ = ["EventScore", "MessageImportanceScorer"]

HERE = Path(__file__).parent
ERROR_TYPE = re.compile(r"(?<!\w)(?:\w+\.)*[A-Z]\w*(?:Error|Exception)(?!\w)")
"""`ImportError`, `java.io.IOException`: the keyword inside a name that means just that."""


class _Length(Knobs):
    lines: int
    characters: int
    factor: float


class _Recency(Knobs):
    seconds: float
    bonus: float


class _Factors(Knobs):
    error: float
    instruction: float
    success: float
    operation: float


class _Scoring(Knobs):
    ceiling: float
    floor: float
    base: Mapping[EventKind, float]
    action: Mapping[Operation, float]
    factor: _Factors
    length: _Length
    recency: tuple[_Recency, ...]


class EventScore(NamedTuple):
    """A score and what it is made of."""

    total: float
    """0 to .9; at least .15 for every kind with a base score."""
    base: float
    has_error: bool
    has_instruction: bool
    has_success: bool
    has_operation: bool
    recency: float


class MessageImportanceScorer:
    """Adds up base, factors and recency; whole words, English and Chinese."""

    def __init__(self) -> None:
        self._scoring = _scoring()
        self._words = read_lexicon(HERE / "words.toml")

    def score(
        self, event: Message, *, now: datetime | None = None, kind: EventKind | None = None
    ) -> EventScore:
        """Score one event.

        Args:
            event: an action's calls count by their commands, not by the files they carry.
            now: the time to which its age is counted: the newest event's, never a clock's. None,
                or an event without a time: no bonus.
            kind: the event's, where what it answers is known; None: as it is by itself.
        """
        s = self._scoring
        text = _told(event)
        counts = self._words.count(text)
        kind = kind_of(event) if kind is None else kind
        base = self._base(event, kind, text)
        error = (
            bool(counts.get("error"))
            or event.is_error is True
            or ERROR_TYPE.search(text) is not None
        )
        found = EventScore(
            0.0,
            base,
            error,
            bool(counts.get("instruction")),
            bool(counts.get("success")),
            bool(counts.get("operation")),
            self._recency(event.timestamp, now),
        )
        total = min(base + self._factors(found, kind) + found.recency, s.ceiling)
        floor = s.floor if base else 0.0
        return found._replace(total=round(max(total, floor), 4))

    def _base(self, event: Message, kind: EventKind, text: str) -> float:
        s = self._scoring
        if kind is EventKind.AGENT_ACTION:
            return s.action[operation_of(event)]
        base = s.base.get(kind, 0.0)
        long = len(text) > s.length.characters or text.count("\n") >= s.length.lines
        return base * s.length.factor if long and is_observation(event) else base

    def _factors(self, found: EventScore, kind: EventKind) -> float:
        """An instruction is a user's: the word "please" in an output asks nothing of anybody."""
        factor = self._scoring.factor
        return (
            factor.error * found.has_error
            + factor.instruction * (found.has_instruction and kind is EventKind.USER_MESSAGE)
            + factor.success * found.has_success
            + factor.operation * found.has_operation
        )

    def _recency(self, time: datetime | None, now: datetime | None) -> float:
        if time is None or now is None:
            return 0.0
        age = abs((now - time).total_seconds())
        steps = self._scoring.recency
        return next((step.bonus for step in steps if age <= step.seconds), 0.0)


def _told(event: Message) -> str:
    """The text and, of an action, its commands and other prose."""
    parts = [event.text] if event.text else []
    parts += [event.part(p.name)[p.start : p.end] for p in call_parts(event)]
    return "\n".join(parts)


@cache
def _scoring() -> _Scoring:
    return _Scoring.model_validate(read_toml(HERE / "scoring.toml"))
