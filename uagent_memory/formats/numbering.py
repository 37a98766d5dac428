"""From drafts to addressed messages: ids, order, authors, and the names of the tools answered."""

from __future__ import annotations

from collections import deque
from collections.abc import Iterable, Mapping, Sequence, Set

from uagent_memory.formats.authors import draft_authorship, speaking_agents
from uagent_memory.formats.draft import Draft, Entry
from uagent_memory.messages import Author, Message, MessageKind, Role, ToolCall

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
        address = _Address(f"{prefix}/{short}" if prefix else short, start + index, start + item)
        if isinstance(draft, Message):
            messages.append(_moved(draft, address))
            links.see(draft.tool_calls)
        else:
            messages.append(_message(draft, address, links, agents))
    return tuple(messages)
