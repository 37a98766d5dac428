"""What `inspect` shows: plain rows made from an analysis and its scores."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING

from pydantic import BaseModel, ConfigDict

from uagent_memory.facts import FactKind

if TYPE_CHECKING:
    from collections.abc import Callable

    from uagent_memory.analyzer.types import MessageAnalysis, Unit
    from uagent_memory.config import Settings
    from uagent_memory.ledger import Fact
    from uagent_memory.messages import Message
    from uagent_memory.prioritizer.references import FactId
    from uagent_memory.prioritizer.types import Prioritization
    from uagent_memory.roles import RoleProfile

__all__ = ["FactRow", "MessageRow", "Survey", "UnitRow", "node_name"]


class _Row(BaseModel):
    model_config = ConfigDict(frozen=True)


class UnitRow(_Row):
    """One unit of a message; `start` and `end` are code points in the named part."""

    kind: str
    part: str
    start: int
    end: int
    cues: tuple[str, ...]
    score: float
    text: str


class MessageRow(_Row):
    """One message; all scores are 0..1."""

    id: str
    who: str
    content_type: str
    confidence: float
    technical_level: str
    actionability: str
    density: float
    relevance: float
    importance: float
    observations: int
    text: str
    units: tuple[UnitRow, ...]
    refers_to: tuple[str, ...] = ()
    """Earlier messages (m12) and facts (file src/a.py) that it comes back to."""
    referred_by: tuple[str, ...] = ()
    """Later messages that come back to it."""


class FactRow(_Row):
    """One fact of the ledger; `messages` are those it was seen in, oldest first."""

    kind: str
    key: str
    status: str
    score: float
    observations: int
    messages: tuple[str, ...]
    text: str


class Survey(_Row):
    """A session as the analyzer and the prioritizer see it, for one receiver.

    Its texts are masked; `start` and `end` of a unit are those of the original.
    """

    session: str = ""
    receiver: str
    messages: tuple[MessageRow, ...] = ()
    facts: tuple[FactRow, ...] = ()

    @classmethod
    def of(
        cls, messages: Sequence[Message], *, receiver: RoleProfile, settings: Settings
    ) -> Survey:
        from uagent_memory.analyzer.analyzer import ContextAnalyzer
        from uagent_memory.masking import Masker
        from uagent_memory.prioritizer.prioritizer import InformationPrioritizer

        analysis = ContextAnalyzer().analyze_context(messages, receiver=receiver)
        priorities = InformationPrioritizer().prioritize_information(
            analysis, role=receiver, profile=settings.profile
        )
        mask = Masker.of(messages).mask if settings.mask_secrets else str
        facts = sorted(analysis.ledger, key=lambda fact: fact.kind)
        targets, sources = _neighbours(priorities)
        return cls(
            receiver=receiver.name,
            messages=tuple(
                _message(seen, priorities, targets[seen.message.id], sources[seen.message.id], mask)
                for seen in analysis.messages
            ),
            facts=tuple(_fact(fact, priorities, mask) for fact in facts),
        )


def _neighbours(
    priorities: Prioritization,
) -> tuple[Mapping[str, list[str]], Mapping[str, list[str]]]:
    """By message id: what it comes back to, and the messages that come back to it."""
    from uagent_memory.prioritizer.references import ReferenceKind

    targets: dict[str, list[str]] = defaultdict(list)
    sources: dict[str, list[str]] = defaultdict(list)
    for edge in priorities.references.edges if priorities.references else ():
        if isinstance(edge.source, str) and edge.kind is ReferenceKind.MENTION:
            targets[edge.source].append(node_name(edge.target))
            if isinstance(edge.target, str):
                sources[edge.target].append(edge.source)
    return targets, sources


def node_name(node: str | FactId) -> str:
    """A message's id, or a fact's kind and key in one."""
    return node if isinstance(node, str) else f"{node[0]} {node[1]}"


def _message(
    seen: MessageAnalysis,
    priorities: Prioritization,
    targets: Sequence[str],
    sources: Sequence[str],
    mask: Callable[[str], str],
) -> MessageRow:
    message, found = seen.message, seen.classification
    scores = priorities.units[seen.index]
    return MessageRow(
        id=message.id,
        who=message.agent or message.role.value,
        content_type=found.content_type,
        confidence=found.confidence,
        technical_level=found.technical_level,
        actionability=found.actionability,
        density=seen.density,
        relevance=seen.relevance,
        importance=priorities.importance[seen.index].overall_importance,
        observations=len(seen.observations),
        text=mask(message.full_text),
        units=tuple(
            _unit(unit, score.total, mask) for unit, score in zip(seen.units, scores, strict=True)
        ),
        refers_to=tuple(dict.fromkeys(map(mask, targets))),
        referred_by=tuple(dict.fromkeys(map(mask, sources))),
    )


def _unit(unit: Unit, score: float, mask: Callable[[str], str]) -> UnitRow:
    return UnitRow(
        kind=unit.kind,
        part=unit.span.part,
        start=unit.span.start,
        end=unit.span.end,
        cues=tuple(cue.name.lower() for cue in unit.cue if cue.name),
        score=score,
        text=mask(unit.text),
    )


def _fact(fact: Fact, priorities: Prioritization, mask: Callable[[str], str]) -> FactRow:
    score = priorities.facts.get((fact.kind, fact.key))
    return FactRow(
        kind=fact.kind,
        key=mask(fact.key),
        status=fact.status,
        score=score.total if score is not None else 0.0,
        observations=len(fact.history),
        messages=tuple(dict.fromkeys(seen.span.message_id for seen in fact.history)),
        text=mask(_text(fact)),
    )


def _text(fact: Fact) -> str:
    """The part of a fact's value that a person would call it by; its key if there is none."""
    if fact.kind is FactKind.SYMBOL:
        return fact.key
    for name in NAMING_FIELDS:
        text = getattr(fact.value, name, "")
        if text:
            return str(text)
    return fact.key


NAMING_FIELDS = ("text", "name", "line", "path", "command", "literal", "what", "stage")
