"""The items of an agent's list that the latest user message names by number or letter."""

from __future__ import annotations

from collections.abc import Sequence
from collections.abc import Set as AbstractSet
from dataclasses import dataclass
from itertools import pairwise
from typing import ClassVar

from uagent_memory.analyzer.observations.conversation.ties import content_words
from uagent_memory.analyzer.types import MessageAnalysis, Unit, UnitKind
from uagent_memory.entry_kind import EntryKind
from uagent_memory.generator.candidate import Keep
from uagent_memory.generator.compressors.base import Compressor, one_line
from uagent_memory.generator.evidence.cards import fields_in_line
from uagent_memory.generator.pool import CandidatePool
from uagent_memory.generator.view import GeneratorView
from uagent_memory.generator.wording.references import Named, label_of, named_in
from uagent_memory.messages import Author
from uagent_memory.segments import SegmentName

__all__ = ["NamedItems"]

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
        for analysis in reversed(
            view.messages[max(0, latest.index - view.settings.limits.list_before) : latest.index]
        ):
            if analysis.message.author is not Author.AGENT:
                continue
            chosen = _chosen(named, _items(analysis), content_words(latest.message.text))
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


def _chosen(named: Named, items: Sequence[_Item], words: AbstractSet[str]) -> list[_Item]:
    """Of several lists in one message those of the one that speaks most of the same; the last."""
    best: list[_Item] = []
    shared = 0
    for one in _lists(items):
        found = [item for place, item in enumerate(one) if _is_meant(named, item, place, one)]
        common = len(words & _words(one))
        if found and common >= shared:
            best, shared = found, common
    return best


def _words(listed: Sequence[_Item]) -> frozenset[str]:
    """What a list and the words that lead it in speak of."""
    texts = (f"{unit.lead} {unit.text}" for item in listed for unit in item.units)
    return frozenset(word for text in texts for word in content_words(text))


def _lists(items: Sequence[_Item]) -> list[list[_Item]]:
    """A label that has come already begins another list; labelled headings are the list."""
    heads = [item for item in items if item.units[0].kind is UnitKind.HEADING]
    if len(heads) >= PAIR:
        return [heads]
    lists: list[list[_Item]] = [[]]
    for item in items:
        if any(item.label == earlier.label for earlier in lists[-1]):
            lists.append([])
        lists[-1].append(item)
    return lists


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
