"""Proposer: from a batch to a result that may stand, one that needs review, or none."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace

from pydantic import JsonValue

from uagent_memory.condensers.chat_history.config import CompressionConfig
from uagent_memory.condensers.chat_history.material import BatchMaterial, MaterialMaker
from uagent_memory.condensers.chat_history.merging import held_before, merge_source
from uagent_memory.condensers.chat_history.processor import LLMCompressionProcessor
from uagent_memory.condensers.chat_history.record import Method, Record
from uagent_memory.condensers.chat_history.result_validator import ResultValidator
from uagent_memory.condensers.chat_history.selector import Batch
from uagent_memory.condensers.chat_history.settings import Wording, chat_settings
from uagent_memory.condensers.chat_history.updater import Result, compression_info
from uagent_memory.condensers.chat_history.view import Measure

__all__ = ["Proposal", "Proposer"]


@dataclass(frozen=True, slots=True)
class Proposal:
    """`text` is "" where there is nothing to propose, and `reason` says why."""

    text: str
    method: Method
    result: Result | None
    """With at least `min_gain`."""
    is_good: bool = False
    """Above the quality threshold and without faults: may be used at once."""
    reason: str = ""
    failed: bool = False
    """A model's failure rather than too small a gain."""
    model_tokens: int = 0


class Proposer:
    """Holds what is used from one batch to the next."""

    def __init__(
        self, maker: MaterialMaker, processor: LLMCompressionProcessor, measure: Measure
    ) -> None:
        self._maker = maker
        self._processor = processor
        self._measure = measure
        self._validator = ResultValidator()

    async def propose(
        self, batch: Batch, later: Sequence[Record], config: CompressionConfig, *, at: str
    ) -> Proposal:
        """Make and judge the summary of a batch.

        A model's text with faults, or a call without a text, is a failure: the batch stays as it
        is, or the rules take over where `fallback` says so.

        Args:
            batch: chosen by the selector.
            later: records behind it.
            config: in force.
            at: the time, as it will stand in the summary.
        """
        material = self._material(batch, later)
        rules = self._by_rules(batch, material, config, at)
        if self._processor.model is None or rules.result is None:
            return rules
        made = await self._by_model(batch, material, config, at)
        if made.is_good or config.fallback == "keep":
            return made
        return replace(rules, reason=made.reason, model_tokens=made.model_tokens)

    def _material(self, batch: Batch, later: Sequence[Record]) -> BatchMaterial:
        source = merge_source(batch, self._measure) if batch.is_merge else None
        return self._maker.material(batch, later, originals=source)

    def _by_rules(
        self, batch: Batch, material: BatchMaterial, config: CompressionConfig, at: str
    ) -> Proposal:
        """The rules' best text, gentler where quality asks for it and the gain allows it."""
        settings = chat_settings().batch
        best = Proposal("", "rules", None, reason="too little to gain")
        for attempt in range(settings.retries + 1):
            factor = settings.retry_factor**attempt
            text = self._processor.by_rules(material, config, factor=factor)
            found = self._judged(batch, material, text, "rules", config, at=at)
            if found.result is None:
                break
            best = found
            if found.is_good or batch.is_merge:
                break
        return best

    async def _by_model(
        self, batch: Batch, material: BatchMaterial, config: CompressionConfig, at: str
    ) -> Proposal:
        made = await self._processor.by_model(material, config)
        if not made.text:
            return Proposal(
                "", "model", None, reason=made.reason, failed=True, model_tokens=made.tokens
            )
        faults = self._validator.audit(made.text, material)
        if faults:
            reason = "; ".join(faults)
            return Proposal("", "model", None, reason=reason, failed=True, model_tokens=made.tokens)
        found = self._judged(batch, material, made.text, "model", config, at=at)
        failed = found.result is None
        return Proposal(
            found.text, "model", found.result, found.is_good, found.reason, failed, made.tokens
        )

    def _judged(
        self,
        batch: Batch,
        material: BatchMaterial,
        text: str,
        method: Method,
        config: CompressionConfig,
        *,
        at: str,
    ) -> Proposal:
        result = self.result(batch, material, text, method, config, at=at)
        now = sum(batch.tokens)
        gain = 1 - result.tokens / now if now else 0.0
        if not text.strip() or gain < max(config.min_gain, LEAST_GAIN):
            return Proposal(text, method, None, reason="too little to gain")
        good = result.quality.score >= config.quality_threshold or batch.is_merge
        reason = "" if good else f"quality {result.quality.score:.2f}"
        return Proposal(text, method, result, is_good=good, reason=reason)

    def result(
        self,
        batch: Batch,
        material: BatchMaterial,
        text: str,
        method: Method,
        config: CompressionConfig,
        *,
        at: str,
    ) -> Result:
        """A text as a message with its measures."""
        before = _tokens_before(batch)
        counter = self._measure.counter
        bare = _summary_message(batch, text, 0.0, config, material.wording, at=at)
        tokens = counter.count(str(bare["content"]))
        reduction = 1 - tokens / before if before else 0.0
        message = _summary_message(batch, text, reduction, config, material.wording, at=at)
        quality = self._validator.validate(text, material, tokens=tokens)
        if batch.is_merge:
            words, turns = held_before(batch)
            quality = replace(
                quality,
                keyword_retention=quality.keyword_retention * words,
                structure_integrity=quality.structure_integrity * turns,
            )
        return Result(batch, message, tokens, before, method, quality)

    def tokens(self, records: Sequence[Record]) -> tuple[int, ...]:
        """Of each record."""
        return tuple(self._measure.tokens(records))

    def reviewed(self, batch: Batch, text: str, config: CompressionConfig, *, at: str) -> Result:
        """A text that a person approved."""
        return self.result(batch, self._material(batch, ()), text, "review", config, at=at)


LEAST_GAIN = 1e-9
"""Whatever `min_gain` says, a summary is smaller than what it stands for."""


def _summary_message(
    batch: Batch,
    text: str,
    reduction: float,
    config: CompressionConfig,
    wording: Wording,
    *,
    at: str,
) -> dict[str, JsonValue]:
    """The message in the document's shape (section 5.3), its content marked (5.2)."""
    marks = {"ratio": f"[COMPRESSED:{round(100 * reduction)}%]", "plain": "[COMPRESSED]"}
    lines = [marks.get(config.content_mark, ""), wording.prefix if config.content_prefix else ""]
    return {
        "content": "\n".join(filter(None, (*lines, text))),
        "role": "assistant",
        "created_at": at,
        "is_compressed": True,
        "compression_info": compression_info(batch, reduction=reduction, at=at),
    }


def _tokens_before(batch: Batch) -> int:
    """Of the originals: a merge counts those behind its summaries."""
    return sum(
        tokens if record.compression is None else record.compression.tokens_before
        for record, tokens in zip(batch.records, batch.tokens, strict=True)
    )
