"""A block: a stretch of text with one structure."""

from __future__ import annotations

from enum import StrEnum
from typing import NamedTuple

from uagent_memory.analyzer.shapes import Shape

__all__ = ["SHAPE_KINDS", "Block", "BlockKind"]


class BlockKind(StrEnum):
    PARAGRAPH = "paragraph"
    HEADING = "heading"
    LIST_ITEM = "list_item"
    TABLE = "table"
    CODE = "code"
    SHELL = "shell"
    COMMAND = "command"
    OUTPUT = "output"
    TRACEBACK = "traceback"
    JSON = "json"
    DIFF = "diff"
    OPEN_TAG = "open_tag"
    CLOSE_TAG = "close_tag"


SHAPE_KINDS = {
    Shape.LISTING: BlockKind.CODE,
    Shape.LOG: BlockKind.OUTPUT,
    Shape.COLUMNS: BlockKind.TABLE,
    Shape.CODE: BlockKind.CODE,
    Shape.TREE: BlockKind.OUTPUT,
    Shape.TOKEN: BlockKind.OUTPUT,
}


class Block(NamedTuple):
    """A stretch of text with one structure; offsets are code points of the text."""

    kind: BlockKind
    start: int
    end: int
    indent: int = 0
    label: tuple[int, int] | None = None
    """Of a heading or tag: where its words stand, without the marks."""
