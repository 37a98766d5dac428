"""The items of an agent's list that the latest user message names by number or letter."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import pairwise
from typing import ClassVar

from uagent_memory.analyzer.types import MessageAnalysis, Unit, UnitKind
from uagent_memory.entry_kind import EntryKind
from uagent_memory.generator.candidate import Keep
from uagent_memory.generator.cards import fields_in_line
from uagent_memory.generator.compressors.base import Compressor, one_line
from uagent_memory.generator.pool import CandidatePool
from uagent_memory.generator.references import Named, label_of, named_in
from uagent_memory.generator.view import GeneratorView
from uagent_memory.messages import Author
from uagent_memory.segments import SegmentName

__all__ = ["NamedItems"]

LOOK_BACK = 12
"""Messages before the user's in which the list may stand."""
LABELLED = frozenset((UnitKind.LIST_ITEM, UnitKind.HEADING, UnitKind.SENTENCE, UnitKind.TABLE_ROW))
PAIR = 2


@dataclass(frozen=True, slots=True)
class _Item:
    label: str
    units: tuple[Unit, ...]


class NamedItems(Compressor):
    """ "Do 1. and 3.", "Option B", 第二个方案: without the list the message says nothing."""

    segment: ClassVar[SegmentName] = SegmentName.CURRENT_WORK

    def propose(self, view: GeneratorView, pool: CandidatePool) -> None:
        if not view.users:
            return
        latest = view.users[-1]
        named = named_in(latest.message.text)
        if not named:
            return
        for analysis in reversed(view.messages[max(0, latest.index - LOOK_BACK) : latest.index]):
            if analysis.message.author is not Author.AGENT:
                continue
            items = _items(analysis)
            chosen = [
                item for place, item in enumerate(items) if _is_meant(named, item, place, items)
            ]
            if chosen:
                for place, item in enumerate(chosen):
                    self._propose_item(view, pool, item, (-5, 1, place))
                return

    def _propose_item(
        self, view: GeneratorView, pool: CandidatePool, item: _Item, order: tuple[int, ...]
    ) -> None:
        head, *body = (unit.text for unit in item.units)
        fields = fields_in_line("\n".join(body)) if body else ""
        text = one_line(f"{head} {fields}")
        if len(text) > view.settings.limits.statement_characters:
            text, units = one_line(item.units[0].text), item.units[:1]
        else:
            units = item.units
        pool.propose(
            self.segment,
            text,
            [unit.span for unit in units],
            order=order,
            kind=EntryKind.NAMED_ITEM,
            keep=Keep.RECEIVER,
            value=view.settings.own.named_item,
            targets=view.targets(text),
            lead=view.labels("named_item"),
        )


def _items(analysis: MessageAnalysis) -> list[_Item]:
    """The labelled units of a message, a heading with what follows; else its bullets in order."""
    units = [u for u in analysis.units if u.span.part == "text" and u.kind in LABELLED]
    starts = [place for place, unit in enumerate(units) if label_of(unit.text)]
    if len(starts) < PAIR:
        bullets = [unit for unit in units if unit.kind is UnitKind.LIST_ITEM]
        return [_Item(str(n), (unit,)) for n, unit in enumerate(bullets, start=1)]
    return [
        _Item(label_of(units[start].text), _with_body(units[start:stop]))
        for start, stop in pairwise([*starts, len(units)])
    ]


def _with_body(units: Sequence[Unit]) -> tuple[Unit, ...]:
    """A heading names what stands under it; an item with its own words is enough."""
    head = units[0]
    is_title = head.kind is UnitKind.HEADING or head.text.rstrip("*_ ").endswith((":", "："))
    if not is_title:
        return (head,)
    below = [unit for unit in units[1:] if unit.lead_span and head.span.holds(unit.lead_span)]
    return (head, *below) if len(below) >= PAIR else tuple(units[:3])


def _is_meant(named: Named, item: _Item, place: int, items: Sequence[_Item]) -> bool:
    if named.both and len(items) == PAIR:
        return True
    ordinal = str(place + 1) if item.label.isalpha() else item.label
    return (
        named.all
        or (named.last and place == len(items) - 1)
        or item.label in named.labels
        or ordinal in named.labels
    )
