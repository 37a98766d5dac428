"""One chat item to drafts: Anthropic Messages, OpenAI Chat, our own record, and their mixtures.

An item is read by what it holds, so a list may mix the formats. Tool results come first, one draft
each and in order; then the item's text with its calls and blocks. A hand-off or summary that
stands in a text block of its own (or before the user's words, closed by our end mark) is a draft
of its own.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from datetime import datetime
from functools import cache
from typing import NamedTuple

from pydantic import JsonValue

from uagent_memory.authorship import Authorship, authorship, handoff_end
from uagent_memory.formats.content import (
    Content,
    as_block,
    kind_of,
    name_text,
    read_content,
    tool_call,
)
from uagent_memory.formats.draft import Draft
from uagent_memory.formats.malformed import MalformedItem
from uagent_memory.formats.moments import moment
from uagent_memory.formats.shapes import shapes
from uagent_memory.messages import Author, Block, MessageKind, Role, ToolCall

__all__ = ["read_chat_item"]

_TOOL, _ASSISTANT = Role.TOOL, Role.ASSISTANT
_SUMMARY = Author.SUMMARY
_MESSAGE = MessageKind.MESSAGE

JsonObject = dict[str, JsonValue]

_ADDRESSEE = ("to",)


class _Envelope(NamedTuple):
    """What all drafts of one item share."""

    role: Role
    agent: str | None
    to: str | None
    timestamp: datetime | None
    source_id: str | None
    meta: Mapping[str, JsonValue]


def read_chat_item(item: JsonObject) -> list[Draft]:
    """The drafts of one item: at least one.

    Raises:
        MalformedItem: no known role, or a field of the wrong type.
    """
    envelope = _envelope(item)
    text = item.get("content")
    if type(text) is str and (draft := _only_said(item, envelope, text)):
        return [draft]
    content = read_content(text)
    if envelope.role is _TOOL:
        content = _without_calls(content)
        if not content.results:
            return [_answer(item, envelope, content)]
    drafts = [_result(result, envelope) for result in content.results]
    calls = (*content.calls, *_calls(item)) if envelope.role is not _TOOL else ()
    if calls and envelope.role is not _ASSISTANT:
        content, calls = _without_calls(content._replace(calls=list(calls))), ()
    blocks = (*_extra_blocks(item), *content.blocks)
    texts = [*content.texts, *_refusal(item, content)]
    if texts or calls or blocks or not drafts:
        drafts.extend(_said(envelope, texts, calls, blocks))
    return drafts


def _only_said(item: JsonObject, envelope: _Envelope, text: str) -> Draft | None:
    """The draft of an item that holds a text and nothing else, as most do; None of any other."""
    is_plain = text and envelope.role is not _TOOL and item.get("tool_calls") in (None, [])
    if not is_plain or item.get("function_call") is not None or _extra_blocks(item):
        return None
    by_text = None if envelope.role is _ASSISTANT else authorship(text)
    if by_text is not None and by_text.author is _SUMMARY:
        return None
    role, agent, to, timestamp, source_id, meta = envelope
    said = (role, text, None, agent, to, _MESSAGE, (), None, None, None)
    return tuple.__new__(Draft, (*said, timestamp, (), source_id, meta, by_text))


def _envelope(item: JsonObject) -> _Envelope:
    role, meta, keys = _role(item), item.get("meta"), shapes().keys
    meta = meta if isinstance(meta, dict) else {}
    agent_keys = keys.agent[:1] if role is _TOOL else keys.agent
    time = next(filter(None, map(item.get, keys.timestamp)), None)
    agent = _first_text(item, agent_keys)
    to = _first_text(meta, _ADDRESSEE) or _first_text(item, _ADDRESSEE)
    timestamp = None if time is None else moment(time)
    source_id = _first_text(item, keys.source_id)
    return tuple.__new__(_Envelope, (role, agent, to, timestamp, source_id, meta))


def _role(item: JsonObject) -> Role:
    roles = shapes().roles
    given = item.get("role", item.get("type"))
    if isinstance(given, str) and given in roles:
        return roles[given]
    known = ", ".join(roles)
    if given is None:
        raise MalformedItem(f"it has no `role`: use one of {known}")
    raise MalformedItem(f"its role {str(given)[:40]!r} is not known: use one of {known}")


def _without_calls(content: Content) -> Content:
    """Only an agent calls tools: what looks like a call in another's message is kept as a block."""
    calls = [as_block({"type": "tool_use", **call.model_dump()}) for call in content.calls]
    return Content(content.texts, [], content.results, [*content.blocks, *calls])


def _answer(item: JsonObject, envelope: _Envelope, content: Content) -> Draft:
    """A tool message: the whole item is the result."""
    stated = item.get("is_error", envelope.meta.get("is_error"))
    if stated is None and item.get("status") in ("error", "success"):
        stated = item["status"] == "error"
    return Draft(
        role=_TOOL,
        text=content.text,
        agent=envelope.agent,
        tool_call_id=name_text(item.get("tool_call_id")),
        tool_name=name_text(item.get("name")),
        is_error=stated if isinstance(stated, bool) else None,
        timestamp=envelope.timestamp,
        blocks=tuple(content.blocks),
        source_id=envelope.source_id,
        meta=envelope.meta,
    )


def _result(result: JsonObject, envelope: _Envelope) -> Draft:
    """A `tool_result` block."""
    content = read_content(result.get("content"))
    nested = [as_block(inner) for inner in content.results]
    stated = result.get("is_error")
    return Draft(
        role=_TOOL,
        text=content.text,
        tool_call_id=name_text(result.get("tool_use_id")),
        is_error=stated if isinstance(stated, bool) else None,
        timestamp=envelope.timestamp,
        blocks=(*content.blocks, *nested),
        source_id=envelope.source_id,
        meta=envelope.meta,
    )


def _said(
    envelope: _Envelope,
    texts: list[str],
    calls: tuple[ToolCall, ...],
    blocks: tuple[Block, ...],
) -> Iterator[Draft]:
    groups = [_Group(texts)]
    if envelope.role in (Role.USER, Role.SYSTEM):
        groups = list(_without_summaries(texts)) or [_Group([])]
    for index, group in enumerate(groups):
        last = index == len(groups) - 1
        yield Draft(
            role=envelope.role,
            text="\n".join(group.texts),
            by_text=group.by_text,
            agent=envelope.agent,
            to=envelope.to,
            tool_calls=calls if last else (),
            timestamp=envelope.timestamp,
            blocks=blocks if last else (),
            source_id=envelope.source_id,
            meta=envelope.meta,
        )


class _Group(NamedTuple):
    """Texts that make one draft."""

    texts: list[str]
    by_text: Authorship | None = None
    """Who wrote them by their text, where it was asked for just these."""


def _without_summaries(texts: list[str]) -> Iterator[_Group]:
    """The texts in groups: each hand-off or summary alone, what stands between them together."""
    if len(texts) == 1 and (by_text := authorship(texts[0])).author is not _SUMMARY:
        yield _Group(texts, by_text)
        return
    group: list[str] = []
    for text in texts:
        if authorship(text).author is not _SUMMARY:
            group.append(text)
            continue
        if group:
            yield _Group(group)
        end = handoff_end(text) or len(text)
        yield _Group([text[:end]])
        rest = text[end:].strip()
        group = [rest] if rest else []
    if group:
        yield _Group(group)


def _calls(item: JsonObject) -> list[ToolCall]:
    """`tool_calls`, and the older `function_call`."""
    calls, older = item.get("tool_calls"), item.get("function_call")
    if calls is None and older is None:
        return []
    if calls is None:
        calls = []
    if not isinstance(calls, list):
        raise MalformedItem(f"`tool_calls` is {kind_of(calls)}, not a list")
    return [tool_call(call) for call in (*calls, *([older] if isinstance(older, dict) else []))]


def _refusal(item: JsonObject, content: Content) -> list[str]:
    """What a model said in refusing, where it said nothing else."""
    refusal = item.get("refusal")
    return [refusal] if isinstance(refusal, str) and refusal and not content.texts else []


def _extra_blocks(item: JsonObject) -> list[Block]:
    """Reasoning and other fields beside the content, as blocks named for their field."""
    if _besides().isdisjoint(item):
        return []
    keys = shapes().keys
    reasoning = next((key for key in keys.reasoning if item.get(key)), None)
    found = [key for key in keys.blocks if item.get(key)]
    if reasoning is not None:
        found.insert(0, reasoning)
    return [as_block({"type": key, key: item[key]}) for key in found]


@cache
def _besides() -> frozenset[str]:
    """Fields that become blocks."""
    keys = shapes().keys
    return frozenset((*keys.reasoning, *keys.blocks))


def _first_text(item: JsonObject, keys: tuple[str, ...]) -> str | None:
    for key in keys:
        if (value := item.get(key)) is not None and (text := name_text(value)):
            return text
    return None
