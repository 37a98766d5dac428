"""Which of a user's asks an agent turns down in the message that tells what it did."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from collections.abc import Set as AbstractSet

from uagent_memory.analyzer.observations.conversation.people import asked_text
from uagent_memory.analyzer.observations.conversation.prose import Line, Prose, follow_up
from uagent_memory.analyzer.observations.conversation.ties import content_words, share, speaks_of
from uagent_memory.facts import Change
from uagent_memory.ledger import Observation
from uagent_memory.messages import Span

__all__ = ["done_or_refused", "refused_asks"]

_NUMBER = re.compile(r"(?<![\w.])\d+(?![\w.])")


def refused_asks(prose: Prose, asks: Sequence[Observation]) -> Mapping[Span, Line]:
    """By the ask's place, the line that turns it down rather than any other tells of it.

    What is said right after such an ask, and is told of nowhere, goes with it.
    """
    turning = [line for line in prose.lines if line.has("tasks.turned_down") and not line.asks]
    others = [_words(line.text) for line in prose.lines if line not in turning]
    refused: dict[Span, Line] = {}
    if not turning:
        return refused
    before: Observation | None = None
    for seen in sorted(asks, key=lambda one: one.order):
        words = _words(asked_text(seen))
        told = max((share(words, other) for other in others), default=0.0)
        line = max(turning, key=lambda one: share(words, _words(one.text)))
        about = _words(line.text)
        if speaks_of(about, words) and share(words, about) >= told:
            refused[seen.span] = line
        elif before is not None and not told and _is_next(before, seen):
            refused[seen.span] = refused[before.span]
        before = seen if seen.span in refused else None
    return refused


def done_or_refused(prose: Prose, line: Line, asks: Sequence[Observation]) -> Iterator[Observation]:
    """Asks that are done, or turned down in the same message."""
    refused = refused_asks(prose, asks)
    for seen in asks:
        if (no := refused.get(seen.span)) is not None:
            yield follow_up(seen, Change.REJECTED, prose.message, no.span)
        else:
            yield follow_up(seen, Change.DONE, prose.message, line.span)


def _is_next(before: Observation, seen: Observation) -> bool:
    return before.span.message_id == seen.span.message_id


def _words(text: str) -> AbstractSet[str]:
    """Its words of content and its numbers."""
    return content_words(text) | set(_NUMBER.findall(text))
