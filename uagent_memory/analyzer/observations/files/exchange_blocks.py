"""Blocks that put one text in the place of another: from `<<< SEARCH` to `>>> REPLACE`."""

from __future__ import annotations

import re
from collections.abc import Iterator

from uagent_memory.facts import TextSpan
from uagent_memory.messages import Span

__all__ = ["exchange_blocks"]

_HEAD = re.compile(r"^(?:<{5,9}|-{5,9}) ?(?:SEARCH|ORIGINAL)>?[ \t]*\n", re.MULTILINE)
_MIDDLE = re.compile(r"^={5,9}[ \t]*$\n?", re.MULTILINE)
_FOOT = re.compile(r"^(?:>{5,9}|\+{5,9}) ?(?:REPLACE|UPDATED)>?[ \t]*$", re.MULTILINE)


def exchange_blocks(within: TextSpan) -> Iterator[tuple[TextSpan, TextSpan]]:
    """The old and the new text of each block in a quotation, in order."""
    text, at = within.text, 0
    while head := _HEAD.search(text, at):
        middle = _MIDDLE.search(text, head.end())
        foot = _FOOT.search(text, middle.end()) if middle is not None else None
        if middle is None or foot is None:
            return
        yield _part(within, head.end(), middle.start()), _part(within, middle.end(), foot.start())
        at = foot.end()


def _part(within: TextSpan, start: int, end: int) -> TextSpan:
    message_id, part, base, _ = within.span
    span = Span(message_id, part, base + start, base + end)
    return TextSpan(within.text[start:end], span)
