"""HistoryUpdater: states that follow from a result, a restore or a deletion. Pure."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, replace
from itertools import groupby

from pydantic import JsonValue

from uagent_memory.condensers.chat_history.config import CompressionConfig
from uagent_memory.condensers.chat_history.record import Compression, Method, Record, new_record
from uagent_memory.condensers.chat_history.result_validator import ResultQuality
from uagent_memory.condensers.chat_history.selector import Batch
from uagent_memory.condensers.chat_history.settings import chat_settings
from uagent_memory.condensers.chat_history.state import HistoryState
from uagent_memory.errors import UnknownReference
from uagent_memory.formats.shapes import shapes

__all__ = ["HistoryUpdater", "Result"]

DIGITS = 2
"""Of `compression_ratio`, as in the document's examples."""


@dataclass(frozen=True, slots=True)
class Result:
    """A summary that is ready to stand in a history."""

    batch: Batch
    message: Mapping[str, JsonValue]
    """In the document's shape, mark and `compression_info` included."""
    tokens: int
    tokens_before: int
    """Of the originals."""
    method: Method
    quality: ResultQuality


class HistoryUpdater:
    def applied(
        self, state: HistoryState, result: Result, config: CompressionConfig
    ) -> HistoryState | None:
        """The summary in place of its messages; None if they have changed meanwhile.

        What arrived since the batch was chosen stays, once and in order.
        """
        batch = result.batch
        gone = {record.seq: record for record in batch.records}
        there = [record for record in state.records if gone.get(record.seq) == record]
        if len(there) != len(gone):
            return None
        number = state.counters.next_compression
        compression = Compression(
            id=f"c{number}",
            covers=_covers(batch),
            originals=_kept_originals(batch, config),
            tokens_before=result.tokens_before,
            tokens_after=result.tokens,
            method=result.method,
            keyword_retention=result.quality.keyword_retention,
            structure_integrity=result.quality.structure_integrity,
        )
        summary = new_record(batch.seqs[0], dict(result.message), compression=compression)
        records = (*(r for r in state.records if r.seq not in gone), summary)
        sample = chat_settings().adapting.sample
        return replace(
            state,
            records=_in_order(records),
            qualities=(*state.qualities, result.quality.score)[-sample:],
        ).counted(next_compression=number + 1, passes=state.counters.passes + 1)

    def restored(self, state: HistoryState, compression_id: str) -> HistoryState:
        """The originals in place of their summary, exempt from compression from now on.

        Raises:
            UnknownReference: there is no such summary, or its originals were not kept.
        """
        summary = _find(state, compression_id)
        back = (replace(record, restored=True) for record in self.originals(state, compression_id))
        records = (*(record for record in state.records if record is not summary), *back)
        return replace(state, records=_in_order(records))

    def originals(self, state: HistoryState, compression_id: str) -> tuple[Record, ...]:
        """What a summary stands for.

        Raises:
            UnknownReference: there is no such summary, or its originals were not kept.
        """
        own = _find(state, compression_id).compression
        assert own is not None
        if own.originals is None:
            raise UnknownReference(
                f"{compression_id}: its originals are not kept: they were deleted on request, or "
                "keep_originals was off"
            )
        return own.originals

    def without_originals(self, state: HistoryState, compression_id: str) -> HistoryState:
        """The summary without the way back.

        Raises:
            UnknownReference: there is no such summary.
        """
        summary = _find(state, compression_id)
        assert summary.compression is not None
        bare = replace(summary, compression=replace(summary.compression, originals=None))
        records = (bare if record is summary else record for record in state.records)
        return replace(state, records=tuple(records))


def created_at(record: Record) -> str:
    """The time of a message as it stands in it; "" if it has none."""
    message = record.message
    found = next((message[key] for key in shapes().keys.timestamp if message.get(key)), "")
    return str(found)


def compression_info(batch: Batch, *, reduction: float, at: str) -> dict[str, JsonValue]:
    """The document's metadata of a summary; `compression_ratio` is the share removed."""
    return {
        "original_message_count": len(_covers(batch)),
        "compression_ratio": round(reduction, DIGITS),
        "compressed_at": at,
        "message_spans": _spans(batch),
    }


def _spans(batch: Batch) -> list[JsonValue]:
    """One for each run of messages; a merge keeps those of its summaries."""
    if batch.is_merge:
        return [
            span
            for record in batch.records
            for span in record.message["compression_info"]["message_spans"]
        ]
    spans: list[JsonValue] = []
    for _, run in groupby(enumerate(batch.records), key=lambda pair: pair[1].seq - pair[0]):
        members = [record for _, record in run]
        spans.append({"start_time": created_at(members[0]), "end_time": created_at(members[-1])})
    return spans


def _covers(batch: Batch) -> tuple[int, ...]:
    covers: list[int] = []
    for record in batch.records:
        own = record.compression
        covers.extend((record.seq,) if own is None else own.covers)
    return tuple(sorted(covers))


def _kept_originals(batch: Batch, config: CompressionConfig) -> tuple[Record, ...] | None:
    if not config.keep_originals:
        return None
    if not batch.is_merge:
        return batch.records
    kept = [r.compression.originals for r in batch.records if r.compression is not None]
    if any(originals is None for originals in kept):
        return None
    return _in_order(record for originals in kept if originals is not None for record in originals)


def _in_order(records: Iterable[Record]) -> tuple[Record, ...]:
    """By arrival: one summary may stand for messages on both sides of another's."""
    return tuple(sorted(records, key=lambda record: record.seq))


def _find(state: HistoryState, compression_id: str) -> Record:
    found = {r.compression.id: r for r in state.summaries if r.compression is not None}
    if not isinstance(compression_id, str) or compression_id not in found:
        known = ", ".join(found) or "none"
        raise UnknownReference(f"no compression {compression_id!r} in this history; it has {known}")
    return found[compression_id]
