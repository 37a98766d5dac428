"""All observations of a log, from its first message to its last.

A log that goes on is not read from its beginning: what was observed of its first messages stands,
and the observers go on where they were. What later messages tell of earlier ones is asked anew.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace
from operator import is_
from threading import Lock

from uagent_memory.analyzer.baselines import Present, without_baselines
from uagent_memory.analyzer.observations.conversation.conversation import ConversationObserver
from uagent_memory.analyzer.observations.conversation.refusals import FailureBook
from uagent_memory.analyzer.observations.failures.crashes import observe_crash
from uagent_memory.analyzer.observations.failures.removed_tests import removed_tests
from uagent_memory.analyzer.observations.failures.settling import SettlingBook
from uagent_memory.analyzer.observations.files.blind_edits import Refuted
from uagent_memory.analyzer.observations.files.written_files import WrittenFiles
from uagent_memory.analyzer.observations.handed_on.handing_in import handed_in
from uagent_memory.analyzer.observations.tools.exchange import ExchangeObserver
from uagent_memory.analyzer.reading import MessageReading
from uagent_memory.facts import Change, FactKind, FileValue
from uagent_memory.ledger import Observation
from uagent_memory.messages import Message, Span

__all__ = ["LogObserver", "LogShelf"]


class LogObserver:
    """Reads one log; where `takes_up` says so, it goes on with it.

    Args:
        messages: the log, as it is `read` first.
    """

    def __init__(self, messages: Sequence[Message]) -> None:
        self._failures = FailureBook(messages)
        self._exchange = ExchangeObserver(())
        self._conversation = ConversationObserver(self._failures)
        self._written = WrittenFiles(messages)
        self._settling = SettlingBook()
        self._messages: tuple[Message, ...] = ()
        self._readings: tuple[MessageReading, ...] = ()
        self._observed: list[tuple[Observation, ...]] = []
        self._handing: Span | None = None

    @property
    def may_go_on(self) -> bool:
        """Nothing was done that only the end of the log tells."""
        return self._handing is None

    def takes_up(self, messages: Sequence[Message], readings: Sequence[MessageReading]) -> bool:
        """Whether the log begins with what was read, and all of that reads the same as it did."""
        known = len(self._messages)
        begins = (
            known <= len(messages)
            and all(map(is_, self._messages, messages))
            and all(map(is_, self._readings, readings))
            and self._written.bears_out(messages[known:])
        )
        failures = FailureBook(messages) if begins else self._failures
        if not begins or not failures.bears_out(self._failures):
            return False
        self._failures = failures
        self._conversation.learn(failures)
        return True

    def read(self, messages: Sequence[Message], readings: Sequence[MessageReading]) -> Present:
        """What is observed with each message of the log."""
        known = len(self._messages)
        later = messages[known:]
        self._exchange.told(later)
        handing = self._handing = handed_in(messages)
        for message, reading in zip(later, readings[known:], strict=True):
            self._observed.append(self._seen(message, reading, handing))
        self._messages, self._readings = tuple(messages), tuple(readings)
        return self._present()

    def _seen(
        self, message: Message, reading: MessageReading, handing: Span | None
    ) -> tuple[Observation, ...]:
        acts = [*self._exchange.feed(message), *self._written.feed(message)]
        said = self._conversation.feed(message, reading.units, reading.said, acts=acts)
        seen = [*acts, *said]
        if handing is not None and message.id == handing.message_id:
            seen.extend(self._conversation.handed_in(message, handing))
        return (*seen, *self._settling.feed(reading.said.prose, seen))

    def _present(self) -> Present:
        """With what the end of the log does; without what was refuted or only compared."""
        observed, exchange = self._observed[:], self._exchange
        if not observed:
            return Present(observed, frozenset())
        observed[-1] = (*observed[-1], *self._conversation.ended())
        if exchange.refuted:
            observed = [tuple(_without_refuted(seen, exchange.refuted)) for seen in observed]
        present = without_baselines(observed)
        observed = present.observed
        removed = removed_tests(seen for batch in observed for seen in batch)
        ended = (*removed, *exchange.open_calls(), *observe_crash(self._messages))
        observed[-1] = (*observed[-1], *ended)
        return Present(observed, present.comparing)


class LogShelf:
    """The observers of the logs that were read last, each ready to go on, for one who asks.

    Args:
        kept: how many.
    """

    def __init__(self, kept: int) -> None:
        self._kept = kept
        self._observers: list[LogObserver] = []
        self._turn = Lock()

    def read(self, messages: Sequence[Message], readings: Sequence[MessageReading]) -> Present:
        """What is observed with each message; as if nothing had been read before."""
        observer = self._taken(messages, readings) or LogObserver(messages)
        present = observer.read(messages, readings)
        if self._kept and observer.may_go_on:
            with self._turn:
                self._observers = [*self._observers, observer][-self._kept :]
        return present

    def _taken(
        self, messages: Sequence[Message], readings: Sequence[MessageReading]
    ) -> LogObserver | None:
        """Off the shelf: one that fails on the way has read half a message."""
        with self._turn:
            for observer in reversed(self._observers):
                if observer.takes_up(messages, readings):
                    self._observers.remove(observer)
                    return observer
        return None


def _without_refuted(
    observed: Sequence[Observation], refuted: frozenset[Refuted]
) -> Iterator[Observation]:
    """Edits that changed nothing were only tried."""
    for seen in observed:
        is_none = seen.kind is FactKind.FILE and Refuted(seen.key, seen.span) in refuted
        if is_none and seen.change is Change.MODIFIED and isinstance(seen.value, FileValue):
            bare = replace(seen.value, hunks=(), defined=(), removed=(), within=(), dropped=())
            yield seen._replace(change=Change.REFUSED, value=bare)
        else:
            yield seen
