"""The pool: gives candidates their ids while the segment compressors propose them."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import TypedDict, Unpack

from uagent_memory.entry_kind import EntryKind
from uagent_memory.fact_name import FactName
from uagent_memory.generator.candidate import Candidate, JoinStyle, Keep
from uagent_memory.generator.limits import Limits
from uagent_memory.generator.selection.shortlist import without_weakest
from uagent_memory.messages import Span
from uagent_memory.segments import SegmentName

__all__ = ["CandidatePool"]


class _Fields(TypedDict, total=False):
    also: tuple[FactName, ...]
    keep: Keep
    value: float
    targets: Mapping[str, float]
    named_only: bool
    in_latest: bool
    frame: tuple[int, int] | None
    told_user: bool
    is_policy: bool
    parent: int | None
    alone: bool
    joins: str
    style: JoinStyle
    added: int
    unshown: str
    lead: str
    speaker: str
    short: str | None
    short_sources: tuple[Span, ...]
    head_share: float


class CandidatePool:
    """Candidates in order of proposal; remembers which stretches are spoken for."""

    def __init__(self, mask: Callable[[str], str] = str, *, limits: Limits | None = None) -> None:
        """Start without any.

        Args:
            mask: puts stand-ins for secrets into a text: no candidate holds one.
            limits: how many are considered; what cannot be among them is forgotten on the way.
        """
        self._mask = mask
        self._limits = limits
        self._candidates: dict[int, Candidate] = {}
        self._texts: dict[str, int] = {}
        self._parents: set[int] = set()
        self._proposed = 0

    def propose(
        self,
        segment: SegmentName,
        text: str,
        sources: Sequence[Span],
        *,
        order: tuple[int, ...],
        kind: EntryKind,
        fact: FactName | None = None,
        pin: str = "",
        **fields: Unpack[_Fields],
    ) -> int | None:
        """Add a candidate; None if the same words are proposed already (nothing is said twice).

        Of two that say the same the one that must be kept more stays, and speaks for both.

        Args:
            segment: where it stands.
            text: of its line.
            sources: what the line is told from.
            order: its place among the segment's lines.
            kind: of the entry.
            fact: whose line it is.
            pin: as the caller gave it, where it is no fact's line.
            fields: any other field of a Candidate.
        """
        text = self._mask(text)
        words = _normal(text)
        if not words:
            return None
        short = fields.get("short")
        if short:
            fields["short"] = self._mask(short)
        if lead := fields.get("lead"):
            fields["lead"] = self._mask(lead)
        if speaker := fields.get("speaker"):
            fields["speaker"] = self._mask(speaker)
        candidate = Candidate(
            id=self._proposed,
            segment=segment,
            text=text,
            sources=tuple(sources if len(sources) == 1 else dict.fromkeys(sources)),
            order=order,
            kind=kind,
            fact=fact.key if fact is not None else pin,
            fact_kind=fact.kind if fact is not None else None,
            **fields,
        )
        known = self._texts.get(words)
        if known is not None and candidate.parent is None:
            return self._unite(known, candidate)
        self._texts.setdefault(words, candidate.id)
        if candidate.parent is not None:
            self._parents.add(candidate.parent)
        self._candidates[candidate.id] = candidate
        self._proposed += 1
        self._forget_weakest()
        return candidate.id

    def _forget_weakest(self) -> None:
        """Where twice as many are known as are considered; once for so many proposals."""
        if self._limits is None or self._proposed % self._limits.considered:
            return
        if len(self._candidates) < 2 * self._limits.considered:
            return
        left = without_weakest(self.candidates, self._limits, spared=self._parents)
        self._candidates = {candidate.id: candidate for candidate in left}
        self._texts = {
            words: index for words, index in self._texts.items() if index in self._candidates
        }

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
        return tuple(self._candidates.values())


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
