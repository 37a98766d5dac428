"""The page: what a choice of candidates takes, measured as it will be rendered."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import NamedTuple

from uagent_memory.generator.assembly import KnownEntries, assemble
from uagent_memory.generator.candidate import Candidate
from uagent_memory.generator.coherence import CoherenceMaintainer, KnownReadings
from uagent_memory.generator.draft import Proposal
from uagent_memory.generator.limits import Limits
from uagent_memory.render import Body, own_lines
from uagent_memory.segments import Entry, Segment
from uagent_memory.tokens import TokenCounter

__all__ = ["Page", "overhead"]


def overhead(candidate: Candidate, limits: Limits) -> int:
    """Tokens a candidate's line takes besides its text."""
    is_part = bool(candidate.joins) or candidate.parent is not None
    return limits.overhead_part if is_part else limits.overhead_entry


class _Rendered(NamedTuple):
    entry: Entry
    tokens: int
    characters: int


class Page:
    """Measures choices as they will be rendered."""

    def __init__(
        self, proposal: Proposal, counter: TokenCounter, coherence: CoherenceMaintainer
    ) -> None:
        self._proposal = proposal
        self._counter = counter
        self._coherence = coherence
        self._messages = {m.message.id: m.message for m in proposal.view.messages}
        self._entries: KnownEntries = {}
        self._readings: KnownReadings = {}
        self._rendered: dict[int, _Rendered] = {}
        self._speakers: dict[str, int] = {}
        """Tokens of their names."""

    def cost(self, candidate: Candidate) -> int:
        """Of a candidate by itself."""
        limits = self._proposal.view.settings.limits
        return self._counter.count(candidate.text) + overhead(candidate, limits)

    def opening(self, candidate: Candidate) -> int:
        """Of the speaker's name and the entry that a candidate begins, if no part of it stands."""
        speaker = candidate.speaker
        if not speaker:
            return 0
        name = self._speakers.get(speaker)
        if name is None:
            name = self._speakers[speaker] = self._counter.count(speaker)
        limits = self._proposal.view.settings.limits
        return name + limits.overhead_spoken if candidate.joins else name

    def segments(self, chosen: Sequence[Candidate]) -> tuple[Segment, ...]:
        """The finished segments, each with its tokens."""
        return tuple(
            segment.model_copy(update={"tokens": self._body((segment,)).tokens})
            for segment in self._assembled(chosen)
        )

    def tokens(self, chosen: Sequence[Candidate]) -> int:
        return self.measure(self._assembled(chosen))

    def measure(self, segments: Sequence[Segment]) -> int:
        return self._proposal.meter.total(self._body(segments))

    def minimum(self, chosen: Sequence[Candidate]) -> int:
        return self._proposal.meter.minimum_budget(self._body(self._assembled(chosen)))

    def _assembled(self, chosen: Sequence[Candidate]) -> tuple[Segment, ...]:
        cites = self._proposal.view.earlier_handoffs.cites
        segments = assemble(chosen, self._messages, known=self._entries, cites=cites)
        return self._coherence.maintain(segments, self._proposal.view, known=self._readings)

    def _body(self, segments: Sequence[Segment]) -> Body:
        entries = [self._lines_of(entry) for segment in segments for entry in segment.entries]
        return Body(
            frozenset(segment.name for segment in segments),
            sum(rendered.tokens for rendered in entries),
            sum(rendered.characters for rendered in entries),
        )

    def _lines_of(self, entry: Entry) -> _Rendered:
        """Measured once; the entry is kept so that its identity stays its own."""
        known = self._rendered.get(id(entry))
        if known is None:
            lines = list(self._render(entry, 0, None))
            counts = self._counter.count_many(lines)
            known = _Rendered(entry, sum(counts), sum(map(len, lines)))
            self._rendered[id(entry)] = known
        return known

    def _render(self, entry: Entry, depth: int, parent: Entry | None) -> Iterator[str]:
        yield own_lines(entry, depth, parent=parent, log=self._proposal.frame.home)
        above = entry if entry.sources else parent
        for child in entry.children:
            yield from self._render(child, depth + 1, above)
