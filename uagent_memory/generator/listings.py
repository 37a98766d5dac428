"""Listings: many lines or objects of one shape that a tool printed, of which few are ever used."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Sequence
from functools import cached_property, lru_cache

from uagent_memory.analyzer.terms import terms_of
from uagent_memory.analyzer.types import MessageAnalysis
from uagent_memory.generator.settings import ListingSettings
from uagent_memory.messages import Author, Message, Span

__all__ = ["Listings"]

_DIGIT = re.compile(r"\d")
_NUMBERS = re.compile(r"[^\W_]*\d[^\W_]*(?:[.,:-][^\W_]*\d[^\W_]*)*")
_LETTERS = re.compile(r"[^\W\d_]+(?:[\s_-]+[^\W\d_]+)*")
_BLANKS = re.compile(r"\s+")
_SHAPED = 240
_KEY = re.compile(r'"[^"]{1,60}"\s*:')


class Listings:
    """Tells rows that nobody took up: no word of anybody names what only that row holds."""

    def __init__(self, messages: Sequence[MessageAnalysis], settings: ListingSettings) -> None:
        self._messages = messages
        self._settings = settings

    def is_idle_line(self, message: Message, span: Span) -> bool:
        """One of many printed lines of its shape that nobody came back to; not the first or last.

        Those show what the rows look like, and how far it went.
        """
        if span.part != "text" or not self._is_answered(message):
            return False
        text = message.text
        row = _whole_line(text, span.start)
        shape = _shape(row)
        if "0" not in shape:
            return False
        around, place = _lines_around(text, span.start, self._settings.looked_at)
        for side in (around[:place], around[place + 1 :]):
            if all(_shape(line) != shape for line in side):
                return False
        alike = [line for line in around if _shape(line) == shape]
        return len(alike) >= self._settings.least and not self._is_taken_up(row, alike)

    def idle_records(self, message: Message, records: Sequence[str]) -> frozenset[str]:
        """Of a result's objects those of many with the same keys that nobody came back to."""
        if not self._is_answered(message):
            return frozenset()
        keys = [tuple(_KEY.findall(record)) for record in records]
        counts = Counter(keys)
        least = self._settings.least
        alike = [record for record, key in zip(records, keys, strict=True) if counts[key] >= least]
        common = self._common(alike)
        return frozenset(record for record in alike if self._said.isdisjoint(_own(record, common)))

    def _is_taken_up(self, row: str, alike: Sequence[str]) -> bool:
        return not self._said.isdisjoint(_own(row, self._common(alike)))

    def _common(self, alike: Sequence[str]) -> frozenset[str]:
        """Terms that tell no row from the others."""
        counts = Counter(term for line in alike for term in terms_of(line))
        return frozenset(term for term, count in counts.items() if count > self._settings.shared)

    def _is_answered(self, message: Message) -> bool:
        """A tool printed it, and somebody has spoken since, who could name what was of use."""
        return message.author is Author.TOOL and message.seq < self._last_word

    @cached_property
    def _last_word(self) -> int:
        return next((m.message.seq for m in reversed(self._messages) if _speaks(m)), -1)

    @cached_property
    def _said(self) -> frozenset[str]:
        """What people and agents name, in words or in calls."""
        return frozenset(term for m in self._messages if _speaks(m) for term in m.terms)


def _speaks(analysis: MessageAnalysis) -> bool:
    return analysis.message.author in (Author.AGENT, Author.USER)


def _own(row: str, common: frozenset[str]) -> frozenset[str]:
    return frozenset(terms_of(row)) - common


def _shape(line: str) -> str:
    """A line with every word and number made equal; "" of one without a number."""
    head = line[:_SHAPED]
    return _shape_of_head(head) if _DIGIT.search(head) else ""


@lru_cache(maxsize=1 << 12)
def _shape_of_head(head: str) -> str:
    return _BLANKS.sub(" ", _LETTERS.sub("a", _NUMBERS.sub("0", head))).strip()


def _whole_line(text: str, at: int) -> str:
    end = text.find("\n", at)
    return text[text.rfind("\n", 0, at) + 1 : len(text) if end < 0 else end]


def _lines_around(text: str, at: int, most: int) -> tuple[list[str], int]:
    """The line at a place and up to `most` on either side; and its number among them."""
    start, end = at, at
    for _ in range(most + 1):
        start = text.rfind("\n", 0, max(start, 0))
        if start < 0:
            break
    for _ in range(most + 1):
        found = text.find("\n", end + 1)
        end = len(text) if found < 0 else found
    return text[start + 1 : end].split("\n"), text.count("\n", start + 1, at)
