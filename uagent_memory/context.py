"""One role's context: an append-only log, and the view of it that the role's model sees."""

from __future__ import annotations

from types import MappingProxyType
from typing import TYPE_CHECKING

from uagent_memory.errors import InputError, UnknownReference
from uagent_memory.records import (
    Delivery,
    HideRecord,
    MessageRecord,
    Record,
    RewindRecord,
)

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping, Sequence

    from uagent_memory.messages import Message

__all__ = ["IsolatedRoleContext"]


class IsolatedRoleContext:
    """The messages of one role (UAgent document: `IsolatedRoleContext`).

    Nothing is ever changed or deleted: hiding and rewinding are records like any other, and the
    view is a fold over them. All properties are snapshots that later records leave alone.
    """

    def __init__(self, role: str, messages: Iterable[Message] = ()) -> None:
        self.role = role
        self._log: list[Record] = []
        self._all: dict[str, Message] = {}
        self._live: dict[str, Message] = {}
        self._tools: dict[str, str] = {}
        self._deliveries: dict[str, Delivery] = {}
        self._hides: list[HideRecord] = []
        self._hidden: dict[str, str] = {}
        self._messages: tuple[Message, ...] | None = None
        self._visible: tuple[Message, ...] | None = None
        self.append(*messages)

    @classmethod
    def from_records(cls, role: str, records: Iterable[Record]) -> IsolatedRoleContext:
        """The context that a log tells of."""
        context = cls(role)
        context.extend(tuple(records))
        return context

    @property
    def log(self) -> tuple[Record, ...]:
        """Every record, in order of arrival."""
        return tuple(self._log)

    @property
    def messages(self) -> tuple[Message, ...]:
        """The originals, hidden ones included, without what a rewind took back."""
        if self._messages is None:
            self._messages = tuple(self._live.values())
        return self._messages

    @property
    def visible(self) -> tuple[Message, ...]:
        """What the role's model sees.

        A message that hides others stands where the first of them stood, so that what arrived
        while it was being written follows it.
        """
        if self._visible is None:
            ids = dict.fromkeys(map(self._stand_in, self._live))
            self._visible = tuple(self._live[identifier] for identifier in ids)
        return self._visible

    @property
    def hidden(self) -> Mapping[str, str]:
        """Id of each hidden message -> id of the message that hides it (perhaps hidden itself)."""
        return MappingProxyType(dict(self._hidden))

    @property
    def deliveries(self) -> Mapping[str, Delivery]:
        """Ids of the live messages that came from a compression, and what they were made of."""
        live = {key: value for key, value in self._deliveries.items() if key in self._live}
        return MappingProxyType(live)

    @property
    def compactions(self) -> frozenset[str]:
        """Ids of the live messages in which the role compressed its own context."""
        made = self.deliveries.items()
        return frozenset(identifier for identifier, delivery in made if delivery.is_compaction)

    @property
    def originals(self) -> tuple[Message, ...]:
        """What a compression reads: `messages`, received hand-offs included, without compactions.

        Each compression starts from the originals again, so that no summary is ever summarised and
        the size stays bounded.
        """
        own = self.compactions
        return tuple(message for message in self.messages if message.id not in own)

    @property
    def arrived(self) -> int:
        """Number of messages that ever arrived; the next one gets the number after it."""
        return len(self._all)

    @property
    def newest(self) -> Message | None:
        """The message that arrived last, taken back or not."""
        return next(reversed(self._all.values()), None)

    @property
    def tool_names(self) -> Mapping[str, str]:
        """Call id -> tool, of all calls that ever arrived; the newest call of an id counts."""
        return MappingProxyType(self._tools)

    def get(self, message_id: str) -> Message | None:
        """A message that ever arrived: hidden and taken back ones, too."""
        return self._all.get(message_id)

    def append(self, *messages: Message) -> None:
        """Raises InputError for an id that the log has; then nothing is appended."""
        self.extend([MessageRecord(role=self.role, message=message) for message in messages])

    def hide(self, ids: Iterable[str], *, by: str) -> None:
        """Let the message `by` stand for others.

        Raises:
            UnknownReference: one of the ids, or `by`, is not in the view's history.
        """
        self.extend([HideRecord(role=self.role, ids=tuple(ids), by=by)])

    def rewind(self, to: str) -> tuple[str, ...]:
        """Go back to where `to` was the newest message of the log.

        What a later message hid is visible again. Numbers are not used twice.

        Returns:
            Ids of the messages taken back, in order.

        Raises:
            UnknownReference: `to` is not in the view's history.
        """
        taken = self.after(to)
        self.extend([RewindRecord(role=self.role, to=to)])
        return taken

    def after(self, message_id: str) -> tuple[str, ...]:
        """Ids of the live messages that arrived after one.

        Raises:
            UnknownReference: it is not in the view's history.
        """
        if message_id not in self._live:
            raise self._unknown(message_id)
        ids = tuple(self._live)
        return ids[ids.index(message_id) + 1 :]

    def fork(self) -> IsolatedRoleContext:
        """An independent context with the same past."""
        return IsolatedRoleContext.from_records(self.role, self._log)

    def extend(self, records: Sequence[Record]) -> None:
        """Add records, all or none."""
        before = len(self._log)
        try:
            for record in records:
                self._fold(record)
        except Exception:
            self._restore(before)
            raise
        finally:
            self._messages = self._visible = None

    def _restore(self, length: int) -> None:
        """Fold the first records of the log anew."""
        log = self._log[:length]
        self._log.clear()
        self._all.clear()
        self._live.clear()
        self._tools.clear()
        self._deliveries.clear()
        self._hides.clear()
        self._hidden.clear()
        for record in log:
            self._fold(record)

    def _fold(self, record: Record) -> None:
        match record:
            case MessageRecord():
                self._arrive(record)
            case HideRecord():
                self._check(record)
                self._hides.append(record)
                self._mark(record)
            case RewindRecord():
                self._take_back(record.to)
        self._log.append(record)

    def _arrive(self, record: MessageRecord) -> None:
        message = record.message
        if message.id in self._all:
            raise InputError(f"the log of {self.role} has a message {message.id} already")
        self._all[message.id] = self._live[message.id] = message
        self._tools.update((call.id, call.name) for call in message.tool_calls)
        if record.delivery is not None:
            self._deliveries[message.id] = record.delivery

    def _check(self, record: HideRecord) -> None:
        for identifier in (record.by, *record.ids):
            if identifier not in self._live:
                raise self._unknown(identifier)
        if record.by in record.ids or record.by in self._hidden:
            raise UnknownReference(
                f"{record.by} cannot stand for other messages: it is hidden itself", role=self.role
            )

    def _mark(self, record: HideRecord) -> None:
        for identifier in record.ids:
            if identifier in self._live:
                self._hidden.setdefault(identifier, record.by)

    def _take_back(self, to: str) -> None:
        for identifier in self.after(to):
            del self._live[identifier]
        self._hides = [record for record in self._hides if record.by in self._live]
        self._hidden = {}
        for record in self._hides:
            self._mark(record)

    def _stand_in(self, identifier: str) -> str:
        """The visible message that stands for a message: itself if it is not hidden."""
        while identifier in self._hidden:
            identifier = self._hidden[identifier]
        return identifier

    def _unknown(self, identifier: str) -> UnknownReference:
        newest = next(reversed(self._live), "no message")
        return UnknownReference(
            f"{identifier!r} is not in the context of {self.role}, whose newest is {newest}",
            role=self.role,
        )
