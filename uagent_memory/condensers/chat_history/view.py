"""HistoryView: which messages of a history may be compressed, in blocks that stay together."""

from __future__ import annotations

from bisect import bisect_left, bisect_right
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import pairwise

from uagent_memory.condensers.chat_history.config import CompressionConfig
from uagent_memory.condensers.chat_history.record import Record
from uagent_memory.condensers.chat_history.state import HistoryState
from uagent_memory.config import Settings
from uagent_memory.messages import Message, Role
from uagent_memory.pairing import legal_cuts
from uagent_memory.tokens import TokenCounter

__all__ = ["HistoryView", "Measure", "view_of"]


class Measure:
    """Counts the tokens of records, each once."""

    def __init__(self, counter: TokenCounter) -> None:
        self.counter = counter
        self._known: dict[tuple[int, str], int] = {}

    def tokens(self, records: Sequence[Record]) -> list[int]:
        """Tokens of each record: text, and the calls with their arguments."""
        fresh = [record for record in records if _key(record) not in self._known]
        counts = self.counter.count_many([record.full_text for record in fresh])
        self._known.update(zip(map(_key, fresh), counts, strict=True))
        return [self._known[_key(record)] for record in records]


def _key(record: Record) -> tuple[int, str]:
    return record.seq, record.compression.id if record.compression else ""


@dataclass(frozen=True, slots=True)
class HistoryView:
    """A state as trigger and selector see it; all places are indices into `records`."""

    records: tuple[Record, ...]
    tokens: tuple[int, ...]
    blocks: tuple[tuple[int, ...], ...]
    """Runs of original messages that may be compressed: whole turns, or where one is longer than a
    batch its parts between tool exchanges; system messages left out. In order."""
    summaries: tuple[int, ...]

    @property
    def total(self) -> int:
        return sum(self.tokens)

    @property
    def compressible(self) -> int:
        """Tokens of the original messages that may be compressed."""
        return sum(self.tokens[index] for block in self.blocks for index in block)

    @property
    def fixed(self) -> int:
        """Tokens of what no pass can change: system messages, newest turns, open tool calls."""
        return self.total - self.compressible - sum(self.tokens[i] for i in self.summaries)

    @property
    def uncompressed(self) -> tuple[int, ...]:
        """Original messages but system messages, the newest included."""
        return tuple(
            index
            for index, record in enumerate(self.records)
            if record.compression is None and record.role is not Role.SYSTEM
        )


def view_of(state: HistoryState, config: CompressionConfig, measure: Measure) -> HistoryView:
    """The view of a state."""
    records = state.records
    cuts = _legal_places(records)
    starts = _turn_starts(records, config.compression_batch_size)
    recent = starts[-config.preserve_recent_turns :] if config.preserve_recent_turns else []
    limit = recent[0] if recent else len(records)
    limit = max(cut for cut in cuts if cut <= limit)
    held = state.under_review
    newest = _newest_ask(records) if recent else None
    edges = sorted({0, limit, *(start for start in starts if start in cuts and start < limit)})
    places = sorted(cuts)
    blocks: list[tuple[int, ...]] = []
    for start, end in pairwise(edges):
        inner = places[bisect_right(places, start) : bisect_left(places, end)]
        own = [start, *inner, end] if end - start > config.compression_batch_size else [start, end]
        blocks.extend(
            block
            for pair in pairwise(own)
            if (block := _block(records, range(*pair), held, newest))
        )
    summaries = (i for i, r in enumerate(records) if r.compression is not None and i < limit)
    return HistoryView(records, tuple(measure.tokens(records)), tuple(blocks), tuple(summaries))


def _block(
    records: Sequence[Record], places: range, held: frozenset[int], newest: int | None
) -> tuple[int, ...]:
    """The original messages there but the newest ask, or none where one of them must stay."""
    mine = [
        index
        for index in places
        if records[index].compression is None
        and records[index].role is not Role.SYSTEM
        and index != newest
    ]
    if any(records[index].restored or records[index].seq in held for index in mine):
        return ()
    return tuple(mine)


def _newest_ask(records: Sequence[Record]) -> int | None:
    """Index of the newest message of a user: it stays whole, however much followed (I19)."""
    return next((i for i in range(len(records) - 1, -1, -1) if _asks(records[i])), None)


def _asks(record: Record) -> bool:
    return any(part.role is Role.USER for part in record.parts)


def _turn_starts(records: Sequence[Record], longest: int) -> list[int]:
    """Where a user begins to speak; inside a turn of more than `longest` messages its steps too.

    A step is an agent's message with the results behind it, or where no agent speaks, a message.
    """
    starts, before = [], False
    for index, record in enumerate(records):
        speaks = _asks(record)
        if speaks and not before:
            starts.append(index)
        if record.role is not Role.SYSTEM:
            before = speaks
    if records and not starts:
        starts = [0]
    ends = [*starts[1:], len(records)][: len(starts)]
    steps = [
        index
        for start, end in zip(starts, ends, strict=True)
        if end - start > longest
        for index in _steps(records, range(start + 1, end))
    ]
    return sorted((*starts, *steps))


def _steps(records: Sequence[Record], places: range) -> Iterator[int]:
    talks = any(records[index].role is Role.ASSISTANT for index in places)
    for index in places:
        role = records[index].role
        if (role is Role.ASSISTANT) if talks else (role is not Role.SYSTEM):
            yield index


def _legal_places(records: Sequence[Record]) -> frozenset[int]:
    """Indices before which the records may be cut without parting a call from its result."""
    messages: list[Message] = []
    first: list[int] = []
    for record in records:
        first.append(len(messages))
        messages.extend(record.parts)
    first.append(len(messages))
    cuts = frozenset(legal_cuts(messages, patience=Settings().open_call_patience))
    return frozenset(index for index, place in enumerate(first) if place in cuts)
