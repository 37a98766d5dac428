"""The page: what a choice of candidates takes, measured as it will be rendered."""

from __future__ import annotations

from collections.abc import Sequence

from uagent_memory.generator.assembly import assemble
from uagent_memory.generator.candidate import Candidate
from uagent_memory.generator.coherence import CoherenceMaintainer
from uagent_memory.generator.draft import Proposal
from uagent_memory.generator.settings import Limits
from uagent_memory.render import Body, own_lines
from uagent_memory.segments import Entry, Segment
from uagent_memory.tokens import TokenCounter

__all__ = ["Page", "overhead"]


def overhead(candidate: Candidate, limits: Limits) -> int:
    """Tokens a candidate's line takes besides its text."""
    is_part = bool(candidate.joins) or candidate.parent is not None
    return limits.overhead_part if is_part else limits.overhead_entry


class Page:
    """Measures choices as they will be rendered."""

    def __init__(
        self, proposal: Proposal, counter: TokenCounter, coherence: CoherenceMaintainer
    ) -> None:
        self._proposal = proposal
        self._counter = counter
        self._coherence = coherence
        self._messages = {m.message.id: m.message for m in proposal.view.messages}
        self._lines: dict[str, int] = {}

    def cost(self, candidate: Candidate) -> int:
        """Of a candidate by itself."""
        limits = self._proposal.view.settings.limits
        return self._counter.count(candidate.text) + overhead(candidate, limits)

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
        return self._coherence.maintain(assemble(chosen, self._messages), self._proposal.view)

    def _body(self, segments: Sequence[Segment]) -> Body:
        lines = [
            line
            for segment in segments
            for entry in segment.entries
            for line in self._rendered(entry, 0, None)
        ]
        new = [line for line in dict.fromkeys(lines) if line not in self._lines]
        self._lines.update(zip(new, self._counter.count_many(new), strict=True))
        return Body(
            frozenset(segment.name for segment in segments),
            sum(self._lines[line] for line in lines),
            sum(map(len, lines)),
        )

    def _rendered(self, entry: Entry, depth: int, parent: Entry | None) -> list[str]:
        lines = [own_lines(entry, depth, parent=parent, log=self._proposal.frame.home)]
        above = entry if entry.sources else parent
        for child in entry.children:
            lines += self._rendered(child, depth + 1, above)
        return lines
