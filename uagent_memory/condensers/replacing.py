"""Puts a summary in the place of events, and only if that makes the view smaller."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from uagent_memory.condensers.assembly import assembled, summary_event
from uagent_memory.condensers.condensation import Condensation, Outcome
from uagent_memory.condensers.scene import Scene
from uagent_memory.messages import Message
from uagent_memory.tokens import TokenCounter

__all__ = ["ReplacedView", "Replacement", "replaced_view"]


@dataclass(frozen=True, slots=True)
class Replacement:
    """What goes and what comes in its place."""

    forgotten: Sequence[int]
    """Indices, ascending."""
    summary: str
    """"" for none."""
    shortened: Mapping[int, Message] = field(default_factory=dict)
    excluded: Sequence[int] = ()
    """Of the forgotten, what the summary leaves out on purpose."""


@dataclass(frozen=True, slots=True)
class ReplacedView:
    """A view that became smaller."""

    scene: Scene
    replacement: Replacement
    after: tuple[Message, ...]

    def condensation(
        self, name: str, *, metadata: Mapping[str, Any], note: str = ""
    ) -> Condensation:
        """The record of it."""
        events, done = self.scene.events, self.replacement
        return Condensation(
            condenser=name,
            outcome=Outcome.CONDENSED,
            before=events,
            after=self.after,
            summary=done.summary,
            summary_offset=self.scene.head if done.summary else None,
            forgotten_event_ids=tuple(events[i].id for i in done.forgotten),
            excluded_event_ids=tuple(events[i].id for i in done.excluded),
            truncated_event_ids=tuple(events[i].id for i in sorted(done.shortened)),
            metadata=metadata,
            note=note,
        )


def replaced_view(
    scene: Scene, replacement: Replacement, *, counter: TokenCounter, forced: bool = False
) -> ReplacedView | None:
    """The view after a replacement; None unless it has fewer events and fewer tokens.

    `forced`: fewer events will do.
    """
    gone = set(replacement.forgotten)
    if not gone:
        return None
    stays = [i for i in range(len(scene.events)) if i not in gone]
    event = None
    if replacement.summary:
        event = summary_event(replacement.summary, scene.at(sorted(gone)))
    after = assembled(
        scene.events, stays, head=scene.head, summary=event, replaced=replacement.shortened
    )
    fewer = len(after) < len(scene.events)
    smaller = forced or _tokens(after, counter) < _tokens(scene.events, counter)
    return ReplacedView(scene, replacement, after) if fewer and smaller else None


def _tokens(events: Sequence[Message], counter: TokenCounter) -> int:
    return sum(counter.count_many([event.full_text for event in events]))
