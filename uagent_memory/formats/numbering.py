"""From drafts to addressed messages: ids, order, authors, and the names of the tools answered."""

from __future__ import annotations

from collections import deque
from collections.abc import Iterable, Mapping, Sequence
from collections.abc import Set as AbstractSet
from typing import NamedTuple

from uagent_memory.authorship import is_persons_answer
from uagent_memory.formats.authors import draft_authorship, speaking_agents
from uagent_memory.formats.draft import Draft, Entry
from uagent_memory.messages import Author, Message, Role, ToolCall

__all__ = ["number"]


def number(
    entries: Sequence[Entry],
    *,
    prefix: str = "",
    start: int = 0,
    tool_names: Mapping[str, str] | None = None,
) -> tuple[Message, ...]:
    """Messages with ids `prefix/m(start+1)` ..., `seq` and `item` counted on from `start`.

    `tool_names` gives the tools of calls made earlier, by call id.
    """
    drafts = [entry.message for entry in entries]
    agents = speaking_agents(drafts)
    links = _CallLinks(drafts, tool_names or {})
    messages = []
    for index, (item, draft) in enumerate(entries):
        short = f"m{start + index + 1}"
        address_id = f"{prefix}/{short}" if prefix else short
        address = tuple.__new__(_Address, (address_id, start + index, start + item))
        if isinstance(draft, Message):
            messages.append(_moved(draft, address))
            links.see(draft.tool_calls)
        else:
            messages.append(_message(draft, address, links, agents))
    return tuple(messages)


class _Address(NamedTuple):
    id: str
    seq: int
    item: int


class _CallLinks:
    """Which call a result answers, as far as ids (or, without ids, names in order) tell."""

    def __init__(self, messages: Iterable[Draft | Message], earlier: Mapping[str, str]) -> None:
        self._names = {
            call.id: call.name for message in messages for call in message.tool_calls if call.id
        }
        self._names |= earlier
        self._seen: dict[str, str] = {}
        self._nameless: dict[str, deque[str]] = {}

    def see(self, calls: Iterable[ToolCall]) -> None:
        """Note calls in order: where an id is used again, the newest call counts."""
        self._seen.update((call.id, call.name) for call in calls)

    def with_ids(self, calls: Sequence[ToolCall], message_id: str) -> tuple[ToolCall, ...]:
        """The calls, those without an id with one of ours."""
        complete = []
        for index, call in enumerate(calls):
            named = call
            if not call.id:
                named = call.model_copy(update={"id": f"{message_id}-call-{index}"})
                self._nameless.setdefault(named.name, deque()).append(named.id)
            complete.append(named)
        self.see(complete)
        return tuple(complete)

    def answered(self, draft: Draft) -> str | None:
        """The id of the call a tool message answers."""
        waiting = self._nameless.get(draft.tool_name or "")
        if draft.tool_call_id is not None or not waiting:
            return draft.tool_call_id
        return waiting.popleft()

    def tool(self, draft: Draft, call_id: str | None) -> str | None:
        """The tool a tool message comes from; some records name it as the speaker."""
        if draft.tool_name is not None or call_id is None:
            return draft.tool_name or draft.agent
        return self._seen.get(call_id) or self._names.get(call_id) or draft.agent


def _message(
    draft: Draft, address: _Address, links: _CallLinks, agents: AbstractSet[str]
) -> Message:
    author, kind = draft_authorship(draft, agents=agents)
    is_tool = draft.role is Role.TOOL
    call_id = links.answered(draft) if is_tool else None
    tool_name = links.tool(draft, call_id) if is_tool else None
    if author is Author.TOOL and is_persons_answer(tool_name, draft.text, is_error=draft.is_error):
        author = Author.USER
    calls = links.with_ids(draft.tool_calls, address.id) if draft.tool_calls else ()
    return Message.unchecked(
        {
            "id": address.id,
            "seq": address.seq,
            "role": draft.role,
            "author": author,
            "text": draft.text,
            "agent": draft.agent,
            "to": draft.to,
            "kind": kind,
            "tool_calls": calls,
            "tool_call_id": call_id,
            "tool_name": tool_name,
            "is_error": draft.is_error,
            "timestamp": draft.timestamp,
            "blocks": draft.blocks,
            "item": address.item,
            "source_id": draft.source_id,
            "meta": dict(draft.meta),
        }
    )


def _moved(message: Message, address: _Address) -> Message:
    """A message of ours at a new place; its old id is kept as the source's."""
    update = {**address._asdict(), "source_id": message.source_id or message.id}
    return message.model_copy(update=update, deep=True)
