"""CompressionGenerator: eight segment compressors propose, selection chooses, assembly phrases."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace

from uagent_memory.analyzer.types import ContextAnalysis
from uagent_memory.errors import BudgetError
from uagent_memory.generator.assembly import assemble
from uagent_memory.generator.candidate import Candidate, Keep
from uagent_memory.generator.coherence import CoherenceMaintainer
from uagent_memory.generator.compressors import COMPRESSORS
from uagent_memory.generator.keeping import Required, fit_required
from uagent_memory.generator.pins import propose_pins
from uagent_memory.generator.pool import CandidatePool
from uagent_memory.generator.quotes import EvidenceQuoter
from uagent_memory.generator.selection import select
from uagent_memory.generator.settings import GeneratorSettings, Limits
from uagent_memory.generator.view import GeneratorView
from uagent_memory.prioritizer.types import Prioritization
from uagent_memory.render import Body, Frame, Meter, own_lines
from uagent_memory.roles import RoleProfile
from uagent_memory.segments import Entry, Segment, SegmentName
from uagent_memory.tokens import TokenCounter

__all__ = ["CompressionGenerator", "Draft", "Proposal"]

FILL_ROUNDS = 4
FULL_ENOUGH = 0.99


@dataclass(frozen=True, slots=True)
class Draft:
    """Segments within the budget, and what was chosen for them."""

    segments: tuple[Segment, ...]
    tokens: int
    """Of the whole rendering."""
    chosen: tuple[Candidate, ...]
    required: Required


@dataclass(frozen=True, slots=True)
class Proposal:
    """All candidates of one history for one receiver, and what they cost alone."""

    view: GeneratorView
    candidates: tuple[Candidate, ...]
    costs: tuple[int, ...]
    meter: Meter
    frame: Frame


class CompressionGenerator:
    """Chooses and phrases the entries of the eight segments."""

    def __init__(self, settings: GeneratorSettings | None = None) -> None:
        self._settings = settings or GeneratorSettings.load()
        self._coherence = CoherenceMaintainer()
        self._quoter = EvidenceQuoter()

    def propose(
        self,
        analysis: ContextAnalysis,
        prioritization: Prioritization,
        *,
        receiver: RoleProfile,
        frame: Frame,
        counter: TokenCounter,
        keep: Sequence[str] = (),
    ) -> Proposal:
        """Everything the segments could say; done once, however many passes follow."""
        view = GeneratorView(analysis, prioritization, receiver=receiver, settings=self._settings)
        pool = CandidatePool()
        propose_pins(view, pool, keep)
        for compressor in COMPRESSORS:
            compressor.propose(view, pool)
        self._quoter.propose(view, pool)
        candidates = _considered(pool.candidates, self._settings.limits.considered)
        counts = counter.count_many([candidate.text for candidate in candidates])
        costs = tuple(
            count + _overhead(candidate, self._settings.limits)
            for candidate, count in zip(candidates, counts, strict=True)
        )
        return Proposal(view, candidates, costs, Meter(frame, counter=counter), frame)

    def generate_compressed_context(
        self,
        proposal: Proposal,
        *,
        budget: int,
        counter: TokenCounter,
        shares: Mapping[SegmentName, float],
    ) -> Draft:
        """Fill the budget.

        Raises:
            BudgetError: the budget does not even hold the frame (title, metadata, marks).
        """
        frame_tokens = proposal.meter.total()
        if budget < frame_tokens:
            raise BudgetError(
                f"budget {budget} is below the bare frame of a hand-off ({frame_tokens} tokens): "
                f"give at least {frame_tokens}",
                role=proposal.frame.sender,
                stage="generate",
            )
        page = _Page(proposal, counter, self._coherence)
        must = [c for c in proposal.candidates if c.keep.is_must]
        required = fit_required(
            must,
            budget=budget,
            measure=page.tokens,
            minimum=page.minimum,
            message=proposal.view.message_of,
            counter=counter,
            limits=self._settings.limits,
        )
        chosen = self._fill(proposal, page, required, budget, shares)
        segments = page.segments(chosen)
        return Draft(segments, page.measure(segments), tuple(chosen), required)

    def _fill(
        self,
        proposal: Proposal,
        page: _Page,
        required: Required,
        budget: int,
        shares: Mapping[SegmentName, float],
    ) -> list[Candidate]:
        """The fullest choice within the budget; the required ones alone if nothing more fits."""
        best = list(required.candidates)
        forms = {c.id: c for c in best}
        dropped = {d.id for d in proposal.candidates if d.keep.is_must} - forms.keys()
        candidates = [forms.get(c.id, c) for c in proposal.candidates]
        costs = [
            budget + 1 if c.id in dropped else page.cost(c) if c is not old else cost
            for c, old, cost in zip(
                candidates, proposal.candidates, proposal.costs, strict=True
            )
        ]
        fixed = proposal.meter.total()
        room = budget - fixed
        preferred = sorted(
            (c for c in candidates if c.keep is Keep.RECEIVER and c.id not in dropped),
            key=lambda c: (-c.value, c.id),
        )
        for _ in range(FILL_ROUNDS):
            required_ids = [*forms, *_affordable(preferred, costs, room, forms)]
            selection = select(
                candidates,
                costs,
                room=room,
                shares=shares,
                settings=self._settings.selection,
                required=required_ids,
            )
            chosen = [candidates[i] for i in sorted(selection.chosen)]
            tokens = page.tokens(chosen)
            if tokens <= budget:
                if tokens >= page.tokens(best) or len(chosen) >= len(best):
                    best = chosen
                if tokens >= budget * FULL_ENOUGH or len(selection.chosen) == len(candidates):
                    break
            room += int((budget - tokens) * 0.95) if tokens <= budget else budget - tokens
            if room <= 0:
                break
        return best


def _overhead(candidate: Candidate, limits: Limits) -> int:
    """Tokens a candidate's line takes besides its text."""
    is_part = bool(candidate.joins) or candidate.parent is not None
    return limits.overhead_part if is_part else limits.overhead_entry


def _affordable(
    preferred: Sequence[Candidate], costs: Sequence[int], room: int, forms: Mapping[int, Candidate]
) -> list[int]:
    """The receiver's must-get candidates, best first, in what the required ones leave."""
    left = (room - sum(costs[i] for i in forms)) * 0.6
    taken = []
    for candidate in preferred:
        if costs[candidate.id] <= left:
            left -= costs[candidate.id]
            taken.append(candidate.id)
    return taken


def _considered(candidates: Sequence[Candidate], most: int) -> tuple[Candidate, ...]:
    """At most so many candidates, by a quick estimate of worth per token; ids renumbered."""
    if len(candidates) <= most:
        return tuple(candidates)

    def rate(candidate: Candidate) -> float:
        return (candidate.value + sum(candidate.targets.values())) / (len(candidate.text) + 24)

    ranked = sorted(candidates, key=lambda c: (c.keep >= Keep.RECEIVER, -rate(c), c.id))
    wanted = {c.id for c in ranked[:most]}
    wanted |= {c.keep.is_must and c.id for c in candidates if c.keep.is_must}
    for candidate in reversed(candidates):
        if candidate.id in wanted and candidate.parent is not None:
            wanted.add(candidate.parent)
    kept = [c for c in candidates if c.id in wanted]
    number = {c.id: i for i, c in enumerate(kept)}
    return tuple(
        replace(c, id=number[c.id], parent=None if c.parent is None else number[c.parent])
        for c in kept
    )


class _Page:
    """Measures choices as they will be rendered."""

    def __init__(
        self, proposal: Proposal, counter: TokenCounter, coherence: CoherenceMaintainer
    ) -> None:
        self._proposal = proposal
        self._counter = counter
        self._coherence = coherence
        self._messages = {
            m.message.id: m.message for m in proposal.view.messages
        }
        self._lines: dict[str, int] = {}

    def cost(self, candidate: Candidate) -> int:
        """Of a candidate by itself."""
        limits = self._proposal.view.settings.limits
        return self._counter.count(candidate.text) + _overhead(candidate, limits)

    def segments(self, chosen: Sequence[Candidate]) -> tuple[Segment, ...]:
        drafts = self._coherence.maintain(assemble(chosen, self._messages), self._proposal.view)
        return tuple(
            segment.model_copy(update={"tokens": self._body((segment,)).tokens})
            for segment in drafts
        )

    def tokens(self, chosen: Sequence[Candidate]) -> int:
        return self.measure(self.segments(chosen))

    def measure(self, segments: Sequence[Segment]) -> int:
        return self._proposal.meter.total(self._body(segments))

    def minimum(self, chosen: Sequence[Candidate]) -> int:
        return self._proposal.meter.minimum_budget(self._body(self.segments(chosen)))

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
