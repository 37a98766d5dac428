"""The pool: gives candidates their ids while the segment compressors propose them."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import TypedDict, Unpack

from uagent_memory.entry_kind import EntryKind
from uagent_memory.fact_name import FactName
from uagent_memory.facts import FactKind
from uagent_memory.generator.candidate import Candidate, JoinStyle, Keep
from uagent_memory.messages import Span
from uagent_memory.segments import SegmentName

__all__ = ["CandidatePool"]


class _Fields(TypedDict, total=False):
    fact: str
    fact_kind: FactKind | None
    also: tuple[FactName, ...]
    keep: Keep
    value: float
    targets: Mapping[str, float]
    named_only: bool
    in_latest: bool
    is_policy: bool
    parent: int | None
    alone: bool
    joins: str
    style: JoinStyle
    lead: str
    speaker: str
    short: str | None
    short_sources: tuple[Span, ...]


class CandidatePool:
    """Candidates in order of proposal; remembers which stretches are spoken for."""

    def __init__(self, mask: Callable[[str], str] = str) -> None:
        """`mask` puts stand-ins for secrets into a text: no candidate holds one."""
        self._mask = mask
        self._candidates: list[Candidate] = []
        self._texts: dict[str, int] = {}

    def propose(
        self,
        segment: SegmentName,
        text: str,
        sources: Sequence[Span],
        *,
        order: tuple[int, ...],
        kind: EntryKind,
        **fields: Unpack[_Fields],
    ) -> int | None:
        """Add a candidate; None if the same words are proposed already (nothing is said twice).

        Of two that say the same the one that must be kept more stays, and speaks for both.
        """
        text = self._mask(text)
        words = _normal(text)
        if not words:
            return None
        short = fields.get("short")
        if short:
            fields["short"] = self._mask(short)
        fields["lead"] = self._mask(fields.get("lead", ""))
        fields["speaker"] = self._mask(fields.get("speaker", ""))
        candidate = Candidate(
            id=len(self._candidates),
            segment=segment,
            text=text,
            sources=tuple(dict.fromkeys(sources)),
            order=order,
            kind=kind,
            **fields,
        )
        known = self._texts.get(words)
        if known is not None and candidate.parent is None:
            return self._unite(known, candidate)
        self._texts.setdefault(words, candidate.id)
        self._candidates.append(candidate)
        return candidate.id

    def _unite(self, known: int, candidate: Candidate) -> int | None:
        """One candidate for the same words; the id of the new one where that takes the place."""
        old = self._candidates[known]
        if candidate.kind is old.kind is EntryKind.COMMAND and old.parent is None:
            self._candidates[known] = _ran_again(old, candidate)
            return None
        if candidate.keep < old.keep and old.parent is None:
            also = (*candidate.also, *old.says)
            self._candidates[known] = candidate._replace(id=known, also=also)
            return known
        self._candidates[known] = old._replace(also=(*old.also, *candidate.says))
        return None

    def find(self, text: str) -> Candidate | None:
        """The candidate that says just this, in whatever segment."""
        index = self._texts.get(_normal(self._mask(text)))
        return None if index is None else self._candidates[index]

    def require(self, index: int, keep: Keep) -> None:
        """Keep a candidate harder than it was proposed."""
        self._candidates[index] = self._candidates[index]._replace(keep=keep)

    @property
    def candidates(self) -> tuple[Candidate, ...]:
        return tuple(self._candidates)


def _ran_again(first: Candidate, again: Candidate) -> Candidate:
    """Another run that reads the same: one line at the place of the later, which cites both."""
    earlier, later = sorted((first, again), key=lambda candidate: candidate.order)
    return later._replace(
        id=first.id,
        keep=min(first.keep, again.keep),
        sources=tuple(dict.fromkeys((*earlier.sources, *later.sources))),
        also=(*later.also, *earlier.says),
    )


def _normal(text: str) -> str:
    return " ".join(text.lower().split()).strip("-*•· .。:：;；,，")
