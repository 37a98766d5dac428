"""CompressionGenerator: eight segment compressors propose, selection chooses, assembly phrases."""

from __future__ import annotations

import math
from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace
from functools import partial

from uagent_memory.analyzer.types import ContextAnalysis
from uagent_memory.errors import BudgetError
from uagent_memory.generator.coherence import CoherenceMaintainer
from uagent_memory.generator.compressors import COMPRESSORS
from uagent_memory.generator.draft import Draft, Proposal
from uagent_memory.generator.evidence.quotes import EvidenceQuoter
from uagent_memory.generator.last_words import propose_last_words
from uagent_memory.generator.pool import CandidatePool
from uagent_memory.generator.selection.filling import fill
from uagent_memory.generator.selection.keeping import fit_required, shows_latest
from uagent_memory.generator.selection.page import Page, overhead
from uagent_memory.generator.selection.pins import propose_pins
from uagent_memory.generator.selection.shortlist import shortlist
from uagent_memory.generator.settings import GeneratorSettings
from uagent_memory.generator.view import GeneratorView
from uagent_memory.prioritizer.types import Prioritization
from uagent_memory.render import Frame, Meter
from uagent_memory.roles import RoleProfile
from uagent_memory.segments import SegmentName
from uagent_memory.tokens import TokenCounter

__all__ = ["CompressionGenerator"]


class CompressionGenerator:
    """Chooses and phrases the entries of the eight segments."""

    def __init__(self, settings: GeneratorSettings | None = None) -> None:
        self._settings = settings or GeneratorSettings.load()
        self._coherence = CoherenceMaintainer()

    def propose(
        self,
        analysis: ContextAnalysis,
        prioritization: Prioritization,
        *,
        receiver: RoleProfile,
        frame: Frame,
        counter: TokenCounter,
        budget: float = math.inf,
        keep: Sequence[str] = (),
        mask: Callable[[str], str] = str,
    ) -> Proposal:
        """Everything the segments could say within a budget; done once, however many passes follow.

        Args:
            analysis: what was found in the history.
            prioritization: its scores.
            receiver: who will read the result.
            frame: title, metadata and marks around the segments; it takes room, too.
            counter: counts tokens.
            budget: most tokens of the page: of very much more only the likeliest is proposed.
            keep: message ids and literal strings that the caller pins.
            mask: puts stand-ins for the history's secrets into a text; by default none.
        """
        view = GeneratorView(
            analysis,
            prioritization,
            receiver=receiver,
            settings=self._settings,
            mask=mask,
            sender=frame.sender,
            home=frame.home,
            room=budget,
        )
        pool = CandidatePool(mask, limits=self._settings.limits)
        propose_pins(view, pool, keep, log=frame.home)
        for compressor in COMPRESSORS:
            compressor.propose(view, pool)
        EvidenceQuoter(view, pool).propose()
        propose_last_words(view, pool)
        candidates = shortlist(pool.candidates, self._settings.limits)
        counts = counter.count_many([candidate.text for candidate in candidates])
        costs = tuple(
            count + overhead(candidate, self._settings.limits)
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
        """Choose what must be kept, fill the rest of the budget, and phrase it.

        Args:
            proposal: all that could be said.
            budget: most tokens of the page.
            counter: counts them.
            shares: weights of the segments, which the loop steers.

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
        page = Page(proposal, counter, self._coherence)
        fit = partial(
            fit_required,
            budget=budget,
            measure=page.tokens,
            minimum=page.minimum,
            name=proposal.view.earlier_handoffs.name,
            counter=counter,
            limits=self._settings.limits,
            labels=proposal.view.labels,
        )
        must = [c for c in proposal.candidates if c.keep.is_must]
        required = fit([c for c in must if not c.in_latest])
        if any(c.in_latest for c in must) and not shows_latest(must, required):
            required = replace(fit(must), minimum_budget=required.minimum_budget)
        chosen = fill(proposal, page, required, budget=budget, shares=shares)
        segments = page.segments(chosen)
        return Draft(segments, page.measure(segments), tuple(chosen), required)
