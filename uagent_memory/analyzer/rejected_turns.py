"""Turns that the environment did not carry out for their form: nothing in their blocks was done."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import pairwise

from uagent_memory.analyzer.fences import find_fences
from uagent_memory.analyzer.types import Unit, UnitKind
from uagent_memory.author_marks import author_marks
from uagent_memory.messages import Author, Message

__all__ = ["rejected_turns", "without_rejected"]

_AGENT = Author.AGENT

_SAID = frozenset((UnitKind.SENTENCE, UnitKind.LIST_ITEM, UnitKind.TABLE_ROW))


def without_rejected(
    messages: Sequence[Message], units: Sequence[tuple[Unit, ...]]
) -> list[tuple[Unit, ...]]:
    """The same units, of rejected turns only what is said around the blocks.

    Args:
        messages: the messages, in order.
        units: the units of each.
    """
    rejected = rejected_turns(messages)
    return [
        _said(message, own) if index in rejected else own
        for index, (message, own) in enumerate(zip(messages, units, strict=True))
    ]


def rejected_turns(messages: Sequence[Message]) -> frozenset[int]:
    """Indices of the turns that the environment did not carry out."""
    turns = enumerate(pairwise(messages))
    return frozenset(index for index, (one, after) in turns if _is_rejected(one, after))


def _is_rejected(message: Message, after: Message) -> bool:
    """The second message says that the first was not carried out for its form."""
    return (
        message.author is _AGENT
        and after.author not in (_AGENT, Author.USER)
        and not after.tool_call_id
        and after.text.lstrip().startswith(author_marks().rejections)
    )


def _said(message: Message, units: tuple[Unit, ...]) -> tuple[Unit, ...]:
    fenced = _fenced(message.text)
    return tuple(
        unit
        for unit in units
        if unit.kind in _SAID
        and not (
            unit.span.part == "text"
            and any(start <= unit.span.start < end for start, end in fenced)
        )
    )


def _fenced(text: str) -> list[tuple[int, int]]:
    """Where the fenced blocks of a text stand."""
    lines = text.split("\n")
    starts = [0]
    for line in lines:
        starts.append(starts[-1] + len(line) + 1)
    return [
        (starts[fence.open], starts[min(fence.close + 1, len(lines))])
        for fence in find_fences(lines).values()
    ]
