"""CoherenceMaintainer: nothing twice, near-duplicates merged, open references named."""

from __future__ import annotations

import re
from collections.abc import MutableMapping, Sequence
from functools import cache
from pathlib import Path
from typing import NamedTuple, TypeAlias

from uagent_memory.analyzer.lexicon import any_of
from uagent_memory.analyzer.observations.conversation.dates import absolute_dates
from uagent_memory.analyzer.terms import terms_of
from uagent_memory.config import read_toml
from uagent_memory.entry_kind import EntryKind
from uagent_memory.generator.compressors.base import quoted
from uagent_memory.generator.view import GeneratorView
from uagent_memory.messages import Span
from uagent_memory.segments import Entry, Segment, SegmentName

__all__ = ["CoherenceMaintainer", "KnownReadings"]

VERBATIM = frozenset((SegmentName.USER_MESSAGES,))
"""Segments in which nobody's words are touched."""
NO_WORDS = re.compile(r"\W+")


@cache
def _openers() -> re.Pattern[str]:
    data = read_toml(Path(__file__).with_name("coherence.toml"))
    english, chinese, either_verb = map(any_of, (data["english"], data["chinese"], data["verbs"]))
    pointing, chinese_verb = map(any_of, (data["before_verbs"], data["chinese_verbs"]))
    dummy = "|".join(data["dummy"])
    return re.compile(
        rf"(?:(?:{english})\b(?!\s*(?:{dummy}))|(?:{chinese})(?!(?:{dummy}))"
        rf"|(?:{pointing})(?=\s+(?:{either_verb})\b|(?:{chinese_verb}))(?!\s+(?:{dummy})))",
        re.IGNORECASE,
    )


DATED = frozenset(
    (
        EntryKind.STATEMENT,
        EntryKind.DECISION,
        EntryKind.TASK,
        EntryKind.QUESTION,
        EntryKind.REQUEST,
        EntryKind.HANDOFF,
    )
)
"""Kinds of entries that are read long after they were said."""


def _dated(entry: Entry, view: GeneratorView) -> Entry:
    """`tomorrow` -> `tomorrow (= 2026-03-03)`, by the time of the message."""
    if entry.kind not in DATED or not entry.sources:
        return entry
    message = view.message_of(entry.sources[0])
    if message is None or message.timestamp is None:
        return entry
    text = entry.text
    for date in reversed(absolute_dates(text, message.timestamp)):
        text = f"{text[: date.end]} (= {date.iso}){text[date.end :]}"
    return entry if text == entry.text else entry.model_copy(update={"text": text})


class _Read(NamedTuple):
    """An entry, its words alone, and the entry said better."""

    entry: Entry
    shape: str
    said: Entry


KnownReadings: TypeAlias = MutableMapping[int, _Read]
"""By the entry's identity, which the reading itself keeps alive."""


class CoherenceMaintainer:
    """A pass over assembled segments; the order of entries stays."""

    def maintain(
        self,
        segments: Sequence[Segment],
        view: GeneratorView,
        *,
        known: KnownReadings | None = None,
    ) -> tuple[Segment, ...]:
        """The segments without repeats, open references named and dates absolute.

        Args:
            segments: as assembled.
            view: of the same history.
            known: what earlier passes over the same entries found; used again and added to.
        """
        readings = {} if known is None else known
        seen: set[str] = set()
        result = []
        for segment in segments:
            entries = []
            for entry in segment.entries:
                read = readings.get(id(entry))
                if read is None:
                    read = readings[id(entry)] = self._read(entry, segment.name, view)
                if read.shape in seen and not entry.must_keep and not entry.children:
                    continue
                seen.add(read.shape)
                entries.append(read.said)
            if entries:
                result.append(segment.model_copy(update={"entries": tuple(entries)}))
        return tuple(result)

    def _read(self, entry: Entry, segment: SegmentName, view: GeneratorView) -> _Read:
        shape = NO_WORDS.sub(" ", entry.text.lower()).strip()
        said = entry if segment in VERBATIM else _dated(self._named(entry, view), view)
        return _Read(entry, shape, said)

    def _named(self, entry: Entry, view: GeneratorView) -> Entry:
        """`It fails` -> `It (= `parser.py`) fails`, where the sentence before says which."""
        if entry.kind is not EntryKind.STATEMENT or not entry.sources:
            return entry
        opener = _openers().match(entry.text)
        if opener is None:
            return entry
        before = self._before(entry.sources[0], view)
        if before is None:
            return entry
        names = [term for term in terms_of(view.quote(before)) if not term[0].isdigit()]
        if len(names) != 1 or names[0] in entry.text:
            return entry
        text = f"{opener.group()} (= {quoted(names[0])}){entry.text[opener.end() :]}"
        return entry.model_copy(update={"text": text, "sources": (before, *entry.sources)})

    def _before(self, span: Span, view: GeneratorView) -> Span | None:
        """The unit before, in the same part of the same message."""
        analysis = view.by_id.get(span.message_id)
        if analysis is None:
            return None
        earlier = [
            unit.span
            for unit in analysis.units
            if unit.span.part == span.part and unit.span.end <= span.start
        ]
        return earlier[-1] if earlier else None
