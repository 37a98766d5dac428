"""Lines that hold a message together and say nothing by themselves: rosters, titles of lists."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from functools import cache
from itertools import pairwise

from uagent_memory.analyzer.page_heads import page_head
from uagent_memory.analyzer.types import Unit, UnitKind
from uagent_memory.generator.wording.phrase_index import phrase_list
from uagent_memory.messages import Author, Message, Span

__all__ = ["frame_lines"]

_LIST_ITEM = UnitKind.LIST_ITEM

_LEAST = 2
"""Such lines in a row, from which they are a roster."""
_ABOVE = 2
"""Lines above the first of them, one of which says that a team follows."""


def frame_lines(message: Message, units: Sequence[Unit]) -> frozenset[Span]:
    """Of an agent's message: what introduces a team's members or a page, and titles of lists."""
    if message.author is not Author.AGENT or "\n" not in message.text:
        return frozenset()
    members = list(_roster(message.text))
    if (head := page_head(message.text)) is not None:
        members.append(head.lines)
    found = {unit.span for unit in units if _stands_in(unit, members)}
    for unit, after in pairwise(units):
        lead = after.lead_span
        if unit.kind is _LIST_ITEM and lead is not None and unit.span.holds(lead):
            found.add(unit.span)
    return frozenset(found)


def _roster(text: str) -> Iterator[tuple[int, int]]:
    """The lines that introduce a team's members, right below one that says so."""
    run: list[tuple[int, int]] = []
    for found in _member().finditer(text):
        if run and text[run[-1][1] : found.start()].strip():
            yield from _introduced(text, run)
            run = []
        run.append(found.span())
    yield from _introduced(text, run)


def _introduced(text: str, run: Sequence[tuple[int, int]]) -> Sequence[tuple[int, int]]:
    if len(run) < _LEAST:
        return ()
    above = [line for line in text[: run[0][0]].splitlines() if line.strip()][-_ABOVE:]
    return run if any(_team().search(line) for line in above) else ()


@cache
def _team() -> re.Pattern[str]:
    lists = phrase_list("teams")
    return re.compile("|".join((*lists["en"], *lists["zh"])), re.IGNORECASE)


def _stands_in(unit: Unit, stretches: Sequence[tuple[int, int]]) -> bool:
    _, part, start, end = unit.span
    return part == "text" and any(low <= start and end <= high for low, high in stretches)


@cache
def _member() -> re.Pattern[str]:
    lists = phrase_list("membership")
    return re.compile(
        r"^[ \t]*(?:[-*+][ \t]+)?[*_`]{0,3}[^\W\d][\w -]{1,40}[*_`]{0,3}[ \t]*[:：][*_]{0,2}[ \t]*"
        rf"(?:{'|'.join((*lists['en'], *lists['zh']))})[^\n]*$",
        re.MULTILINE,
    )
