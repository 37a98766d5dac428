"""Where a text stands in a history, and what the analyzer and the prioritizer thought of it."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from typing import TYPE_CHECKING, NamedTuple

from pydantic import BaseModel, ConfigDict

from uagent_memory.messages import Message, Span

if TYPE_CHECKING:
    from uagent_memory.analyzer.types import Unit
    from uagent_memory.roles import RoleProfile

__all__ = ["Finder", "Passage", "passages"]

Finder = Callable[[str], int]
"""Where something begins in a text; below 0: it is not there."""

SHOWN = 3
"""Passages told of a text that stands in many."""
SHOWN_CHARACTERS = 120


class Passage(BaseModel):
    """One message that holds a text, and how the sentence or block around it was judged."""

    model_config = ConfigDict(frozen=True)

    message_id: str
    speaker: str
    content_type: str
    importance: float
    """Of the message, 0..1."""
    kind: str
    """Of the unit: a sentence, a code block, a line of a log ...; "" in a call's arguments."""
    score: float
    """Of the unit, 0..1."""
    text: str

    def __str__(self) -> str:
        judged = f"{self.content_type}, importance {self.importance:.2f}"
        unit = f", {self.kind.replace('_', ' ')} of score {self.score:.2f}" if self.kind else ""
        return f"{self.message_id} {self.speaker} ({judged}){unit}: {self.text}"


class _Found(NamedTuple):
    number: int
    span: Span


def passages(
    messages: Sequence[Message], find: Finder, *, receiver: str, shown: int = SHOWN
) -> tuple[Passage, ...]:
    """The newest messages that hold a text, newest first.

    The scores are those of the shipped settings; a receiver whose role file is not shipped is read
    as `general`.
    """
    found = list(_found(messages, find, shown))
    if not found:
        return ()
    from uagent_memory.analyzer.analyzer import ContextAnalyzer
    from uagent_memory.prioritizer.prioritizer import InformationPrioritizer

    role = _role(receiver)
    analysis = ContextAnalyzer().analyze_context(messages, receiver=role)
    scored = InformationPrioritizer().prioritize_information(analysis, role=role, profile="learned")

    def passage(index: int, span: Span) -> Passage:
        seen = analysis.messages[index]
        at = next((n for n, unit in enumerate(seen.units) if _holds(unit, span)), None)
        return Passage(
            message_id=seen.message.id,
            speaker=seen.message.speaker,
            content_type=seen.classification.content_type,
            importance=scored.importance[index].overall_importance,
            kind="" if at is None else seen.units[at].kind,
            score=0.0 if at is None else scored.units[index][at].total,
            text=_line(seen.message.part(span.part), span.start),
        )

    return tuple(passage(*item) for item in found)


def _found(messages: Sequence[Message], find: Finder, shown: int) -> Iterator[_Found]:
    left = shown
    for index in range(len(messages) - 1, -1, -1):
        message = messages[index]
        for name, text in message.parts():
            start = find(text)
            if start >= 0:
                yield _Found(index, Span(message.id, name, start, start + 1))
                left -= 1
                break
        if not left:
            return


def _role(name: str) -> RoleProfile:
    from uagent_memory.role_files import shipped_roles

    known = shipped_roles()
    return known.get(name if name in known else "general")


def _holds(unit: Unit, place: Span) -> bool:
    span = unit.span
    return span.part == place.part and span.start <= place.start < span.end


def _line(text: str, at: int) -> str:
    """The line around a place, no more of it than a person takes in."""
    start = max(text.rfind("\n", 0, at) + 1, at - SHOWN_CHARACTERS // 2)
    end = text.find("\n", at)
    line = text[start : len(text) if end < 0 else end]
    cut = line if len(line) <= SHOWN_CHARACTERS else f"{line[:SHOWN_CHARACTERS]}..."
    return " ".join(cut.split())
