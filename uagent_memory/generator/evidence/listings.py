"""Listings: many lines or objects of one shape that a tool printed, of which few are ever used."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Sequence
from functools import cached_property
from itertools import chain

from uagent_memory.analyzer.terms import terms_of
from uagent_memory.analyzer.types import MessageAnalysis
from uagent_memory.generator.evidence.rows import Rows
from uagent_memory.generator.tool_settings import ListingSettings
from uagent_memory.messages import Author, Message, Span

__all__ = ["Listings"]

_KEY = re.compile(r'"[^"]{1,60}"\s*:')


class Listings:
    """Tells rows that nobody took up: no word of anybody names what only that row holds."""

    def __init__(self, messages: Sequence[MessageAnalysis], settings: ListingSettings) -> None:
        self._messages = messages
        self._settings = settings
        self._rows: tuple[str, Rows] | None = None

    def is_idle_line(self, message: Message, span: Span) -> bool:
        """One of many printed lines of its shape that nobody came back to; not the first or last.

        Those show what the rows look like, and how far it went.
        """
        if span.part != "text" or not self._is_answered(message):
            return False
        rows = self._rows_of(message)
        number = rows.number_at(span.start)
        settings = self._settings
        alike = rows.alike(number, around=settings.looked_at, least=settings.least)
        if not alike or number in (alike[0], alike[-1]):
            return False
        return not self._is_taken_up(rows, number, alike)

    def idle_records(self, message: Message, records: Sequence[str]) -> frozenset[str]:
        """Of a result's objects those of many with the same keys that nobody came back to."""
        if not self._is_answered(message):
            return frozenset()
        keys = [tuple(_KEY.findall(record)) for record in records]
        counts = Counter(keys)
        least = self._settings.least
        alike = [record for record, key in zip(records, keys, strict=True) if counts[key] >= least]
        told = [frozenset(terms_of(record)) for record in alike]
        seen = Counter(chain.from_iterable(told))
        common = {term for term, count in seen.items() if count > self._settings.shared}
        return frozenset(
            record
            for record, terms in zip(alike, told, strict=True)
            if self._said.isdisjoint(terms - common)
        )

    def _rows_of(self, message: Message) -> Rows:
        """Made anew for each message: one after the other asks for its lines."""
        if self._rows is None or self._rows[0] != message.id:
            self._rows = message.id, Rows(message.text, shaped=self._settings.shaped)
        return self._rows[1]

    def _is_taken_up(self, rows: Rows, number: int, alike: Sequence[int]) -> bool:
        """Somebody names what tells it from the others."""
        named = [term for term in rows.terms(number) if term in self._said]
        return any(
            sum(term in rows.terms(other) for other in alike) <= self._settings.shared
            for term in named
        )

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
