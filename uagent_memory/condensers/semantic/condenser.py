"""SemanticCondenser: keeps what matters most, summarises the rest in five parts."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, ClassVar

from uagent_memory.condensers.asking import Steps
from uagent_memory.condensers.checked_fields import config_of
from uagent_memory.condensers.condensation import Condensation, Outcome
from uagent_memory.condensers.groups import Group
from uagent_memory.condensers.kinds import EventKind, Operation, is_observation, operation_of
from uagent_memory.condensers.pacing import Trigger
from uagent_memory.condensers.replacing import Replacement, replaced_view
from uagent_memory.condensers.rolling import RollingCondenser
from uagent_memory.condensers.scene import Scene
from uagent_memory.condensers.selection import Selection, select
from uagent_memory.condensers.semantic.config import SemanticCondenserConfig
from uagent_memory.condensers.semantic.scorer import EventScore, MessageImportanceScorer
from uagent_memory.condensers.shortening import truncated
from uagent_memory.condensers.summary.summarizer import ANSWER_TOKENS, Summarizer, Summary
from uagent_memory.condensers.view import View
from uagent_memory.events import emit
from uagent_memory.formats.repair import changed
from uagent_memory.llm.prompts import load_prompts
from uagent_memory.llm.protocol import LanguageModel, check_model
from uagent_memory.messages import Message

__all__ = ["SemanticCondenser"]

USER, ERROR, TROUBLE, REST = 3.0, 2.0, 1.0, 0.0
"""Who stays before whom: the users' words, errors that observations show, talk of errors."""


class SemanticCondenser(RollingCondenser):
    """Condenses above `max_size` events to `target_size`."""

    name: ClassVar[str] = "semantic"

    def __init__(
        self,
        config: SemanticCondenserConfig | None = None,
        *,
        model: LanguageModel | None = None,
        max_tokens: int = ANSWER_TOKENS,
        debug: bool = False,
        **shared: Any,
    ) -> None:
        """Set up.

        Args:
            config: the document's defaults if None.
            model: writes the summary; without one the rules do.
            max_tokens: of the model's answer.
            debug: log each event's score and what became of it (no content).
            shared: see RollingCondenser.
        """
        check_model("model", model)
        self.config = config_of(config, SemanticCondenserConfig)
        super().__init__(keep_first=self.config.keep_first, **shared)
        self._debug = debug
        self._scorer = MessageImportanceScorer()
        self._summarizer = Summarizer(
            counter=self.counter,
            model=model if self.config.enable_semantic_analysis else None,
            prompts=load_prompts(settings=self.settings),
            max_event_length=self.config.max_event_length,
            max_tokens=max_tokens,
            mask=self.settings.mask_secrets,
        )

    def _is_due(self, view: View) -> bool:
        return len(view) > self.config.max_size

    def _fixed(self, view: View) -> tuple[int, int]:
        """Events, with the summary that a condensation would add."""
        return self._scene(view).fixed + 1, self.config.max_size

    def _condensation(self, view: View, trigger: Trigger) -> Steps[Condensation]:
        scene = self._scene(view)
        scores = self._scores(scene) if self.config.enable_semantic_analysis else ()
        target = self._target(scene, trigger, self.config.target_size)
        chosen = self._selection(scene, scores, target)
        if not scene.summaries.issuperset(chosen.forgotten):
            short = self._shortened(scene, chosen.kept)
            forgotten = scene.at(chosen.forgotten)
            order = [scene.events[i] for i in self._by_worth(chosen.forgotten, scores)]
            summary = yield from self._summarizer.summarize(
                forgotten, kinds=scene.kinds, spoken=scene.events, order=order
            )
            made = replaced_view(
                scene,
                Replacement(chosen.forgotten, summary.text, short),
                counter=self.counter,
            )
            if made is None:
                return self._unchanged(view, Outcome.NO_GAIN)
            self._log(scene, scores, chosen)
            return made.condensation(
                self.name,
                metadata=self._metadata(trigger, forgotten, summary),
                note=self._expired(scene),
            )
        return self._unchanged(view, Outcome.NOTHING_TO_FORGET)

    def _scores(self, scene: Scene) -> tuple[EventScore, ...]:
        times = [event.timestamp for event in scene.events if event.timestamp is not None]
        now = max(times, default=None)
        return tuple(
            self._scorer.score(event, now=now, kind=scene.kinds[event.id]) for event in scene.events
        )

    def _selection(self, scene: Scene, scores: Sequence[EventScore], target: int) -> Selection:
        def rank(group: Group) -> tuple[float, ...]:
            tier = max(self._tier(scene, scores, index) for index in group.members)
            return (tier, max(scores[i].total for i in group.members), float(group.last))

        return select(
            scene.grouping,
            head=scene.head,
            size=len(scene.events),
            target=target,
            tail=max((target - self.config.keep_first - 1) // 2, 0),
            rank=rank if scores else None,
            never=scene.summaries,
        )

    @staticmethod
    def _tier(scene: Scene, scores: Sequence[EventScore], index: int) -> float:
        """What must not go while it fits comes before any score.

        What is read, be it by `cat` or `grep`, may speak of errors without showing one.
        """
        kind = scene.kind(index)
        if kind is EventKind.USER_MESSAGE:
            return USER
        if not is_observation(scene.events[index]):
            return TROUBLE if scores[index].has_error else REST
        if scene.shows_error(index):
            return ERROR
        return TROUBLE if scores[index].has_error and not scene.is_reading(index) else REST

    def _shortened(self, scene: Scene, kept: Sequence[int]) -> dict[int, Message]:
        """Kept observations of the middle over `max_event_length`; nobody's words are touched."""
        short: dict[int, Message] = {}
        lines: frozenset[str] | None = None
        for index in kept:
            event = scene.events[index]
            if not is_observation(event) or len(event.text) <= self.config.max_event_length:
                continue
            lines = _edited_lines(scene.events) if lines is None else lines
            text = truncated(
                event, scene.kind(index), limit=self.config.max_event_length, changed=lines
            )
            if len(text) < len(event.text):
                short[index] = changed(event, text=text)
        return short

    @staticmethod
    def _by_worth(indices: Sequence[int], scores: Sequence[EventScore]) -> list[int]:
        if not scores:
            return list(reversed(indices))
        return sorted(indices, key=lambda i: (-scores[i].total, -i))

    @staticmethod
    def _expired(scene: Scene) -> str:
        calls = ", ".join(scene.grouping.expired)
        return f"calls without a result no longer hold their place: {calls}" if calls else ""

    @staticmethod
    def _metadata(
        trigger: Trigger, forgotten: Sequence[Message], summary: Summary
    ) -> dict[str, Any]:
        before = sum(len(event.full_text) for event in forgotten)
        return {
            "trigger": trigger.value,
            "summary_by": summary.by,
            "summary_faults": list(summary.faults),
            "compression_metrics": {
                "events_compressed": len(forgotten),
                "input_length": before,
                "output_length": len(summary.text),
                "compression_ratio": len(summary.text) / before if before else 1.0,
                "llm_tokens_used": summary.usage.total,
            },
        }

    def _log(self, scene: Scene, scores: Sequence[EventScore], chosen: Selection) -> None:
        if not self._debug:
            return
        gone = set(chosen.forgotten)
        for index, score in enumerate(scores):
            emit(
                "condenser.event",
                role=self.name,
                stage="select",
                level="debug",
                event_id=scene.events[index].id,
                score=score.total,
                kept=index not in gone,
            )


def _edited_lines(events: Sequence[Message]) -> frozenset[str]:
    """Lines that edits took out or put in."""
    lines: set[str] = set()
    for event in events:
        if event.tool_calls and operation_of(event) is Operation.EDIT:
            whole = "\n".join(call.text for call in event.tool_calls)
            lines.update(line.strip() for line in whole.splitlines())
    return frozenset(filter(None, lines))
