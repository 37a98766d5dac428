"""ChatHistory: a conversation on disk that compresses itself (sections 7.2, 7.3)."""

from __future__ import annotations

import asyncio
import threading
from collections.abc import Coroutine, Iterable, Sequence
from concurrent.futures import Future
from dataclasses import replace
from types import TracebackType
from typing import Self

from uagent_memory.condensers.chat_history.clock import stamp
from uagent_memory.condensers.chat_history.compressing import Pass
from uagent_memory.condensers.chat_history.outcome import CompressionOutcome
from uagent_memory.condensers.chat_history.record import ChatMessage, Record, new_record
from uagent_memory.condensers.chat_history.state import AuditEntry, HistoryState
from uagent_memory.condensers.chat_history.stored_history import StoredHistory
from uagent_memory.condensers.chat_history.view import view_of

__all__ = ["ChatHistory"]


def _driven(work: Coroutine[object, None, CompressionOutcome]) -> CompressionOutcome:
    """The result of a coroutine that never waits: no event loop is needed, none may be running."""
    try:
        work.send(None)
    except StopIteration as done:
        result: CompressionOutcome = done.value
        return result
    raise AssertionError("the rule path waits for nothing")


class ChatHistory(StoredHistory):
    """Messages in the shape they came in; what a call acknowledged is on the disk.

    Usable from several threads; one process at a time writes a file.
    """

    def add_message(self, message: object) -> ChatMessage:
        """Add one message; on return it is on the disk. As `add_messages`."""
        return self.add_messages([message])[0]

    def add_messages(self, messages: Iterable[object]) -> list[ChatMessage]:
        """Add messages in order, all or none; on return they are on the disk.

        Args:
            messages: dicts with `role` and `content` (kept as they are, with `created_at` added
                where there is no time), or message objects.

        Returns:
            The messages as they are kept.

        Raises:
            InputError: one is no message.
            HistoryNotWritten: the disk refused; nothing was added.
            StoreConflict: another process has written the file.
        """
        with self._lock:
            state = self._storage.state
            first = state.counters.next_seq
            at = stamp(self._clock)
            fresh = [
                new_record(first + index, message, created_at=at)
                for index, message in enumerate(messages)
            ]
            if fresh:
                waited = state.counters.since_attempt
                state = replace(state, records=(*state.records, *fresh)).counted(
                    next_seq=first + len(fresh),
                    since_attempt=None if waited is None else waited + len(fresh),
                )
                self._storage.save(state)
            return [record.message for record in fresh]

    def messages_to_send(self) -> list[ChatMessage]:
        """The history for a request; checked, and compressed if that is due, before.

        By rules it is compressed at once; with a model in the background, and the history comes
        back as it is.
        """
        decision = self.check()
        if decision.fixed_exceeds:
            self._warn_once()
        if decision.due and self._compressing.has_model:
            self.compress_in_background(automatic=True)
        elif decision.due:
            self._run(Pass(automatic=True))
        return self.messages

    def compress_now(self, target_tokens: int | None = None) -> CompressionOutcome:
        """Compress whatever the thresholds and the cool-down say; waits for the result.

        Args:
            target_tokens: go on until the history has no more tokens than that, as far as it can
                be compressed; one pass if None.

        Raises:
            HistoryNotWritten, StoreConflict: the history is as it was.
        """
        return self.compress_in_background(target_tokens).result()

    async def compress(self, target_tokens: int | None = None) -> CompressionOutcome:
        """As `compress_now`, for an event loop: nothing else in it waits.

        A cancelled call leaves a pass that has begun to end by itself.
        """
        return await asyncio.wrap_future(self.compress_in_background(target_tokens))

    def compress_in_background(
        self, target_tokens: int | None = None, *, automatic: bool = False
    ) -> Future[CompressionOutcome]:
        """Begin to compress and return at once; messages may be added meanwhile.

        One compression runs at a time: a second one ends at once with the status "busy".
        """
        job = Pass(automatic=automatic, target_tokens=target_tokens)
        future: Future[CompressionOutcome] = Future()
        future.set_running_or_notify_cancel()

        def work() -> None:
            try:
                future.set_result(self._run(job))
            except BaseException as error:  # noqa: BLE001 - handed to whoever waits
                future.set_exception(error)

        self._running.add(future)
        future.add_done_callback(self._running.discard)
        threading.Thread(target=work, name="chat-history-compression", daemon=True).start()
        return future

    def _run(self, job: Pass) -> CompressionOutcome:
        if not self._busy.acquire(blocking=False):
            return CompressionOutcome("busy", reason="a compression is running already")
        try:
            work = self._compressing.run(job, self)
            return asyncio.run(work) if self._compressing.has_model else _driven(work)
        finally:
            self._busy.release()

    def set_compression_ratio(self, ratio: float) -> None:
        """Set the overall target: the share of the tokens to remove, 0..1.

        Raises:
            ConfigError: it is no such share.
        """
        self._configure("set_ratio", f"{ratio}", target_compression_ratio=ratio)

    def enable_compression(self) -> None:
        self._configure("enable", "", enable_compression=True)

    def disable_compression(self) -> None:
        """Until it is enabled again nothing is compressed, on call neither."""
        self._configure("disable", "", enable_compression=False)

    def _configure(self, action: str, reason: str, **fields: object) -> None:
        config = self._config.changed(**fields)
        with self._lock:
            entry = AuditEntry(at=stamp(self._clock), action=action, reason=reason)
            self._storage.save(self._storage.state.noted(entry))
            self._config = config

    def restore(self, compression_id: str | None = None) -> list[ChatMessage]:
        """Bring back the originals of a summary, byte for byte, or of all summaries.

        They are exempt from compression from then on.

        Returns:
            The messages that came back.

        Raises:
            UnknownReference: there is no such summary, or its originals are not kept.
        """
        with self._lock:
            state = self._storage.state
            back: list[Record] = []
            for name in self._named(state, compression_id, only_kept=True):
                mine = self._updater.originals(state, name)
                state = self._updater.restored(state, name)
                state = state.noted(self._entry("restore", name, len(mine)))
                back.extend(mine)
            if back:
                self._storage.save(state)
            return [record.message for record in sorted(back, key=lambda r: r.seq)]

    def delete_originals(self, compression_id: str | None = None) -> None:
        """Delete for good what a summary stands for, or all that is behind summaries.

        Raises:
            UnknownReference: there is no such summary.
        """
        with self._lock:
            state = self._storage.state
            for name in self._named(state, compression_id, only_kept=False):
                state = self._updater.without_originals(state, name)
                state = state.noted(self._entry("delete_originals", name, 0))
            self._storage.save(state)

    def _named(
        self, state: HistoryState, compression_id: str | None, *, only_kept: bool
    ) -> Sequence[str]:
        if compression_id is not None:
            return [compression_id]
        made = [r.compression for r in state.summaries if r.compression is not None]
        return [one.id for one in made if one.originals is not None or not only_kept]

    def _entry(self, action: str, name: str, messages: int) -> AuditEntry:
        at = stamp(self._clock)
        return AuditEntry(at=at, action=action, compression_id=name, messages=messages)

    def approve(self, review_id: str, content: str | None = None) -> str:
        """Use a result from the review queue, as it is or as a person corrected it.

        Returns:
            The id of the new summary.

        Raises:
            UnknownReference: there is no such review.
            InputError: the content is blank.
        """
        with self._lock:
            at = stamp(self._clock)
            state = self._storage.state
            state = self._reviewing.approved(state, review_id, content, self._config, at=at)
            self._storage.save(state)
            return f"c{state.counters.next_compression - 1}"

    def reject(self, review_id: str) -> None:
        """Drop a result from the review queue; its messages may be compressed anew.

        Raises:
            UnknownReference: there is no such review.
        """
        with self._lock:
            at = stamp(self._clock)
            self._storage.save(self._reviewing.rejected(self._storage.state, review_id, at=at))

    def _warn_once(self) -> None:
        with self._lock:
            state = self._storage.state
            if state.counters.warned_fixed:
                return
            fixed = view_of(state, self._config, self._compressing.measure).fixed
            self._compressing.warn_fixed(self.agent_name, fixed, self._config)
            self._storage.save(state.counted(warned_fixed=True))

    def close(self) -> None:
        """Wait for what compresses in the background."""
        for future in tuple(self._running):
            future.exception()

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        traceback: TracebackType | None,
    ) -> None:
        self.close()
