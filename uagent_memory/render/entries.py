"""Entries and segments as Markdown lines.

Every piece (an entry's own lines, a heading) ends in "\\n" and begins with neither "/" nor a line
end, so no token of `o200k_base` crosses from one piece into the next: the tokens of a rendering
are the sum of the tokens of its pieces. There are no blank lines between pieces for that reason.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from itertools import groupby, pairwise

from uagent_memory.messages import Span
from uagent_memory.render.marks import heading_line
from uagent_memory.render.quote import fence, inline_text, quote_text
from uagent_memory.render.visible import visible_text
from uagent_memory.segments import Entry, Segment

__all__ = ["MAX_REFERENCES", "own_lines", "references", "render_entry", "render_segment"]

MAX_REFERENCES = 3
"""Messages named one by one; of more only the first and the last."""

_LONG_NUMBER = 19
_NO_TEXT = "(no text)"
_PROSE = frozenset(
    ("statement", "note", "request", "constraint", "decision", "finding", "task", "question")
)
_WRAP_COLUMN = 40
"""A line shorter than this was ended on purpose, not wrapped."""
_CONTINUES = re.compile(r"[^\W\d_]|[\"'`(“‘「《（]")
_WIDE = re.compile(r"[\u3000-\u9fff\uff00-\uffef]")


def render_segment(segment: Segment, *, log: str | None = None) -> str:
    """`## Name` and the entries; "" for a segment without entries."""
    if not segment.entries:
        return ""
    return heading_line(segment.name) + "".join(
        render_entry(entry, log=log) for entry in segment.entries
    )


def render_entry(
    entry: Entry, depth: int = 0, *, parent: Entry | None = None, log: str | None = None
) -> str:
    """The lines of one entry and its children, each ending in "\\n".

    Args:
        entry: what to render.
        depth: 0 for an entry of a segment, 1 for its children ...
        parent: the entry it stands under, which may already show its reference.
        log: name of the log whose message ids are written short; None: the entry's own, if all
            its sources lie in one.
    """
    above = entry if entry.sources else parent
    return own_lines(entry, depth, parent=parent, log=log) + "".join(
        render_entry(child, depth + 1, parent=above, log=log) for child in entry.children
    )


def own_lines(
    entry: Entry, depth: int = 0, *, parent: Entry | None = None, log: str | None = None
) -> str:
    """The lines of an entry without its children."""
    indent = "  " * depth
    known = parent is not None and _is_covered(entry, parent)
    reference = "" if known else _reference(entry.cited, log)
    said = visible_text(entry.speaker + entry.text)
    text = _unwrapped(said.strip(), entry.kind)
    if "\n" in text:
        inner = f"{indent}  "
        block = fence(said, indent=inner)
        return f"{indent}- {block}" + (f"{inner}{reference}\n" if reference else "")
    words = (quote_text(text) or _NO_TEXT, reference)
    return f"{indent}- {' '.join(filter(None, words))}\n"


def references(sources: Sequence[Span], *, log: str | None = None) -> str:
    """`(m12)`, `(m12, m15)`, `(m12 ... m40)`: the messages of the sources in order; "" for none."""
    return _reference({span.message_id for span in sources}, log)


def _reference(cited: Iterable[str], log: str | None) -> str:
    """Of many messages the first and the last of each log."""
    ids = sorted(cited, key=_message_order)
    home = _common_log(ids) if log is None else log
    if len(ids) > MAX_REFERENCES:
        logs = [list(own) for _, own in groupby(ids, key=lambda name: name.rpartition("/")[0])]
        ends = [own if len(own) == 1 else [own[0], own[-1]] for own in logs]
    else:
        ends = [[name] for name in ids]
    names = (" ... ".join(inline_text(_short(name, home)) for name in own) for own in ends)
    return f"({', '.join(names)})" if ends else ""


def _is_covered(entry: Entry, parent: Entry) -> bool:
    """All that it cites is the one message that the parent's reference names."""
    return len(parent.cited) == 1 and parent.cited >= entry.cited


def _message_order(message_id: str) -> tuple[str, int, str]:
    log, _, name = message_id.rpartition("/")
    digits = name.removeprefix("m")
    return (log, int(digits) if digits.isdecimal() and len(digits) < _LONG_NUMBER else -1, name)


def _common_log(ids: Iterable[str]) -> str:
    logs = {name.rpartition("/")[0] for name in ids}
    return logs.pop() if len(logs) == 1 else ""


def _short(message_id: str, log: str) -> str:
    home, _, name = message_id.rpartition("/")
    return name if home == log else message_id


def _unwrapped(text: str, kind: str) -> str:
    """Prose that was wrapped at a column, on one line again; anything else as it is."""
    if "\n" not in text or kind not in _PROSE:
        return text
    lines = text.split("\n")
    if not all(_is_wrap(line, after) for line, after in pairwise(lines)):
        return text
    pieces = [lines[0].rstrip()]
    for line in lines[1:]:
        close = _WIDE.match(pieces[-1][-1:]) and _WIDE.match(line)
        pieces += ("" if close else " ", line.rstrip())
    return "".join(pieces)


def _is_wrap(line: str, after: str) -> bool:
    width = sum(2 if _WIDE.match(char) else 1 for char in line[:_WRAP_COLUMN])
    return width >= _WRAP_COLUMN and bool(_CONTINUES.match(after))
