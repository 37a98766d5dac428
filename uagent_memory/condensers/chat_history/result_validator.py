"""ResultValidator: the metrics of section 6.4 and the audit of a result."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass

from uagent_memory.analyzer.language import is_foreign
from uagent_memory.condensers.chat_history.core_terms import words_of
from uagent_memory.condensers.chat_history.material import BatchMaterial
from uagent_memory.condensers.chat_history.settings import chat_settings
from uagent_memory.messages import Message, Role, Span
from uagent_memory.segments import Entry
from uagent_memory.validator.trace import LiteralTracer

__all__ = ["ResultQuality", "ResultValidator"]

LISTED = 3


@dataclass(frozen=True, slots=True)
class ResultQuality:
    """All shares 0..1."""

    reduction: float
    """Tokens removed."""
    keyword_retention: float
    structure_integrity: float
    faults: tuple[str, ...] = ()
    """What makes the text unusable, in words."""

    @property
    def score(self) -> float:
        """What is held against `quality_threshold`."""
        settings = chat_settings().quality
        return (
            settings.keyword_share * self.keyword_retention
            + settings.structure_share * self.structure_integrity
        )


class ResultValidator:
    """Pure: the same text and batch give the same verdict."""

    def validate(self, text: str, material: BatchMaterial, *, tokens: int) -> ResultQuality:
        """Judge a summary.

        Args:
            text: without its mark.
            material: of the batch it stands for.
            tokens: of the message it would become.
        """
        before = material.tokens
        return ResultQuality(
            reduction=1 - tokens / before if before else 0.0,
            keyword_retention=material.core.retention(text),
            structure_integrity=_structure(text, material),
            faults=() if text.strip() else ("no text",),
        )

    def audit(self, text: str, material: BatchMaterial) -> tuple[str, ...]:
        """What a model's text says that the batch does not; none: it may stand."""
        faults: list[str] = []
        if is_foreign(text, material.language):
            faults.append("not in the conversation's language")
        spans = tuple(
            Span(message.id, name, 0, len(part))
            for message in material.messages
            for name, part in message.parts()
        )
        tracer = LiteralTracer.of_messages(
            {message.id: message for message in material.messages},
            extra=[name for message in material.messages for name in _names(message)],
        )
        for line in filter(str.strip, text.split("\n")):
            missing = tracer.untraceable(Entry(text=line, sources=spans))
            faults.extend(
                f"not in the conversation: {literal[:60]}" for literal in missing[:LISTED]
            )
        return tuple(faults)


def _names(message: Message) -> tuple[str, ...]:
    named = (message.agent, message.tool_name, *(call.name for call in message.tool_calls))
    return tuple(name for name in named if name)


def _structure(text: str, material: BatchMaterial) -> float:
    """Share of the turns that can still be recognised in the summary by words of their own."""
    turns: list[set[str]] = []
    for message in material.messages:
        if message.role is Role.USER or not turns:
            turns.append(set())
        turns[-1].update(words_of(message.full_text))
    turns = [words for words in turns if words]
    if not turns:
        return 1.0
    held = words_of(text)
    spread = Counter(word for words in turns for word in words)
    kept = 0
    for words in turns:
        own = {word for word in words if spread[word] == 1} or words
        kept += not own.isdisjoint(held)
    return kept / len(turns)
