"""Condensation: what one call of a condenser did, and the way back."""

from __future__ import annotations

from collections.abc import Mapping
from enum import StrEnum
from typing import Any, Self

from pydantic import BaseModel, ConfigDict, Field, model_validator

from uagent_memory.condensers.view import View
from uagent_memory.errors import UnknownReference
from uagent_memory.messages import Message

__all__ = ["Condensation", "Outcome"]


class Outcome(StrEnum):
    """How a call of a condenser ended; only `CONDENSED` changes the view."""

    CONDENSED = "condensed"
    NOT_DUE = "not_due"
    OFF = "off"
    COOLING_DOWN = "cooling_down"
    NOTHING_NEW = "nothing_new"  # since the last attempt
    NOTHING_TO_FORGET = "nothing_to_forget"  # all that is left must stay
    NO_GAIN = "no_gain"  # the result would not have been smaller


class Condensation(BaseModel):
    """The events before and after, and what happened to them.

    Equal inputs give equal condensations; what was measured (`processing_time`, also among the
    document's metrics) is outside equality.
    """

    model_config = ConfigDict(frozen=True)

    condenser: str
    outcome: Outcome
    before: tuple[Message, ...]
    after: tuple[Message, ...]
    summary: str = ""
    """The summary's text, without the marks that its event puts around it."""
    summary_offset: int | None = None
    """Index of the summary's event in `after`; None if there is none."""
    forgotten_event_ids: tuple[str, ...] = ()
    """What is no longer in view, in order; the summary covers it unless `excluded` says not."""
    excluded_event_ids: tuple[str, ...] = ()
    """Of the forgotten ones, those that the summary leaves out on purpose."""
    truncated_event_ids: tuple[str, ...] = ()
    """Kept with a shortened text."""
    note: str = ""
    """For the caller: why nothing happened, or what was left undone."""
    metadata: Mapping[str, Any] = Field(default_factory=dict)
    """The document's fields by name; empty unless something was condensed."""
    processing_time: float = Field(default=0.0, exclude=True, repr=False)
    """Seconds."""

    @model_validator(mode="after")
    def _names_events_it_has(self) -> Self:
        """One that was kept as JSON and damaged is told when it is read, not when it is needed."""
        known = {event.id for event in self.before}
        strange = [id_ for id_ in self.forgotten_event_ids if id_ not in known]
        if strange:
            raise ValueError(f"forgotten_event_ids: {strange[0]!r} is none of the events before")
        if self.summary_offset is not None and not 0 <= self.summary_offset < len(self.after):
            raise ValueError(f"summary_offset: {self.summary_offset} is no place in `after`")
        return self

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, Condensation):
            return NotImplemented
        return self.stable() == other.stable()

    def __hash__(self) -> int:
        return hash((self.condenser, self.outcome, self.summary, self.forgotten_event_ids))

    def stable(self) -> dict[str, Any]:
        """Everything but what was measured."""
        dumped = self.model_dump()
        metrics = dumped["metadata"].get("compression_metrics", {})
        metrics.pop("processing_time", None)
        return dumped

    @property
    def view(self) -> View:
        """What the agent's model is sent from now on; a request for room has been answered."""
        return View(self.after)

    @property
    def summary_event(self) -> Message | None:
        return None if self.summary_offset is None else self.after[self.summary_offset]

    def restore(self, view: View) -> View:
        """The view with everything back that this condensation took out, byte for byte.

        Events that came after it stay behind the restored ones.

        Raises:
            UnknownReference: a later condensation took out its summary: restore that one first.
        """
        if self.outcome is not Outcome.CONDENSED:
            return view
        present = set(view.ids)
        event = self.summary_event
        if event is not None and event.id not in present:
            raise UnknownReference(
                f"the summary {event.id} is not in this view: restore the later condensation first"
            )
        known = {kept.id for kept in (*self.before, *self.after)}
        newer = tuple(event for event in view.events if event.id not in known)
        return View((*self.before, *newer))

    def as_action(self) -> dict[str, Any]:
        """As OpenHands' condensation event has it, with the ids that the events came with."""
        named = {event.id: event.source_id or event.id for event in self.before}
        return {
            "forgotten_event_ids": [named[id_] for id_ in self.forgotten_event_ids],
            "summary": self.summary or None,
            "summary_offset": self.summary_offset,
        }
