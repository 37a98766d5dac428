"""The model path of one hand-off: which segments are asked for, side by side, each on its own."""

from __future__ import annotations

import asyncio
from collections.abc import Sequence
from dataclasses import dataclass, field, replace
from typing import Protocol

from uagent_memory.analyzer.language import is_chinese
from uagent_memory.config import ModelMode, Settings
from uagent_memory.drafted import Drafted
from uagent_memory.errors import ConfigError
from uagent_memory.events import emit
from uagent_memory.llm.allowance import Allowance, Prices
from uagent_memory.llm.audit.material import Material, importance_of, material_of
from uagent_memory.llm.prompts import PromptLibrary, load_prompts
from uagent_memory.llm.protocol import LanguageModel
from uagent_memory.llm.request import Requests, fitting
from uagent_memory.llm.rewriter import Rewritten, SegmentRewriter
from uagent_memory.render import render_entry
from uagent_memory.segments import (
    CompressedContext,
    Entry,
    Rewrite,
    RewriteCost,
    Segment,
    SegmentName,
)
from uagent_memory.validator.validator import known_names

__all__ = ["ModelPath", "Reviser", "model_path"]

SHORTEST = 100
"""Characters up to which a text stays as it is (UAgent document, section 6.2)."""


def model_path(
    model: LanguageModel | None,
    *,
    mode: ModelMode | None,
    prompts: PromptLibrary | None,
    settings: Settings,
) -> ModelPath | None:
    """The path of a call's or a memory's arguments; None where it is off.

    Args:
        model: None: an AnthropicModel of the settings.
        mode: the settings' if None.
        prompts: those of the settings' search path if None.
        settings: the caps, the mode and the model's name.

    Raises:
        ConfigError: see ModelPath and AnthropicModel; none comes later.
    """
    _check_mode(mode)
    if (settings.model_mode if mode is None else mode) == "off":
        return None
    if model is None:
        from uagent_memory.llm.anthropic_model import AnthropicModel

        model = AnthropicModel(settings=settings)
    return ModelPath(model, settings=settings, mode=mode, prompts=prompts)


def _check_mode(mode: ModelMode | None) -> None:
    if mode not in (None, "off", "auto", "all"):
        raise ConfigError(f"model mode {mode!r}: give off, auto or all")


class Reviser(Protocol):
    """The engine, for the step after the draft."""

    def revised(self, drafted: Drafted, segments: Sequence[Segment]) -> CompressedContext: ...


@dataclass(frozen=True)
class ModelPath:
    """A model with its prompts and limits, made once and used for any number of hand-offs.

    Raises:
        ConfigError: a prompt is wrong, or a cap on the cost has no prices.
    """

    model: LanguageModel
    settings: Settings = field(default_factory=Settings)
    mode: ModelMode | None = None
    """The settings' if None."""
    prompts: PromptLibrary | None = None
    """Those of the settings' search path if None."""

    def __post_init__(self) -> None:
        if self.prompts is None:
            object.__setattr__(self, "prompts", load_prompts(settings=self.settings))
        _check_mode(self.mode)
        Prices.of(self.settings)

    @property
    def is_on(self) -> bool:
        return self._mode != "off"

    @property
    def _mode(self) -> ModelMode:
        return self.settings.model_mode if self.mode is None else self.mode

    async def improve(self, drafted: Drafted, reviser: Reviser) -> CompressedContext:
        """The hand-off with the segments whose rewriting was accepted; never worse than before.

        A cancellation goes through; nothing else is raised, and nothing is changed.
        """
        if not self.is_on or drafted.proposal is None or drafted.chosen is None:
            return drafted.result
        plans = await asyncio.to_thread(self._plans, drafted)
        done = await self._rewritten(plans, drafted)
        segments = [item.segment for item in done]
        result = drafted.result
        if any(item.rewrite.choice != "draft" for item in done):
            result = await asyncio.to_thread(reviser.revised, drafted, segments)
            if result is drafted.result:
                done = [_withdrawn(item) for item in done]
        self._log(drafted, done)
        return _reported(result, done)

    def _plans(self, drafted: Drafted) -> list[_Plan]:
        proposal, chosen = drafted.proposal, drafted.chosen
        assert proposal is not None
        assert chosen is not None
        positions = {m.message.id: m.index for m in proposal.view.messages}
        names = known_names(proposal)
        chinese = is_chinese(drafted.messages)
        plans = []
        for segment in chosen.segments:
            material = material_of(segment, proposal, names, is_chinese=chinese)
            importance = importance_of(
                segment, proposal.view.scores, positions, drafted.brief.counter.count
            )
            plans.append(self._plan(material, importance, drafted))
        return plans

    def _plan(self, material: Material, importance: float, drafted: Drafted) -> _Plan:
        least = self.settings.model_importance
        if material.name is SegmentName.USER_MESSAGES:
            return _Plan(material, importance, skip="the users' own words are never rewritten")
        if self._mode == "auto" and importance <= least:
            return _Plan(
                material, importance, skip=f"importance {importance:.2f}, not above {least}"
            )
        if material.free_characters <= SHORTEST:
            return _Plan(material, importance, skip="too little in it may be put in other words")
        home = drafted.brief.frame.home
        texts = [render_entry(entry, log=home) for entry in material.trees]
        costs = drafted.brief.counter.count_many(texts)
        sent = [cost if tree in material.asked else 0 for tree, cost in enumerate(costs)]
        taken, held = fitting(material.trees, sent, self.settings.model_input)
        if not taken:
            return _Plan(material, importance, skip="its first entry exceeds the model's input")
        heading = drafted.brief.counter.count(f"## {material.name}\n")
        budget = heading + sum(costs[: len(taken)])
        return _Plan(material.with_entries(taken, budget), importance, held=held)

    async def _rewritten(self, plans: Sequence[_Plan], drafted: Drafted) -> list[Rewritten]:
        assert self.prompts is not None
        brief = drafted.brief
        home = brief.frame.home
        rewriter = SegmentRewriter(
            self.model,
            requests=Requests(self.prompts, brief.counter, self.settings.model_input, home),
            allowance=Allowance(self.settings),
            counter=brief.counter,
            home=home,
            seconds=self.settings.model_seconds,
        )
        gate = asyncio.Semaphore(self.settings.model_concurrency)

        async def one(plan: _Plan) -> Rewritten:
            if plan.skip:
                return _skipped(plan)
            async with gate:
                try:
                    done = await rewriter.rewrite(
                        plan.material,
                        plan.held,
                        plan.importance,
                        extraction=plan.importance > self.settings.model_importance,
                    )
                except Exception as error:  # noqa: BLE001 - the draft is there; the report says so
                    return self._broken(plan, error, drafted)
            return _with_held(done, len(plan.held))

        first = sorted(range(len(plans)), key=lambda i: -plans[i].worth)
        async with asyncio.TaskGroup() as group:
            tasks = {i: group.create_task(one(plans[i])) for i in first}
        return [tasks[i].result() for i in range(len(plans))]

    def _broken(self, plan: _Plan, error: Exception, drafted: Drafted) -> Rewritten:
        """A fault of our own costs no hand-off."""
        fault = type(error).__name__
        emit(
            "model.broken",
            role=drafted.brief.sender,
            stage="model",
            level="warning",
            segment=plan.material.name.value,
            error=fault,
        )
        whole = replace(plan, material=replace(plan.material, segment=plan.whole))
        return _skipped(replace(whole, skip=f"the rewriting broke off: {fault}"))

    def _log(self, drafted: Drafted, done: Sequence[Rewritten]) -> None:
        used = sum(item.rewrite.choice != "draft" for item in done)
        calls = sum(item.cost.calls for item in done)
        tokens = sum(item.cost.input_tokens + item.cost.output_tokens for item in done)
        emit(
            "model.rewrote",
            role=drafted.brief.sender,
            stage="model",
            model=self.model.name,
            segments=used,
            calls=calls,
            tokens=tokens,
        )


@dataclass(frozen=True, slots=True)
class _Plan:
    material: Material
    importance: float
    skip: str = ""
    """Why no model is asked."""
    held: tuple[Entry, ...] = ()
    """The draft's entries that the model's input has no room for; they stay as they are."""

    @property
    def whole(self) -> Segment:
        """The segment with what was held back."""
        segment = self.material.segment
        return segment.model_copy(update={"entries": (*segment.entries, *self.held)})

    @property
    def worth(self) -> float:
        """What there is to put in other words: the caps are spent where it is most."""
        return self.importance * self.material.free_characters


def _skipped(plan: _Plan) -> Rewritten:
    segment = plan.material.segment
    return Rewritten(
        segment,
        Rewrite(
            segment=segment.name,
            choice="draft",
            reason=plan.skip,
            tokens_before=segment.tokens,
            tokens_after=segment.tokens,
        ),
        RewriteCost(segment=segment.name),
    )


def _with_held(done: Rewritten, held: int) -> Rewritten:
    """The account says how many entries the model never saw."""
    if not held:
        return done
    reason = f"{done.rewrite.reason}; {held} entries beyond the model's input stayed as they were"
    return Rewritten(done.segment, done.rewrite.model_copy(update={"reason": reason}), done.cost)


def _withdrawn(item: Rewritten) -> Rewritten:
    """The whole did not pass the validator: the draft stands."""
    if item.rewrite.choice == "draft":
        return item
    update = {
        "choice": "draft",
        "reason": "the validator refused the whole",
        "tokens_after": item.rewrite.tokens_before,
    }
    return Rewritten(item.segment, item.rewrite.model_copy(update=update), item.cost)


def _reported(result: CompressedContext, done: Sequence[Rewritten]) -> CompressedContext:
    report = result.report.model_copy(update={"rewrites": tuple(item.rewrite for item in done)})
    costs = tuple(item.cost for item in done if item.cost.calls)
    telemetry = result.telemetry.model_copy(update={"rewrites": costs})
    return result.model_copy(update={"report": report, "telemetry": telemetry})
