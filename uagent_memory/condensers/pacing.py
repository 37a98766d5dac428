"""When a condenser may act: the switch, the cool-down, and no second try without a new event."""

from __future__ import annotations

from enum import StrEnum

from uagent_memory.condensers.condensation import Outcome
from uagent_memory.condensers.view import View
from uagent_memory.events import emit

__all__ = ["Pacer", "Trigger"]


class Trigger(StrEnum):
    """What called for a condensation."""

    THRESHOLD = "threshold"  # the condenser's own condition
    JUDGE = "judge"
    CONDENSATION_REQUEST = "condensation_request"  # the hard trigger
    MANUAL = "manual"


class Pacer:
    """Remembers the last attempt by the ids of its events; no clock.

    - off: nothing at all, also by hand;
    - automatic: not before `cool_down` new events have followed the last attempt, failed or not;
    - the hard trigger: not twice without a new event;
    - by hand: at any time, but a result that stands is not condensed again without a new event.
    """

    def __init__(self, *, cool_down: int = 1, enabled: bool = True) -> None:
        self.enabled = enabled
        self.cool_down = cool_down
        self._known: frozenset[str] | None = None
        self._succeeded = False
        self._said_stuck = False

    def refusal(self, view: View, trigger: Trigger) -> Outcome | None:
        """Why not now; None if nothing speaks against it."""
        if not self.enabled:
            return Outcome.OFF
        if self._known is None:
            return None
        new = sum(event.id not in self._known for event in view.events)
        if trigger is Trigger.MANUAL:
            return Outcome.NOTHING_NEW if self._succeeded and not new else None
        if not new:
            return Outcome.NOTHING_NEW
        if trigger is Trigger.CONDENSATION_REQUEST or new >= self.cool_down:
            return None
        return Outcome.COOLING_DOWN

    def attempted(self, view: View, *, succeeded: bool) -> None:
        """Note an attempt and the view it left behind."""
        self._known = frozenset(view.ids)
        self._succeeded = succeeded
        if succeeded:
            self._said_stuck = False

    def says_stuck(self, *, name: str, fixed: int, limit: int) -> bool:
        """Whether to say now that what must stay is too much already; True once, then False."""
        if self._said_stuck:
            return False
        self._said_stuck = True
        emit(
            "condenser.stuck", role=name, stage="trigger", level="warning", fixed=fixed, limit=limit
        )
        return True

    def fits_again(self) -> None:
        """What must stay fits: the next time that it does not is worth saying."""
        self._said_stuck = False
