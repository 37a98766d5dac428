"""RollingCondenser: what all condensers do alike around their own choice of events."""

from __future__ import annotations

import time
from abc import ABC, abstractmethod
from collections.abc import Callable, Sequence
from typing import ClassVar

from uagent_memory.condensers.asking import Steps, adrive, drive
from uagent_memory.condensers.condensation import Condensation, Outcome
from uagent_memory.condensers.pacing import Pacer, Trigger
from uagent_memory.condensers.scene import Scene
from uagent_memory.condensers.view import View
from uagent_memory.config import Settings
from uagent_memory.errors import InputError
from uagent_memory.given import counter_of, settings_of
from uagent_memory.tokens import TokenCounter

__all__ = ["RollingCondenser"]

NOTES = {
    Outcome.NOT_DUE: "",
    Outcome.OFF: "condensing is off",
    Outcome.COOLING_DOWN: "too few new events since the last attempt",
    Outcome.NOTHING_NEW: "no new event since the last attempt",
    Outcome.NOTHING_TO_FORGET: "nothing to forget: all that is left must stay in view",
    Outcome.NO_GAIN: "the result would not have been smaller than what it stands for",
}


class RollingCondenser(ABC):
    """One condenser serves one conversation: it remembers its last attempt."""

    name: ClassVar[str]

    def __init__(
        self,
        *,
        settings: Settings | None = None,
        counter: TokenCounter | None = None,
        keep_first: int = 1,
        cool_down: int = 1,
        clock: Callable[[], float] = time.perf_counter,
    ) -> None:
        """Set up.

        Args:
            settings: the shipped defaults if None.
            counter: counts tokens; `o200k_base` if None.
            keep_first: events at the start that stay.
            cool_down: new events that must follow an attempt before the next automatic one.
            clock: seconds, for the metrics only.
        """
        self.settings = settings_of(settings)
        self.counter = counter_of(counter)
        self._pacer = Pacer(cool_down=cool_down)
        self._clock = clock
        self._keep_first = keep_first
        self._looked_at: Scene | None = None

    @property
    def enabled(self) -> bool:
        return self._pacer.enabled

    @enabled.setter
    def enabled(self, value: bool) -> None:
        self._pacer.enabled = value

    def should_condense(self, view: View) -> bool:
        """Whether the condenser's own condition holds; never while it is off."""
        return self.enabled and self._is_due(view)

    @abstractmethod
    def _is_due(self, view: View) -> bool:
        """The document's `should_condense`."""

    def condense(self, view: View, *, manual: bool = False) -> Condensation:
        """Condense if it is due; a fault of the model never costs events.

        A view that asks for room is condensed like one for which `manual` is given, but not twice
        without a new event. What was not due, or could not be made smaller, comes back as it was,
        and `outcome` and `note` say why.
        """
        return drive(self._timed(view, manual=manual))

    async def acondense(self, view: View, *, manual: bool = False) -> Condensation:
        """The same; calls of a model do not block the event loop."""
        return await adrive(self._timed(view, manual=manual))

    def _timed(self, view: View, *, manual: bool) -> Steps[Condensation]:
        begun = self._clock()
        done = yield from self._steps(view, manual=manual)
        seconds = max(self._clock() - begun, 0.0)
        metadata = done.metadata
        if "compression_metrics" in metadata:
            metrics = {**metadata["compression_metrics"], "processing_time": seconds}
            metadata = {**metadata, "compression_metrics": metrics}
        return done.model_copy(update={"processing_time": seconds, "metadata": metadata})

    def _steps(self, view: View, *, manual: bool) -> Steps[Condensation]:
        if not isinstance(view, View):
            raise InputError(f"a {type(view).__name__} is no View: give View.of(messages)")
        trigger = Trigger.MANUAL if manual else self._hard_trigger(view)
        first = self._pacer.refusal(view, trigger or Trigger.THRESHOLD)
        if first is not None:
            self._refused(first)
            return self._unchanged(view, first)
        if trigger is None:
            trigger = yield from self._own_trigger(view)
            if trigger is None:
                return self._unchanged(view, Outcome.NOT_DUE, note=self._not_due_note())
            if self._is_stuck(view):
                return self._unchanged(view, Outcome.NOTHING_TO_FORGET, note=self._stuck_note(view))
        done = yield from self._condensation(view, trigger)
        condensed = done.outcome is Outcome.CONDENSED
        self._pacer.attempted(done.view if condensed else view, succeeded=condensed)
        return done

    def _hard_trigger(self, view: View) -> Trigger | None:
        """A request for room counts for every condenser: to ignore it is to be asked for ever."""
        return Trigger.CONDENSATION_REQUEST if view.unhandled_condensation_request else None

    def _own_trigger(self, view: View) -> Steps[Trigger | None]:
        """The automatic trigger; may ask a model."""
        yield from ()
        return Trigger.THRESHOLD if self._is_due(view) else None

    @abstractmethod
    def _condensation(self, view: View, trigger: Trigger) -> Steps[Condensation]:
        """Condense now; `_unchanged` if it cannot be done."""

    def _scene(self, view: View) -> Scene:
        """The view taken apart; a view looked at again is not taken apart again."""
        if self._looked_at is None or self._looked_at.view is not view:
            self._looked_at = Scene(view, self._keep_first, self.settings.open_call_patience)
        return self._looked_at

    def _not_due_note(self) -> str:
        """Why it is not due, where that is worth saying."""
        return ""

    @staticmethod
    def _target(scene: Scene, trigger: Trigger, target: int) -> int:
        """Events of the result; whoever asks for room gets some from a short view too."""
        if trigger is not Trigger.THRESHOLD:
            target = min(target, len(scene.events) // 2)
        return max(target, scene.head + 2)

    def _refused(self, outcome: Outcome) -> None:  # noqa: B027 - a hook that most do not need
        """Told why a call does nothing, before anybody is asked."""

    @abstractmethod
    def _fixed(self, view: View) -> tuple[int, int]:
        """(what must stay, the most that may stay), in the unit of the condenser's threshold."""

    def _is_stuck(self, view: View) -> bool:
        fixed, limit = self._fixed(view)
        if fixed < limit:
            self._pacer.fits_again()
            return False
        return True

    def _stuck_note(self, view: View) -> str:
        """Said once: then nothing more until what must stay fits again."""
        fixed, limit = self._fixed(view)
        if not self._pacer.says_stuck(name=self.name, fixed=fixed, limit=limit):
            return ""
        return f"what must stay in view ({fixed}) leaves no room under the limit ({limit})"

    def _unchanged(self, view: View, outcome: Outcome, *, note: str | None = None) -> Condensation:
        return Condensation(
            condenser=self.name,
            outcome=outcome,
            before=view.events,
            after=view.events,
            note=NOTES[outcome] if note is None else note,
        )

    def _tokens(self, texts: Sequence[str]) -> int:
        return sum(self.counter.count_many(list(texts)))
