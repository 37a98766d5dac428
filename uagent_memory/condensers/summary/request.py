"""What a model is asked: the five-part prompt over fenced, masked, bounded events."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import NamedTuple

from uagent_memory.condensers.kinds import EventKind, is_summary
from uagent_memory.condensers.shortening import truncated
from uagent_memory.condensers.summary.parts import Language, Part, parts_settings
from uagent_memory.llm.prompts import PromptLibrary
from uagent_memory.llm.protocol import ModelRequest, Turn
from uagent_memory.masking import Masker
from uagent_memory.messages import Message
from uagent_memory.render.quote import fence

__all__ = ["Limits", "SummaryRequest", "event_text", "summary_request"]


class Limits(NamedTuple):
    """Bounds of one request."""

    event: int
    """Characters of one event."""
    total: int
    """Characters of all events; what does not fit is not sent."""
    answer: int
    """Tokens of the answer."""


class SummaryRequest(NamedTuple):
    request: ModelRequest
    unsent: tuple[Message, ...]
    """Events that did not fit: they count as not summarised."""


def summary_request(
    events: Sequence[Message],
    *,
    language: Language,
    kinds: Mapping[str, EventKind],
    prompts: PromptLibrary,
    masker: Masker,
    limits: Limits,
    order: Sequence[Message] = (),
) -> SummaryRequest:
    """The request that turns events into five parts.

    Args:
        events: in order; an earlier summary among them goes in as such.
        language: of the prompt and the answer.
        kinds: kind of each event by its id.
        prompts: where the templates are.
        masker: knows the secrets of these events.
        limits: what may be sent.
        order: who comes first if not all fit; the newest if empty.
    """
    plain = [event for event in events if not is_summary(event)]
    texts = {
        event.id: event_text(event, kinds[event.id], masker=masker, limit=limits.event)
        for event in plain
    }
    sent = _fitting(order or plain[::-1], texts, limits.total)
    earlier = "\n\n".join(masker.mask(event.text) for event in events if is_summary(event))
    words = parts_settings().phrases(language)
    values = {
        "events": fence("\n\n".join(texts[event.id] for event in plain if event.id in sent)),
        "earlier": fence(earlier) if earlier else "",
        "language": words.language,
        **{part.value: words.heading[part] for part in Part},
    }
    request = ModelRequest(
        system=prompts.get(f"condenser.{language}").render(values),
        turns=(Turn("user", prompts.get(f"summary.{language}").render(values)),),
        max_tokens=limits.answer,
    )
    return SummaryRequest(request, tuple(event for event in plain if event.id not in sent))


def event_text(event: Message, kind: EventKind, *, masker: Masker, limit: int) -> str:
    """One event as a model reads it: `[m12] CmdObservation: ...`."""
    body = truncated(event, kind, limit=limit)
    acts = [call.text[:limit] for call in event.tool_calls]
    told = "\n".join(filter(None, (masker.mask(text) for text in (body, *acts))))
    return f"[{event.short_id}] {kind.value}: {told}"


def _fitting(order: Sequence[Message], texts: Mapping[str, str], total: int) -> frozenset[str]:
    sent: set[str] = set()
    used = 0
    for event in order:
        size = len(texts.get(event.id, ""))
        if event.id in texts and used + size <= total:
            sent.add(event.id)
            used += size
    return frozenset(sent)
