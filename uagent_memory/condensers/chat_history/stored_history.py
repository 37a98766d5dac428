"""A chat history as it stands on the disk: opened by agent or by file, read, changed by steps."""

from __future__ import annotations

import threading
from collections.abc import Callable
from concurrent.futures import Future
from datetime import datetime
from pathlib import Path
from typing import Self

from uagent_memory.condensers.chat_history.clock import Clock, stamp, utc_clock
from uagent_memory.condensers.chat_history.compressing import Compressing
from uagent_memory.condensers.chat_history.config import CompressionConfig
from uagent_memory.condensers.chat_history.display import DisplayItem, display_items
from uagent_memory.condensers.chat_history.durable_file import FileOperations
from uagent_memory.condensers.chat_history.outcome import CompressionOutcome, Progress
from uagent_memory.condensers.chat_history.record import ChatMessage
from uagent_memory.condensers.chat_history.reviewing import Reviewing
from uagent_memory.condensers.chat_history.state import AuditEntry, HistoryState, Review
from uagent_memory.condensers.chat_history.statistics import HistoryStatistics, statistics_of
from uagent_memory.condensers.chat_history.storage import HistoryStorage, file_name
from uagent_memory.condensers.chat_history.trigger import TriggerDecision
from uagent_memory.condensers.chat_history.updater import HistoryUpdater
from uagent_memory.condensers.checked_fields import config_of
from uagent_memory.config import Settings
from uagent_memory.given import path_of, text_of
from uagent_memory.llm.protocol import LanguageModel, check_model
from uagent_memory.tokens import TokenCounter

__all__ = ["StoredHistory"]


class StoredHistory:
    """What a history is before anything compresses it; its state is what stands on the disk."""

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
        identity = (_name("agent_name", agent_name), _name("agent_id", agent_id))
        path = path_of("chat_history_dir", chat_history_dir) / file_name(identity)
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
            HistoryStorage(path_of("path", path), identity),
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
        check_model("model", model)
        self._config = config_of(config, CompressionConfig)
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

    def check(self) -> TriggerDecision:
        """Whether an automatic compression is due now, and why or why not."""
        with self._lock:
            return self._compressing.check(self._storage.state, self._config, self._clock())

    def stats(self) -> HistoryStatistics:
        """What compression did so far."""
        with self._lock:
            return statistics_of(self._storage.state, self.tokens)

    def display_items(self, *, unfolded: bool = False) -> list[DisplayItem]:
        """The history for a user interface, summaries folded, or the originals in their places."""
        state = self._storage.state
        return list(display_items(state.records, state.under_review, unfolded=unfolded))

    def snapshot(self) -> tuple[HistoryState, CompressionConfig, datetime, str]:
        """State, configuration, time and the time's text, at one moment."""
        with self._lock:
            return self._storage.state, self._config, self._clock(), stamp(self._clock)

    def change(self, step: Callable[[HistoryState], HistoryState | None]) -> bool:
        """Save what a step makes of the newest state; False if it makes nothing of it."""
        with self._lock:
            state = step(self._storage.state)
            if state is None:
                return False
            self._storage.save(state)
            return True


def _name(what: str, value: object) -> str:
    """As it was given: a file's name encodes any sign."""
    text_of(what, value)
    return str(value)
