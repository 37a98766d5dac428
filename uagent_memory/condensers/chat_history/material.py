"""BatchMaterial: a batch as the rules and the model work on it, secrets masked."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from functools import cached_property

from uagent_memory.analyzer.analyzer import ContextAnalyzer
from uagent_memory.analyzer.classifier import ContentClassifier
from uagent_memory.analyzer.lexicon import is_mostly_han
from uagent_memory.analyzer.types import Cue
from uagent_memory.analyzer.units import split_units
from uagent_memory.condensers.chat_history.core_terms import CoreTerms, atoms_of
from uagent_memory.condensers.chat_history.pieces import Piece, pieces_of
from uagent_memory.condensers.chat_history.record import Record
from uagent_memory.condensers.chat_history.selector import Batch
from uagent_memory.condensers.chat_history.settings import Language, Wording, chat_settings
from uagent_memory.facts import ConstraintValue, FactKind
from uagent_memory.masking import Masker
from uagent_memory.messages import Author, Message, Role
from uagent_memory.prioritizer.importance import ImportanceRanker
from uagent_memory.roles import RoleProfile

__all__ = ["BatchMaterial", "MaterialMaker"]

REFERRING = 20
"""Messages behind one that are looked at for references to it."""


@dataclass(frozen=True)
class BatchMaterial:
    """Messages are given fresh ids `m1`, `m2` ... within the batch."""

    batch: Batch
    messages: tuple[Message, ...]
    """Masked; a record that holds several tool results gives several."""
    owners: tuple[int, ...]
    """Index of the record of each message."""
    importance: tuple[float, ...]
    """Of each record, 0..1."""
    rules: tuple[str, ...]
    """What the user forbade or demanded for good: kept word for word."""
    language: Language
    _pieces: dict[str, list[Piece]] = field(default_factory=dict, compare=False, repr=False)

    def pieces(self, message: Message) -> list[Piece]:
        """The message's pieces, cut once for all tries."""
        found = self._pieces.get(message.id)
        if found is None:
            found = self._pieces[message.id] = pieces_of(message, self.wording)
        return found

    @property
    def wording(self) -> Wording:
        return chat_settings().wording[self.language]

    @cached_property
    def core(self) -> CoreTerms:
        return CoreTerms.of(self.messages)

    @cached_property
    def text(self) -> str:
        return "\n".join(message.full_text for message in self.messages)

    @property
    def tokens(self) -> int:
        return sum(self.batch.tokens)


class MaterialMaker:
    """Reads batches; keeps its analyzers from one to the next."""

    def __init__(self, receiver: RoleProfile, *, mask_secrets: bool = True) -> None:
        self._receiver = receiver
        self._mask_secrets = mask_secrets
        self._analyzer = ContextAnalyzer()
        self._classifier = ContentClassifier()
        self._ranker = ImportanceRanker()

    def material(
        self, batch: Batch, later: Sequence[Record] = (), *, originals: Batch | None = None
    ) -> BatchMaterial:
        """Read a batch.

        Args:
            batch: what is compressed.
            later: records behind it, for references into it.
            originals: of a merge, the messages that its summaries stand for, where they are kept.
        """
        source = originals or batch
        raw, owners = _addressed(source.records)
        messages = tuple(map(Masker.of(raw).message, raw)) if self._mask_secrets else tuple(raw)
        said = [m.text for m in messages if m.role is not Role.TOOL]
        return BatchMaterial(
            batch=source,
            messages=messages,
            owners=owners,
            importance=self._importance(source.records, later),
            rules=self._rules(messages),
            language="zh" if is_mostly_han("".join(" ".join(said).split())) else "en",
        )

    def _importance(self, records: Sequence[Record], later: Sequence[Record]) -> tuple[float, ...]:
        terms = [atoms_of(r.full_text) for r in (*records, *later[:REFERRING])]
        told: set[str] = set()
        found = []
        for index, record in enumerate(records):
            fresh = terms[index] - told
            told |= fresh
            count = sum(
                not fresh.isdisjoint(other) for other in terms[index + 1 : index + 1 + REFERRING]
            )
            text = record.full_text
            metrics = self._ranker.rank_importance(
                text, self._classifier.classify_content(text), reference_count=count
            )
            found.append(metrics.overall_importance)
        return tuple(found)

    def _rules(self, messages: Sequence[Message]) -> tuple[str, ...]:
        own = [message for message in messages if message.author is Author.USER]
        demanding = (
            n for n, m in enumerate(own) if any(u.cue & Cue.DEMAND for u in split_units(m))
        )
        first = next(demanding, None)
        if first is None:
            return ()
        ledger = self._analyzer.analyze_context(own[first:], receiver=self._receiver).ledger
        told = (
            " ".join(fact.value.text.split())
            for fact in ledger
            if fact.kind is FactKind.CONSTRAINT
            and isinstance(fact.value, ConstraintValue)
            and fact.status == "active"
        )
        return tuple(dict.fromkeys(rule for rule in told if any(map(str.isalnum, rule))))


def _addressed(records: Sequence[Record]) -> tuple[list[Message], tuple[int, ...]]:
    messages: list[Message] = []
    owners: list[int] = []
    tools: dict[str, str] = {}
    for owner, record in enumerate(records):
        for part in record.parts:
            place = len(messages)
            tools.update((call.id, call.name) for call in part.tool_calls)
            name = part.tool_name or tools.get(part.tool_call_id or "")
            update = {"id": f"m{place + 1}", "seq": place, "item": place, "tool_name": name}
            messages.append(part.model_copy(update=update))
            owners.append(owner)
    return messages, tuple(owners)
