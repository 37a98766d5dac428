"""SegmentRewriter: asks for one segment, audits, repairs, asks once more, decides."""

from __future__ import annotations

import asyncio
from collections.abc import Sequence
from dataclasses import dataclass, replace
from time import perf_counter

from uagent_memory.errors import ConfigError
from uagent_memory.generator.extractor import KeyInformationExtractor
from uagent_memory.llm.allowance import Allowance
from uagent_memory.llm.audit import Audited, audit
from uagent_memory.llm.audit.material import Material
from uagent_memory.llm.protocol import LanguageModel, ModelReply, ModelRequest, Outcome, Usage
from uagent_memory.llm.reply import sound_reply
from uagent_memory.llm.request import Requests
from uagent_memory.render import render_segment
from uagent_memory.segments import Entry, Rewrite, RewriteCost, Segment
from uagent_memory.tokens import TokenCounter
from uagent_memory.validator.readability import ReadabilityChecker

__all__ = ["Rewritten", "SegmentRewriter"]

QUALITY = 0.7
"""Extraction quality that a model's text must exceed (UAgent document, section 6.2)."""
ATTEMPTS = 2
SECONDS = 3
"""Times the seconds of one attempt that a call may take with the client's own retries."""
LISTED_FAULTS = 12
NOTHING = Usage()


@dataclass(frozen=True, slots=True)
class Rewritten:
    """What stands for the segment, and the account of it."""

    segment: Segment
    rewrite: Rewrite
    cost: RewriteCost


@dataclass(frozen=True, slots=True)
class _Spent:
    calls: int = 0
    usage: Usage = NOTHING


class SegmentRewriter:
    """Rewrites segments side by side; nothing it does raises but a cancellation."""

    def __init__(
        self,
        model: LanguageModel,
        *,
        requests: Requests,
        allowance: Allowance,
        counter: TokenCounter,
        home: str,
        seconds: float,
    ) -> None:
        """Everything of one hand-off.

        Args:
            model: to ask.
            requests: makes the requests.
            allowance: shared by all segments.
            counter: counts the texts' tokens.
            home: name of the log whose message ids are written short.
            seconds: of one attempt.
        """
        self._model = model
        self._requests = requests
        self._allowance = allowance
        self._counter = counter
        self._home = home
        self._seconds = seconds * SECONDS
        self._readability = ReadabilityChecker()
        self._extractor = KeyInformationExtractor()

    async def rewrite(
        self, material: Material, held: Sequence[Entry], importance: float, *, extraction: bool
    ) -> Rewritten:
        """The model's text, or the draft.

        Args:
            material: the entries that fit the model's input.
            held: the draft's further entries, which stay as they are.
            importance: of the segment, 0..1.
            extraction: whether the prompt for important content is used.
        """
        begin = perf_counter()
        before = self._tokens((*material.trees, *held), material)
        entries, rewrite, spent = await self._entries(material, importance, extraction=extraction)
        tokens = self._tokens((*entries, *held), material)
        segment = material.segment.model_copy(
            update={"entries": (*entries, *held), "tokens": tokens}
        )
        usage = spent.usage
        return Rewritten(
            segment,
            rewrite.model_copy(update={"tokens_before": before, "tokens_after": tokens}),
            RewriteCost(
                segment=material.name,
                calls=spent.calls,
                input_tokens=usage.input_tokens,
                output_tokens=usage.output_tokens,
                cache_read_tokens=usage.cache_read_tokens,
                cache_write_tokens=usage.cache_write_tokens,
                cost=self._allowance.cost(usage) if spent.calls else None,
                seconds=perf_counter() - begin,
            ),
        )

    async def _entries(
        self, material: Material, importance: float, *, extraction: bool
    ) -> tuple[tuple[Entry, ...], Rewrite, _Spent]:
        """At most two attempts; what stands of the last one; else the draft's own entries."""
        spent, reason, heard = _Spent(), "", ""
        faults: tuple[str, ...] = ()
        try:
            request = self._requests.first(material, importance, extraction=extraction)
        except ConfigError as error:
            return material.trees, _kept(material, str(error)), spent
        for attempt in range(ATTEMPTS):
            reply, spent, cap = await self._ask(request, spent)
            if cap:
                reason = f"{reason}; {cap}" if reason else cap
                break
            text = _usable(reply)
            if not text:
                reason = " ".join(filter(None, ("no answer:", reply.outcome, reply.detail)))
                break
            heard = text
            verdict = await asyncio.to_thread(self._judge, text, material, extraction)
            is_cut = reply.outcome is Outcome.TRUNCATED
            if is_cut:
                verdict = replace(verdict, reason=f"cut at its limit: {verdict.reason}")
            if verdict.choice != "draft":
                return verdict.entries, verdict.rewrite(material), spent
            faults, reason = verdict.faults, verdict.reason
            if not faults or is_cut or attempt + 1 == ATTEMPTS:
                break
            request = self._requests.second(request, text, faults, material)
        if faults:
            verdict = await asyncio.to_thread(self._judge, heard, material, extraction, True)
            if verdict.choice != "draft":
                return verdict.entries, verdict.rewrite(material), spent
        return material.trees, _kept(material, reason, faults), spent

    async def _ask(self, request: ModelRequest, spent: _Spent) -> tuple[ModelReply, _Spent, str]:
        """One call within its allowance and its time; any fault is an outcome."""
        sent = (request.system, *(turn.text for turn in request.turns))
        most = Usage(sum(self._counter.count_many(sent)), request.max_tokens)
        cap = self._allowance.reserve(most)
        if cap:
            return ModelReply(Outcome.FAILED), spent, cap
        try:
            async with asyncio.timeout(self._seconds):
                reply = sound_reply(await self._model.complete(request))
        except TimeoutError:
            reply = ModelReply(Outcome.TIMED_OUT)
        except (GeneratorExit, KeyboardInterrupt, SystemExit):
            raise
        except BaseException as error:
            if _is_cancelled(error):
                raise
            reply = ModelReply(Outcome.FAILED, detail=type(error).__name__)
        self._allowance.settle(most, reply.usage)
        return reply, replace(spent, calls=spent.calls + 1, usage=spent.usage + reply.usage), ""

    def _judge(
        self, text: str, material: Material, extraction: bool, spares: bool = False
    ) -> _Verdict:
        """Audit, put back what is missing, audit again, and compare with the draft."""
        audited = audit(text, material, spares=spares)
        if audited.faults:
            return _Verdict.refused("the audit found faults", audited.faults)
        return self._compared(audited, material, extraction=extraction)

    def _compared(self, audited: Audited, material: Material, *, extraction: bool) -> _Verdict:
        """The model's text wins in fewer tokens, or in as many if it reads better."""
        tokens = self._tokens(audited.entries, material)
        lacking = [i for i in audited.missing if material.lines[i].tree in material.asked]
        if tokens > material.budget:
            lost = (
                *audited.doubts,
                *(f"left out: {material.lines[i].text[:80]}" for i in lacking),
            )
            return _Verdict.refused(
                f"{tokens} tokens with what it had left out, more than the draft's"
                f" {material.budget}"
                if lost
                else f"longer than its {material.budget} tokens",
                lost or (f"longer than {material.budget} tokens",),
            )
        before, after = (
            self._offences(material.trees, material),
            self._offences(audited.entries, material),
        )
        if after > before:
            return _Verdict.refused("it reads worse than the draft", ())
        if tokens == material.budget and after == before:
            return _Verdict.refused("neither shorter nor easier to read than the draft", ())
        quality = self._extractor.quality(
            material.draft_text, _texts(audited.entries), is_reworded=True
        )
        if extraction and quality <= QUALITY:
            return _Verdict.refused(f"extraction quality {quality:.2f}, not above {QUALITY}", ())
        saved = material.budget - tokens
        return _Verdict(
            choice="model_repaired" if lacking or audited.doubts else "model",
            reason=f"answers as much in {saved} tokens less" if saved else "reads better",
            entries=audited.entries,
        )

    def _tokens(self, entries: Sequence[Entry], material: Material) -> int:
        segment = material.segment.model_copy(update={"entries": tuple(entries)})
        return self._counter.count(render_segment(segment, log=self._home))

    def _offences(self, entries: Sequence[Entry], material: Material) -> int:
        """Entries that are no whole unit: their share would be against a text of fewer lines."""
        segment = material.segment.model_copy(update={"entries": tuple(entries)})
        return len(self._readability.check((segment,)).offences)


@dataclass(frozen=True, slots=True)
class _Verdict:
    choice: str
    reason: str
    entries: tuple[Entry, ...] = ()
    faults: tuple[str, ...] = ()

    @classmethod
    def refused(cls, reason: str, faults: Sequence[str]) -> _Verdict:
        return cls("draft", reason, faults=tuple(faults))

    def rewrite(self, material: Material) -> Rewrite:
        return Rewrite.model_validate(
            {"segment": material.name, "choice": self.choice, "reason": self.reason}
        )


def _is_cancelled(error: BaseException) -> bool:
    """Our own task is to end; a model that raises the same for reasons of its own has failed."""
    task = asyncio.current_task()
    return isinstance(error, asyncio.CancelledError) and (task is None or bool(task.cancelling()))


def _usable(reply: ModelReply) -> str:
    """The text; of one that was cut off, its whole lines."""
    if reply.outcome is Outcome.TRUNCATED:
        return reply.text.rpartition("\n")[0].strip()
    return reply.text if reply.outcome is Outcome.TEXT else ""


def _kept(material: Material, reason: str, faults: Sequence[str] = ()) -> Rewrite:
    return Rewrite(
        segment=material.name, choice="draft", reason=reason, faults=tuple(faults[:LISTED_FAULTS])
    )


def _texts(entries: Sequence[Entry]) -> str:
    return "\n".join(
        text for entry in entries for text in (entry.text, _texts(entry.children)) if text
    )
