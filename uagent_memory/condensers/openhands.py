"""View of OpenHands' events: condensations applied, a request for room noticed."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any

from uagent_memory.condensers.assembly import summary_event
from uagent_memory.condensers.view import View
from uagent_memory.errors import InputError
from uagent_memory.formats import read_messages
from uagent_memory.formats.openhands import event_meaning, is_openhands_event
from uagent_memory.messages import Message

__all__ = ["view_of_events"]


def view_of_events(events: Iterable[Mapping[str, Any]]) -> View:
    """What the agent is sent after these events, as OpenHands folds them.

    Each condensation takes out the events it names (by id, or as a range of ids) and puts its
    summary at its offset. Its own events are never in view.

    Raises:
        InputError: an item is no OpenHands event, or cannot be read.
    """
    if not isinstance(events, Iterable) or isinstance(events, str | bytes | Mapping):
        raise InputError(f"a {type(events).__name__} is no list of OpenHands' events")
    listed = list(events)
    for index, event in enumerate(listed):
        if not isinstance(event, Mapping) or not is_openhands_event(event):
            raise InputError(f"event {index + 1} is no event of OpenHands")
    if not listed:
        return View(())
    shown = list(read_messages(listed))
    requested = False
    for event in listed:
        meaning = event_meaning(event)
        if meaning == "request":
            requested = True
        elif meaning == "condensation":
            requested = False
            shown = _folded(shown, event)
    return View(tuple(shown), unhandled_condensation_request=requested)


def _folded(shown: list[Message], event: Mapping[str, Any]) -> list[Message]:
    fields = event.get("args") if isinstance(event.get("args"), Mapping) else event
    assert isinstance(fields, Mapping)
    forgotten = _forgotten_ids(fields)
    gone = [message for message in shown if message.source_id in forgotten]
    kept = [message for message in shown if message.source_id not in forgotten]
    summary, offset = fields.get("summary"), fields.get("summary_offset")
    if not isinstance(summary, str) or not summary or not gone:
        return kept
    place = offset if isinstance(offset, int) and not isinstance(offset, bool) else 0
    kept.insert(max(place, 0), summary_event(summary, gone))
    return kept


def _forgotten_ids(fields: Mapping[str, Any]) -> frozenset[str]:
    named = fields.get("forgotten_event_ids")
    if isinstance(named, list):
        return frozenset(map(str, named))
    first, last = fields.get("forgotten_events_start_id"), fields.get("forgotten_events_end_id")
    if isinstance(first, int) and isinstance(last, int) and 0 <= last - first < 10_000_000:  # noqa: PLR2004 - a bound
        return frozenset(str(number) for number in range(first, last + 1))
    return frozenset()
