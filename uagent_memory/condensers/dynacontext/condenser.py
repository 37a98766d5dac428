"""DynaContextCondenser: asks each turn whether now is the time to replace history by a summary."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, ClassVar

from uagent_memory.condensers.asking import Steps, drive
from uagent_memory.condensers.checked_fields import config_of
from uagent_memory.condensers.condensation import Condensation, Outcome
from uagent_memory.condensers.dynacontext.config import HARD_MARGIN, DynaContextCondenserConfig
from uagent_memory.condensers.dynacontext.model_judge import ask_judge, judge_request
from uagent_memory.condensers.dynacontext.ranges import Ranges, forced_range, ranges_of
from uagent_memory.condensers.dynacontext.rule_judges import Docket, rule_ballot
from uagent_memory.condensers.dynacontext.state import Memory
from uagent_memory.condensers.dynacontext.votes import Ballot
from uagent_memory.condensers.pacing import Trigger
from uagent_memory.condensers.replacing import ReplacedView, Replacement, replaced_view
from uagent_memory.condensers.rolling import RollingCondenser
from uagent_memory.condensers.scene import Scene
from uagent_memory.condensers.summary.summarizer import ANSWER_TOKENS, Summarizer, Summary
from uagent_memory.condensers.view import View
from uagent_memory.llm.prompts import load_prompts
from uagent_memory.llm.protocol import LanguageModel, check_model

__all__ = ["DynaContextCondenser"]

EMPTY_FORGETTING = "nothing to forget: only the first events and open calls are left in view"
FORCED = "nothing worth summarising: the oldest event that may go was forgotten without a summary"


class DynaContextCondenser(RollingCondenser):
    """Soft trigger by vote; hard trigger on a request for room, which always ends."""

    name: ClassVar[str] = "dynacontext"
    context_strategy: ClassVar[str] = "dynacontext"

    def __init__(
        self,
        config: DynaContextCondenserConfig | None = None,
        *,
        model: LanguageModel | None = None,
        judge: LanguageModel | None = None,
        max_tokens: int = ANSWER_TOKENS,
        **shared: Any,
    ) -> None:
        """Set up.

        Args:
            config: the document's defaults if None.
            model: writes the summary, and judges if there is no `judge`; None: the rules do both.
            judge: the judge's own model. A failed call of it is a NO, it never falls back.
            max_tokens: of the model's summary.
            shared: see RollingCondenser.
        """
        check_model("model", model)
        check_model("judge", judge)
        self.config = config_of(config, DynaContextCondenserConfig)
        super().__init__(
            keep_first=self.config.keep_first, cool_down=self.config.cool_down, **shared
        )
        self._judge = judge or model
        self._prompts = load_prompts(settings=self.settings)
        self._memory = Memory()
        self._latest: Mapping[str, Any] | None = None
        self._summarizer = Summarizer(
            counter=self.counter,
            model=model,
            prompts=self._prompts,
            max_event_length=self.config.max_event_length,
            max_tokens=max_tokens,
            mask=self.settings.mask_secrets,
        )

    @property
    def condenser_meta_latest(self) -> Mapping[str, Any] | None:
        """Metadata of the last condensation."""
        return self._latest

    @property
    def dynacontext_state(self) -> Mapping[str, Any]:
        """The last judgement: turns_since_reset, should_judge, last_skip_reason and the votes."""
        return self._memory.exported()

    def _is_due(self, view: View) -> bool:
        if self._hard_trigger(view) is not None:
            return True
        return drive(self._own_trigger(view)) is not None

    def _hard_trigger(self, view: View) -> Trigger | None:
        if view.unhandled_condensation_request:
            return Trigger.CONDENSATION_REQUEST
        window = view.context_length or self.config.context_length
        if window is None:
            return None
        used = view.input_length if view.input_length is not None else sum(self._sizes(view))
        return Trigger.CONDENSATION_REQUEST if window - used < HARD_MARGIN else None

    def _own_trigger(self, view: View) -> Steps[Trigger | None]:
        memory = self._memory
        sizes = self._sizes(view)
        memory.see(view, sum(sizes))
        if memory.turns_since_reset < self.config.early_turns:
            memory.skip("early_turns")
            return None
        scene = self._scene(view)
        ranges = ranges_of(scene, keep_last=self.config.keep_last, hard=False)
        if scene.summaries.issuperset(ranges.candidates):
            memory.skip("nothing_to_summarize")
            return None
        ballot = memory.ballot(view)
        if ballot is None:
            ballot = yield from self._voted(scene, ranges, sizes)
            memory.voted(view, ballot)
        return Trigger.JUDGE if ballot.passes else None

    def _fixed(self, view: View) -> tuple[int, int]:
        """Tokens of what must stay, against the window."""
        window = view.context_length or self.config.context_length
        scene = self._scene(view)
        gone = set(ranges_of(scene, keep_last=self.config.keep_last, hard=True).gone)
        sizes = self._sizes(view)
        fixed = sum(size for index, size in enumerate(sizes) if index not in gone)
        return fixed, window if window is not None else fixed + 1

    def _not_due_note(self) -> str:
        memory = self._memory
        if memory.last_skip_reason is not None or memory.judged is None:
            return f"nobody was asked: {memory.last_skip_reason}"
        ballot = memory.judged[1]
        against = "; ".join(v.reasoning for v in ballot.votes if v.decision == "NO" and v.reasoning)
        return f"{ballot.yes} votes of {len(ballot.votes)} for it; against: {against}"

    def _refused(self, outcome: Outcome) -> None:
        self._memory.skip(outcome.value)

    def _voted(self, scene: Scene, ranges: Ranges, sizes: list[int]) -> Steps[Ballot]:
        memory = self._memory
        if self._judge is None:
            return rule_ballot(
                Docket(
                    scene=scene,
                    candidates=ranges.candidates,
                    tokens=tuple(sizes),
                    context_length=scene.view.context_length or self.config.context_length,
                    tokens_after=memory.tokens_after,
                    lowest=memory.lowest,
                )
            )
        request = judge_request(
            scene.events,
            kinds=scene.kinds,
            candidates=len(ranges.candidates),
            turns=memory.turns_since_reset,
            prompts=self._prompts,
            limit=self.config.max_event_length,
            mask=self.settings.mask_secrets,
        )
        return (yield from ask_judge(self._judge, request, voting_k=self.config.voting_k))

    def _condensation(self, view: View, trigger: Trigger) -> Steps[Condensation]:
        hard = trigger is not Trigger.JUDGE
        scene = self._scene(view)
        self._memory.see(view, sum(self._sizes(view)))
        ranges = ranges_of(scene, keep_last=self.config.keep_last, hard=hard)
        made, summary, note = None, None, ""
        if not scene.summaries.issuperset(ranges.candidates):
            summary = yield from self._summarizer.summarize(
                scene.at(ranges.candidates), kinds=scene.kinds, spoken=scene.events
            )
            replacement = Replacement(ranges.gone, summary.text, excluded=ranges.excluded)
            made = replaced_view(scene, replacement, counter=self.counter)
        if made is None and hard:
            made, note = self._forced(scene), FORCED
        if made is None:
            return self._unchanged(
                view,
                Outcome.NOTHING_TO_FORGET if hard or summary is None else Outcome.NO_GAIN,
                note=EMPTY_FORGETTING if hard else None,
            )
        metadata = self._metadata(view, ranges, hard=hard, summary=None if note else summary)
        done = made.condensation(self.name, metadata=metadata, note=note)
        self._latest = metadata
        self._memory.reset(done.view, sum(self._sizes(done.view)))
        return done

    def _forced(self, scene: Scene) -> ReplacedView | None:
        """At least one event goes, so that a request for room is not made for ever."""
        return replaced_view(
            scene, Replacement(forced_range(scene), ""), counter=self.counter, forced=True
        )

    def _metadata(
        self, view: View, ranges: Ranges, *, hard: bool, summary: Summary | None
    ) -> dict[str, Any]:
        ballot = None if hard else self._memory.ballot(view)
        trigger = Trigger.CONDENSATION_REQUEST if hard else Trigger.JUDGE
        return {
            "trigger": trigger.value,
            "hard_trigger": hard,
            "judge_metadata": ballot.as_metadata() if ballot else None,
            "judge_votes": ballot.listed() if ballot else [],
            "tail_exclusion_count": len(ranges.excluded),
            "summary_candidate_count": len(ranges.candidates),
            "summary_candidate_event_ids": [view.events[i].id for i in ranges.candidates],
            "keep_first": self.config.keep_first,
            "keep_last": self.config.keep_last,
            "early_turns": self.config.early_turns,
            "voting_k": self.config.voting_k,
            "turns_since_reset": self._memory.turns_since_reset,
            "summary_by": summary.by if summary else None,
            "summary_faults": list(summary.faults) if summary else [],
            "llm_tokens_used": summary.usage.total if summary else 0,
        }

    def _sizes(self, view: View) -> list[int]:
        return self.counter.count_many([event.full_text for event in view.events])
