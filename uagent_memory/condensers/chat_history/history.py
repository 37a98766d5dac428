"""ChatHistory: a conversation on disk that compresses itself (sections 7.2, 7.3)."""

from __future__ import annotations

import asyncio
import threading
from collections.abc import Callable, Coroutine, Iterable, Sequence
from concurrent.futures import Future
from dataclasses import replace
from datetime import UTC, datetime
from pathlib import Path
from types import TracebackType
from typing import Self

from uagent_memory.condensers.chat_history.compressing import Compressing, Pass
from uagent_memory.condensers.chat_history.config import CompressionConfig
from uagent_memory.condensers.chat_history.display import DisplayItem, display_items
from uagent_memory.condensers.chat_history.durable_file import FileOperations
from uagent_memory.condensers.chat_history.outcome import CompressionOutcome, Progress
from uagent_memory.condensers.chat_history.record import ChatMessage, Record, new_record
from uagent_memory.condensers.chat_history.reviewing import Reviewing
from uagent_memory.condensers.chat_history.state import AuditEntry, HistoryState, Review
from uagent_memory.condensers.chat_history.statistics import HistoryStatistics, statistics_of
from uagent_memory.condensers.chat_history.storage import HistoryStorage, file_name
from uagent_memory.condensers.chat_history.trigger import TriggerDecision
from uagent_memory.condensers.chat_history.updater import HistoryUpdater
from uagent_memory.condensers.chat_history.view import view_of
from uagent_memory.config import Settings
from uagent_memory.llm.protocol import LanguageModel
from uagent_memory.tokens import TokenCounter

__all__ = ["ChatHistory", "Clock", "utc_clock"]

Clock = Callable[[], datetime]


def utc_clock() -> datetime:
    """The time now, in UTC."""
    return datetime.now(UTC)


def _driven(work: Coroutine[object, None, CompressionOutcome]) -> CompressionOutcome:
    """The result of a coroutine that never waits: no event loop is needed, none may be running."""
    try:
        work.send(None)
    except StopIteration as done:
        result: CompressionOutcome = done.value
        return result
    raise AssertionError("the rule path waits for nothing")


def _stamp(clock: Clock) -> str:
    """As the document writes times, with the zone when it is known."""
    return clock().replace(microsecond=0).isoformat(sep=" ")


class ChatHistory:
    """Messages in the shape they came in; what a call acknowledged is on the disk.

    Usable from several threads; one process at a time writes a file.
    """

    def __init__(
        self,
        agent_name: str,
        agent_id: str,
        chat_history_dir: str | Path,
        compression_config: CompressionConfig | None = None,
        *,
        model: LanguageModel | None = None,
        clock: Clock = utc_clock,
        counter: TokenCounter | None = None,
        settings: Settings | None = None,
        progress: Callable[[Progress], None] | None = None,
        files: FileOperations | None = None,
    ) -> None:
        """Open the history of an agent, or begin one.

        Args:
            agent_name: whose history.
            agent_id: which of its name.
            chat_history_dir: folder of the file, made when first needed.
            compression_config: the document's defaults if None.
            model: writes the summaries; without one the rules do.
            clock: the time of messages without one and of summaries.
            counter: serves trigger, batches and report.
            settings: of the model path.
            progress: told about each step of a compression, from the thread that does it.
            files: the system's files if None.

        Raises:
            InputError: the file is damaged, of another version or another agent's.
            ConfigError: a named model without its key.
        """
        identity = (agent_name, agent_id)
        path = Path(chat_history_dir) / file_name(identity)
        self._open(
            HistoryStorage(path, identity, files),
            compression_config,
            model=model,
            clock=clock,
            counter=counter,
            settings=settings,
            progress=progress,
        )

    @classmethod
    def open_file(
        cls,
        path: str | Path,
        compression_config: CompressionConfig | None = None,
        *,
        identity: tuple[str, str] | None = None,
        model: LanguageModel | None = None,
        clock: Clock = utc_clock,
        settings: Settings | None = None,
    ) -> Self:
        """Open a history by its file.

        Args:
            path: of the file.
            compression_config: the document's defaults if None.
            identity: name and id of the agent, for a file that is not there yet.
            model: as in the constructor, and so are the others.
            clock: as there.
            settings: as there.

        Raises:
            InputError: it is not there (without an identity), or as in the constructor.
        """
        made = cls.__new__(cls)
        made._open(  # noqa: SLF001 - its own instance
            HistoryStorage(Path(path), identity),
            compression_config,
            model=model,
            clock=clock,
            settings=settings,
        )
        return made

    def _open(
        self,
        storage: HistoryStorage,
        config: CompressionConfig | None,
        *,
        model: LanguageModel | None,
        clock: Clock,
        counter: TokenCounter | None = None,
        settings: Settings | None = None,
        progress: Callable[[Progress], None] | None = None,
    ) -> None:
        self._storage = storage
        self._config = CompressionConfig() if config is None else config
        self._clock = clock
        self._lock = threading.RLock()
        self._busy = threading.Lock()
        self._updater = HistoryUpdater()
        self._compressing = Compressing(
            model=model, config=self._config, counter=counter, settings=settings, progress=progress
        )
        self._reviewing = Reviewing(self._compressing.proposer, self._updater)
        self._running: set[Future[CompressionOutcome]] = set()

    @property
    def agent_name(self) -> str:
        return self._storage.identity[0]

    @property
    def agent_id(self) -> str:
        return self._storage.identity[1]

    @property
    def path(self) -> Path:
        return self._storage.path

    @property
    def compression_config(self) -> CompressionConfig:
        """In force now, dynamic changes included."""
        return self._config

    @property
    def messages(self) -> list[ChatMessage]:
        """The history as it stands, summaries in place of what they stand for; copies."""
        return [record.message for record in self._storage.state.records]

    @property
    def tokens(self) -> int:
        """Of the history as it stands: texts, calls and their arguments."""
        return sum(self._compressing.measure.tokens(self._storage.state.records))

    @property
    def audit_log(self) -> tuple[AuditEntry, ...]:
        """Everything that was done to the history, oldest first; no contents."""
        return self._storage.state.audit

    @property
    def review_queue(self) -> tuple[Review, ...]:
        """Results under the quality threshold; their messages stand as they were."""
        return self._storage.state.reviews

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
            at = _stamp(self._clock)
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

    def check(self) -> TriggerDecision:
        """Whether an automatic compression is due now, and why or why not."""
        with self._lock:
            return self._compressing.check(self._storage.state, self._config, self._clock())

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

    def snapshot(self) -> tuple[HistoryState, CompressionConfig, datetime, str]:
        """State, configuration, time and the time's text, at one moment."""
        with self._lock:
            return self._storage.state, self._config, self._clock(), _stamp(self._clock)

    def change(self, step: Callable[[HistoryState], HistoryState | None]) -> bool:
        """Save what a step makes of the newest state; False if it makes nothing of it."""
        with self._lock:
            state = step(self._storage.state)
            if state is None:
                return False
            self._storage.save(state)
            return True

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
            entry = AuditEntry(at=_stamp(self._clock), action=action, reason=reason)
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
        at = _stamp(self._clock)
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
            at = _stamp(self._clock)
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
            at = _stamp(self._clock)
            self._storage.save(self._reviewing.rejected(self._storage.state, review_id, at=at))

    def stats(self) -> HistoryStatistics:
        """What compression did so far."""
        with self._lock:
            return statistics_of(self._storage.state, self.tokens)

    def display_items(self, *, unfolded: bool = False) -> list[DisplayItem]:
        """The history for a user interface, summaries folded, or the originals in their places."""
        state = self._storage.state
        return list(display_items(state.records, state.under_review, unfolded=unfolded))

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
