"""Shorter texts, cut between units only: clauses and sentences, whole lines, changed lines."""

from __future__ import annotations

from collections.abc import Container, Iterable, Sequence

from uagent_memory.analyzer.sentences import clause_spans, sentence_spans
from uagent_memory.condensers.kinds import EventKind
from uagent_memory.messages import Message

__all__ = ["excerpt", "truncated"]

HEAD_SHARE = 0.6
CONTEXT = 2
"""Lines kept before and after a changed line of a file."""
GAP_ROOM = 60


def excerpt(text: str, *, near: int) -> str:
    """The start of a text on one line: sentences up to `near` characters; `...` if it was cut.

    A first sentence that is longer is cut at a comma or the like, or at white space.
    """
    if len(text) <= near:
        return " ".join(text.split())
    spans = _sentences(text[: near * 4])
    end = _fill(spans, near) or clause_spans(text, spans[0][0], spans[0][1], near)[0][1]
    kept = " ".join(text[:end].split())
    return f"{kept} ..." if text[end:].strip() else kept


def _gap(characters: int, event: Message) -> str:
    """The mark in place of what was cut out."""
    return f"[... {characters} characters, {event.short_id}]"


def truncated(
    event: Message, kind: EventKind, *, limit: int, changed: Container[str] = frozenset()
) -> str:
    """The event's text within about `limit` characters; its own text where it fits.

    A command's output keeps head and tail, where the exit status stands; a file its head and the
    lines around changes; a message whole sentences from both ends.

    Args:
        event: whose text it is.
        kind: decides how it is cut.
        limit: characters.
        changed: lines, without blanks around them, that edits of this view took out or put in.
    """
    text = event.text
    if len(text) <= limit:
        return text
    room = max(limit - GAP_ROOM, 0)
    if kind is EventKind.FILE_OBSERVATION:
        return _around_changes(text, event, room, changed)
    if kind in (EventKind.CMD_OBSERVATION, EventKind.OBSERVATION):
        return _ends(text, _line_spans(text), event, room)
    return _ends(text, _sentences(text), event, room)


def _ends(text: str, units: Sequence[tuple[int, int]], event: Message, room: int) -> str:
    """Whole units from head and tail; a unit too long for that is cut at clauses or white space."""
    head = _fill(units, int(room * HEAD_SHARE))
    tail = _fill([(-end, -start) for start, end in reversed(units)], room - int(room * HEAD_SHARE))
    first, last = head, -tail if tail else len(text)
    if not first:
        first = _clause_end(text, int(room * HEAD_SHARE))
    if first >= last:
        return text
    return f"{text[:first].rstrip()}\n{_gap(last - first, event)}\n{text[last:].lstrip()}".rstrip()


def _fill(units: Iterable[tuple[int, int]], room: int) -> int:
    """Where the units end that fit into `room`, counted from where the first begins."""
    end, origin = 0, None
    for start, stop in units:
        origin = start if origin is None else origin
        if stop - origin > room:
            break
        end = stop
    return end


def _clause_end(text: str, room: int) -> int:
    if room <= 0:
        return 0
    end = clause_spans(text, 0, len(text), max(room // 2, 1))[0][1]
    return min(end, room)


def _line_spans(text: str) -> list[tuple[int, int]]:
    spans, start = [], 0
    for line in text.splitlines(keepends=True):
        spans.append((start, start + len(line)))
        start += len(line)
    return spans


def _sentences(text: str) -> list[tuple[int, int]]:
    return [
        span for start, end in _line_spans(text) for span in sentence_spans(text, start, end)
    ] or _line_spans(text)


def _around_changes(text: str, event: Message, room: int, changed: Container[str]) -> str:
    lines = _line_spans(text)
    head = _fill(lines, room // 2)
    wanted = [
        number
        for number, (start, end) in enumerate(lines)
        if start >= head and _is_changed(text[start:end], changed)
    ]
    near = sorted(
        {at for n in wanted for at in range(n - CONTEXT, n + CONTEXT + 1) if 0 <= at < len(lines)}
    )
    kept: list[tuple[int, int]] = []
    used = head
    for number in near:
        start, end = lines[number]
        if start >= head and used + end - start + GAP_ROOM <= room:
            kept.append((start, end))
            used += end - start
    if not kept:
        return _ends(text, lines, event, room)
    return _pieces(text, [(0, head), *kept] if head else kept, event)


def _pieces(text: str, spans: Sequence[tuple[int, int]], event: Message) -> str:
    parts: list[str] = []
    done = 0
    for start, end in spans:
        if start > done:
            parts.append(f"{_gap(start - done, event)}\n")
        parts.append(text[start:end])
        done = end
    if done < len(text):
        parts.append(_gap(len(text) - done, event))
    return "".join(parts)


def _is_changed(line: str, changed: Container[str]) -> bool:
    return line.startswith(("+", "-", "@@")) or (line.strip() in changed and bool(line.strip()))
