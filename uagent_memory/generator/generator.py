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

MORE_THAN_FITS = 1.2
"""How much more than the room is ranked: costs are estimates until the page is measured."""
MORE_TRIES = 12
"""Candidates tried one by one once the ranking no longer fits."""


@dataclass(frozen=True, slots=True)
class Draft:
    """Segments within the budget, and what was chosen for them."""

    segments: tuple[Segment, ...]
    tokens: int
    """Of the whole rendering."""
    chosen: tuple[Candidate, ...]
    required: Required
    warnings: tuple[str, ...] = ()


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
        forms = {c.id: c for c in required.candidates}
        dropped = {d.id for d in proposal.candidates if d.keep.is_must} - forms.keys()
        candidates = [forms.get(c.id, c) for c in proposal.candidates]
        costs = [
            budget + 1 if c.id in dropped else page.cost(c) if c is not old else cost
            for c, old, cost in zip(
                candidates, proposal.candidates, proposal.costs, strict=True
            )
        ]
        room = budget - proposal.meter.total()
        preferred = sorted(
            (c for c in candidates if c.keep is Keep.RECEIVER and c.id not in dropped),
            key=lambda c: (-c.value, c.id),
        )
        selection = select(
            candidates,
            costs,
            room=int(room * MORE_THAN_FITS),
            shares=shares,
            settings=self._settings.selection,
            required=[*forms, *_affordable(preferred, costs, room, forms)],
        )
        ranked = [candidates[i] for i in selection.order]
        return _fullest(ranked, least=len(forms), page=page, budget=budget)


def _fullest(
    ranked: Sequence[Candidate], *, least: int, page: _Page, budget: int
) -> list[Candidate]:
    """The longest beginning of the ranking that fits, and what still fits of what follows.

    Args:
        ranked: candidates in the order of selection, the `least` required ones first.
        least: how many stay whatever they take.
        page: measures.
        budget: tokens of the whole rendering.
    """
    low, high = least, len(ranked)
    while low < high:
        middle = (low + high + 1) // 2
        if page.tokens(ranked[:middle]) <= budget:
            low = middle
        else:
            high = middle - 1
    chosen = list(ranked[:low])
    ids = {candidate.id for candidate in chosen}
    for candidate in ranked[low + 1 : low + 1 + MORE_TRIES]:
        if candidate.parent is not None and candidate.parent not in ids:
            continue
        if page.tokens([*chosen, candidate]) <= budget:
            chosen.append(candidate)
            ids.add(candidate.id)
    return chosen


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
