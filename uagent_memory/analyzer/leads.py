"""Which heading or list lead-in ("Constraints:", "Next steps:") a block stands under."""

from __future__ import annotations

import re
from typing import NamedTuple

from uagent_memory.analyzer.block import Block, BlockKind
from uagent_memory.analyzer.sentences import SENTENCE_END, sentence_spans
from uagent_memory.analyzer.shapes import marker_length, unit_settings

__all__ = ["Leads"]

_HEADING = BlockKind.HEADING

LED = frozenset(
    (
        BlockKind.LIST_ITEM,
        BlockKind.CODE,
        BlockKind.SHELL,
        BlockKind.COMMAND,
        BlockKind.TABLE,
        BlockKind.JSON,
        BlockKind.DIFF,
        BlockKind.OUTPUT,
        BlockKind.TRACEBACK,
    )
)
"""What a lead-in leads in; a paragraph stands under the heading above."""


BULLETS = "-*+•●▪◦‣·–"
_STRESSED = re.compile(r"\s*(\*\*|__)[^*_\n]{1,80}\1\s*")
"""A name in bold and nothing beside it: "- **Harbour**" above what is said of the harbour."""


class _Item(NamedTuple):
    indent: int
    span: tuple[int, int]
    by_colon: bool = True
    """It leads in all that follows, and not only what is indented below it."""


class Leads:
    """Follows the blocks of one text; spans are without the marks of headings."""

    def __init__(self, text: str) -> None:
        self._text = text
        self._heading: tuple[int, int] | None = None
        self._lead_in: tuple[int, int] | None = None
        self._outer: list[tuple[int, int] | None] = []
        """Headings outside of the tags that are open."""
        self._title: _Item | None = None
        """The numbered item above, where it reads like a heading."""
        self._items: list[_Item] = []
        """List items that end in a colon or are stressed as a whole, outermost first."""

    def of(self, block: Block) -> tuple[int, int] | None:
        """The span of the lead that a block stands under."""
        if block.kind is _HEADING:
            return None
        if block.kind not in LED:
            return self._heading
        while self._items and self._items[-1].indent >= block.indent:
            if block.kind is not BlockKind.LIST_ITEM:
                break
            self._items.pop()
        for item in reversed(self._items):
            if item.by_colon or block.indent > item.indent:
                return item.span
        if self._title is not None and self._is_under_title(block):
            return self._title.span
        return self._lead_in or self._heading

    def after(self, block: Block) -> None:
        """Take a block into account for those after it."""
        match block.kind:
            case BlockKind.HEADING:
                self._start(block.label)
            case BlockKind.OPEN_TAG:
                self._outer.append(self._heading)
                self._start(block.label)
            case BlockKind.CLOSE_TAG:
                self._start(self._outer.pop() if self._outer else None)
            case BlockKind.PARAGRAPH:
                self._items.clear()
                self._title = None
                self._lead_in = self._colon(block)
            case BlockKind.LIST_ITEM:
                self._after_item(block)

    def _start(self, heading: tuple[int, int] | None) -> None:
        self._heading = heading
        self._lead_in = None
        self._title = None
        self._items.clear()

    def _after_item(self, block: Block) -> None:
        text = self._text[block.start : block.end]
        mark = marker_length(text)
        span = self._colon(block)
        if span is not None:
            self._items.append(_Item(block.indent, (max(span[0], block.start + mark), span[1])))
        if text[0] in BULLETS:
            if span is None and _STRESSED.fullmatch(text, mark):
                self._items.append(_Item(block.indent, (block.start + mark, block.end), False))
            return
        is_title = len(text) <= unit_settings().heading_limit and not SENTENCE_END.search(text)
        body = (block.start + mark, block.end)
        self._title = _Item(block.indent, body) if is_title and span is None else None

    def _is_under_title(self, block: Block) -> bool:
        """Bullets after "1. Facts to look up" stand under it, indented or not."""
        assert self._title is not None
        if block.kind is BlockKind.LIST_ITEM:
            return self._text[block.start] in BULLETS and block.indent >= self._title.indent
        return block.indent > self._title.indent

    def _colon(self, block: Block) -> tuple[int, int] | None:
        """The last sentence of a block that ends in a colon."""
        text = self._text[block.start : block.end].rstrip("*_` ")
        if not text.endswith((":", "：")):
            return None
        spans = sentence_spans(self._text, block.start, block.end)
        start, end = spans[-1]
        return (start, end) if self._text[start:end].strip() else None
