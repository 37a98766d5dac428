"""Where an agent's list goes on beside the items that are told: there is more of it."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping, Sequence

from uagent_memory.analyzer.observations.handed_on.passed_on import is_own_handoff
from uagent_memory.entry_kind import EntryKind
from uagent_memory.generator.candidate import Candidate
from uagent_memory.messages import Message, Span
from uagent_memory.render.marks import GAP

__all__ = ["with_ends"]

_ITEM = re.compile(
    r"([ \t]*)(?:(?P<number>\d{1,3}[.)、]|[(（]\d{1,3}[)）])|(?P<bullet>[-*+•·–]))\s*\S"
)
_NUMBERED = re.compile(r"[(（]?\d{1,3}[.)、）]")


def with_ends(
    text: str,
    parts: Sequence[Candidate],
    messages: Mapping[str, Message],
    after: Candidate | None = None,
) -> str:
    """The text, with one mark of a gap where items of the list are left out.

    It stands behind the lead if the list began before, else at the end. Between two lines nothing
    need be marked, since each line begins after a gap.

    Args:
        text: of these parts, which follow each other.
        parts: what an agent said.
        messages: by id.
        after: what the next line begins with.
    """
    first, last = parts[0], parts[-1]
    if first.kind is not EntryKind.STATEMENT or first.style != "prose":
        return text
    lead, shown = first.lead, text.removeprefix(first.lead)
    begins = _is_heading(lead) and text != shown and not _NUMBERED.match(shown)
    if begins and _has_more(first, messages, -1):
        return f"{lead.rstrip()} {GAP} {shown}"
    ends = after is None or after.lead != last.lead
    listed = _is_heading(last.lead) or _NUMBERED.match(last.text) is not None
    return f"{text} {GAP}" if ends and listed and _has_more(last, messages, 1) else text


def _is_heading(lead: str) -> bool:
    return lead.rstrip().endswith((":", "："))


def _has_more(part: Candidate, messages: Mapping[str, Message], step: int) -> bool:
    """An item of the same list stands before the part, or after it."""
    place = _own_place(part)
    message = messages.get(place.message_id)
    if message is None or is_own_handoff(message):
        return False
    whole = message.part(place.part)
    own = _ITEM.match(whole, whole.rfind("\n", 0, place.start) + 1)
    if own is None or own.end(1) != place.start:
        return False
    lines = whole[place.end :].split("\n")[1:] if step > 0 else _lines_before(whole, place.start)
    return _meets_item(lines, own)


def _lines_before(whole: str, start: int) -> Iterable[str]:
    return reversed(whole[:start].split("\n")[:-1])


def _meets_item(lines: Iterable[str], own: re.Match[str]) -> bool:
    """Past empty lines and what stands further in."""
    for line in lines:
        if not line.strip():
            continue
        depth = len(line) - len(line.lstrip(" \t"))
        if depth > len(own[1]):
            continue
        item = _ITEM.match(line)
        return item is not None and depth == len(own[1]) and item.lastgroup == own.lastgroup
    return False


def _own_place(part: Candidate) -> Span:
    """Where it was said, without what leads it in and what was done for it."""
    message_id = part.sources[0].message_id
    return [span for span in part.sources if span.message_id == message_id][-1]
