"""MessageSelector: the batches a pass may take, oldest first (section 4.2)."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from datetime import datetime, timedelta
from itertools import pairwise

from uagent_memory.condensers.chat_history.config import CompressionConfig
from uagent_memory.condensers.chat_history.record import Record
from uagent_memory.condensers.chat_history.settings import chat_settings
from uagent_memory.condensers.chat_history.trigger import TriggerReason
from uagent_memory.condensers.chat_history.view import HistoryView
from uagent_memory.formats.moments import moment
from uagent_memory.messages import Role

__all__ = ["Batch", "MessageSelector"]


@dataclass(frozen=True, slots=True)
class Batch:
    """Messages that one summary will stand for."""

    records: tuple[Record, ...]
    """As they stand in the history: originals, or the summaries that are merged."""
    tokens: tuple[int, ...]
    ages: tuple[float, ...]
    """0 for the newest message of the history, 1 for the oldest."""
    is_merge: bool = False
    room: int | None = None
    """Of a merge: the most tokens of the summary."""

    @property
    def seqs(self) -> tuple[int, ...]:
        return tuple(record.seq for record in self.records)


class MessageSelector:
    """System messages, the newest turns, open exchanges and restored messages never come in."""

    def batches(
        self,
        view: HistoryView,
        config: CompressionConfig,
        *,
        reason: TriggerReason | None = None,
        now: datetime | None = None,
    ) -> Iterator[Batch]:
        """The batches worth trying, in order; the first that gains enough is used.

        Summaries that have outgrown their share come first, then the oldest messages.

        Args:
            view: of the history.
            config: its settings.
            reason: of an automatic pass; "time" takes only what lies before the window.
            now: the time, for "time".
        """
        yield from self._merges(view, config)
        size = self.batch_size(view, config)
        blocks = list(view.blocks)
        if reason == "time":
            blocks = [block for block in blocks if _is_before(view, block, config, now)]
        start = 0
        while start < len(blocks):
            end, taken = start, list[int]()
            while end < len(blocks) and len(taken) < size and _touch(view, taken, blocks[end]):
                taken += blocks[end]
                end += 1
            yield _batch(view, taken)
            start = end

    def batch_size(self, view: HistoryView, config: CompressionConfig) -> int:
        """Messages of a batch before it is widened; more where more is said per minute."""
        share = min(config.batch_fraction * _activity(view), 1.0)
        wanted = int(len(view.uncompressed) * share)
        return max(1, min(wanted, config.compression_batch_size))

    def _merges(self, view: HistoryView, config: CompressionConfig) -> Iterator[Batch]:
        """The summaries in one, where together they outgrow their share of the threshold.

        Those whose originals are kept and those whose are not stay apart: a restore of the one
        must not cost the other.
        """
        most = int(config.token_threshold * chat_settings().batch.summaries_share)
        if sum(view.tokens[i] for i in view.summaries) <= most:
            return
        for kept in (True, False):
            own = [i for i in view.summaries if _keeps_originals(view.records[i]) is kept]
            if len(own) > 1:
                yield _batch(view, own, is_merge=True, room=max(most // 2, 1))


def _keeps_originals(record: Record) -> bool:
    return record.compression is not None and record.compression.originals is not None


def _touch(view: HistoryView, taken: list[int], block: tuple[int, ...]) -> bool:
    """Whether nothing but system messages stands between a batch and a block."""
    between = range(taken[-1] + 1, block[0]) if taken else ()
    return all(view.records[index].role is Role.SYSTEM for index in between)


def _batch(
    view: HistoryView, places: list[int], *, is_merge: bool = False, room: int | None = None
) -> Batch:
    last = max(len(view.records) - 1, 1)
    return Batch(
        tuple(view.records[index] for index in places),
        tuple(view.tokens[index] for index in places),
        tuple(1 - index / last for index in places),
        is_merge,
        room,
    )


def _is_before(
    view: HistoryView, block: tuple[int, ...], config: CompressionConfig, now: datetime | None
) -> bool:
    at, told = view.records[block[-1]].parts[0].timestamp, moment(now)
    window = timedelta(minutes=config.time_window_minutes)
    return at is not None and told is not None and told - at > window


def _activity(view: HistoryView) -> float:
    """1 in a quiet conversation, 2 in a busy one."""
    settings = chat_settings().activity
    times = [
        at
        for index in view.uncompressed[-settings.sample :]
        if (at := view.records[index].parts[0].timestamp) is not None
    ]
    gaps = [(after - before).total_seconds() / 60 for before, after in pairwise(times)]
    spent = sum(gap for gap in gaps if gap > 0)
    if not spent:
        return 1.0
    rate = len(gaps) / spent
    share = (rate - settings.quiet) / (settings.busy - settings.quiet)
    return 1.0 + min(max(share, 0.0), 1.0)
