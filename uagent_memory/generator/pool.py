"""The pool: gives candidates their ids while the segment compressors propose them."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import TypedDict, Unpack

from uagent_memory.facts import FactKind
from uagent_memory.generator.candidate import Candidate, JoinStyle, Keep
from uagent_memory.messages import Span
from uagent_memory.segments import SegmentName

__all__ = ["CandidatePool"]


class _Fields(TypedDict, total=False):
    fact: str
    fact_kind: FactKind | None
    keep: Keep
    value: float
    targets: Mapping[str, float]
    named_only: bool
    parent: int | None
    alone: bool
    joins: str
    style: JoinStyle
    lead: str
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
        kind: str,
        **fields: Unpack[_Fields],
    ) -> int | None:
        """Add a candidate; None if the same words are proposed already (nothing is said twice)."""
        text = self._mask(text)
        words = _normal(text)
        if not words or (words in self._texts and fields.get("parent") is None):
            return None
        index = len(self._candidates)
        self._texts.setdefault(words, index)
        short = fields.get("short")
        if short:
            fields["short"] = self._mask(short)
        fields["lead"] = self._mask(fields.get("lead", ""))
        self._candidates.append(
            Candidate(
                id=index,
                segment=segment,
                text=text,
                sources=tuple(dict.fromkeys(sources)),
                order=order,
                kind=kind,
                **fields,
            )
        )
        return index

    def find(self, segment: SegmentName, text: str) -> int | None:
        """The candidate of a segment that says just this."""
        index = self._texts.get(_normal(self._mask(text)))
        if index is None or self._candidates[index].segment is not segment:
            return None
        return index

    @property
    def candidates(self) -> tuple[Candidate, ...]:
        return tuple(self._candidates)


def _normal(text: str) -> str:
    return " ".join(text.lower().split()).strip("-*•· .。:：;；,，")
