"""Amounts that are told with the words of another item: "black, $12" where the $12 one is red."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from functools import lru_cache

from uagent_memory.llm.audit.common import common_stems
from uagent_memory.llm.audit.material import DraftLine
from uagent_memory.llm.audit.words import stems_of

__all__ = ["wrong_items"]

PAIR = 2
ITEM = re.compile(r"(?:^|(?<=\s))\d{1,2}\.(?=\s+[\w*`\"])|[;；\n]")
VALUE = re.compile(
    r"[$€£¥￥]\s?\d[\d,]*(?:\.\d+)?|(?<![\w.])\d+\.\d+(?![\w.])|\d+(?:\.\d+)?\s?(?:%|元)"
)
"""A figure that tells what an item is worth or measures."""
END = re.compile(r"\.(?=\s|$)|[;；。\n]")
ASIDE = re.compile(r"\s*[(（][^()（）]*[)）]")
"""What stands in brackets right behind a figure is said of it."""
BEHIND_ASIDE = re.compile(r"[)）]\s*(?:[,，、]|and\b|和)")
"""Where another item begins."""
SUM = re.compile(r"\d\s*[-+*/×]\s*[($€£¥]*\d")
"""A calculation, which lists nothing."""


def wrong_items(text: str, sources: Sequence[DraftLine]) -> Iterator[str]:
    """Faults of one line.

    Args:
        text: without its references.
        sources: the draft lines it was made from.
    """
    lists = [_items(part) for part in dict.fromkeys(x for line in sources for x in line.told)]
    lists = [items for items in lists if items]
    for sentence in END.split(text) if lists and not SUM.search(text) else ():
        for value in _strange(sentence, lists):
            yield f"{value} is said of another item: {sentence[:80]}"


@lru_cache(maxsize=4096)
def _items(text: str) -> Mapping[str, frozenset[str]]:
    """The amounts of all items, each with the words of the items that have it."""
    found: dict[str, frozenset[str]] = {}
    items = [(frozenset(map(_plain, VALUE.findall(item))), item) for item in ITEM.split(text)]
    for values, item in items if sum(bool(values) for values, _ in items) >= PAIR else ():
        words = _words(VALUE.sub(" ", item))
        found.update((value, found.get(value, frozenset()) | words) for value in values)
    return found


def _told_of(value: str, lists: Sequence[Mapping[str, frozenset[str]]]) -> frozenset[str]:
    """The words of all items that have an amount."""
    return frozenset().union(*(items.get(value, ()) for items in lists))


def _told_of_others(value: str, lists: Sequence[Mapping[str, frozenset[str]]]) -> frozenset[str]:
    """The words of the other items of the lists that have it."""
    having = [items for items in lists if value in items]
    return frozenset().union(*(words for items in having for words in items.values()))


def _strange(sentence: str, lists: Sequence[Mapping[str, frozenset[str]]]) -> list[str]:
    """Amounts with words of other items: those in front, unless an amount comes first."""
    head, _, rest = sentence.partition(": ")
    sentence = rest if VALUE.search(head) and VALUE.search(rest) else sentence
    places = list(VALUE.finditer(sentence))
    values = [_plain(place.group()) for place in places]
    if not places or not all(_told_of(value, lists) for value in values):
        return []
    every = frozenset().union(*(_told_of_others(value, lists) for value in values))
    every -= common_stems()
    ends = [m.end() if (m := ASIDE.match(sentence, x.end())) else x.end() for x in places]
    bounds = [*(place.start() for place in places), len(sentence)]
    parts = [sentence[start:stop] for start, stop in zip([0, *ends], bounds, strict=True)]
    parts = [BEHIND_ASIDE.split(part)[-1] for part in parts]
    asides = [sentence[place.end() : end] for place, end in zip(places, ends, strict=True)]
    first = 0 if _words(parts[0]) & (every | _told_of(values[0], lists)) else 1
    return [
        value
        for value, part, aside in zip(values, parts[first:], asides, strict=False)
        if (_words(part + aside) & _told_of_others(value, lists) & every) - _told_of(value, lists)
    ]


def _words(text: str) -> frozenset[str]:
    return frozenset(stems_of(text))


def _plain(value: str) -> str:
    return value.replace(",", "").replace(" ", "")
