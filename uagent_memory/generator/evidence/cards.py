"""Cards: the short fields of a list under one head ("Price: $180", 颜色：绿), told as one line."""

from __future__ import annotations

import re
from collections.abc import Container, Iterable, Iterator
from itertools import groupby

from uagent_memory.analyzer.shapes import LIST_MARK, marker_length
from uagent_memory.analyzer.types import Cue, UnitKind
from uagent_memory.generator.statement_settings import CardSettings
from uagent_memory.generator.wording.statements import Statement
from uagent_memory.messages import Author, Span

__all__ = ["fields_in_line", "with_cards"]

_AGENT = Author.AGENT
_LIST_ITEM = UnitKind.LIST_ITEM

_FIELD = re.compile(r"[^\s:：.。!?！？][^:：.。!?！？\n]{0,30}[:：](?:\*\*|__)?\s*[^\s:：][^\n]*")


def with_cards(
    statements: Iterable[Statement],
    said_again: Container[Span],
    apart: Container[Span],
    settings: CardSettings,
) -> Iterator[Statement]:
    """The statements in order, those of one card as one.

    Args:
        statements: what agents said.
        said_again: what a later statement repeats; it is left out, a card where all of it is.
        apart: what goes into no card.
        settings: how long fields and cards are at most.
    """

    def card(item: tuple[int, Statement]) -> tuple[Span | None, int]:
        return _card_of(*item, apart, settings.longest_field)

    for (place, _), group in groupby(enumerate(statements), key=card):
        members = [statement for _, statement in group]
        new = [member for member in members if member.unit.span not in said_again]
        start, end = members[0].unit.span.start, members[-1].unit.span.end
        if place is None or len(members) == 1 or end - start > settings.longest:
            yield from new
        elif new:
            yield _card(members)


def fields_in_line(text: str) -> str:
    """The fields of a card one after the other; another text as it is."""
    lines = [line.strip() for line in text.splitlines()]
    if len(lines) <= 1 or not all(map(LIST_MARK.match, lines)):
        return text
    return "; ".join(line[marker_length(line) :].rstrip(" ;；,，.。") for line in lines)


def _card_of(
    number: int, statement: Statement, apart: Container[Span], longest_field: int
) -> tuple[Span | None, int]:
    """Where the head of its card stands; a number of its own where it is no field of one."""
    unit = statement.unit
    by_agent = statement.analysis.message.author is _AGENT
    if unit.kind is not _LIST_ITEM or unit.lead_span is None or not by_agent:
        return None, number
    if unit.span in apart:
        return None, number
    field = unit.text[marker_length(unit.text) :]
    if len(field) > longest_field or not _FIELD.fullmatch(field):
        return None, number
    return unit.lead_span, statement.position - number


def _card(members: list[Statement]) -> Statement:
    first, last = members[0], members[-1]
    at = first.unit.span
    span = at._replace(end=last.unit.span.end)
    cue = Cue(0)
    for member in members:
        cue |= member.unit.cue
    text = first.analysis.message.part(span.part)[span.start : span.end]
    return first._replace(
        unit=first.unit._replace(span=span, text=text, cue=cue),
        last_of_turn=last.last_of_turn,
        score=max(member.score for member in members),
    )
