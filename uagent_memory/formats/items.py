"""Messages in memory: plain dicts, our own models, SDK objects, in any known format."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import NoReturn

from pydantic import JsonValue

from uagent_memory.collector import collector_paused
from uagent_memory.errors import InputError
from uagent_memory.formats.bodies import body_items, is_body
from uagent_memory.formats.claude_code import is_claude_code_line, read_claude_code
from uagent_memory.formats.draft import Entry
from uagent_memory.formats.item import read_item
from uagent_memory.formats.malformed import MalformedItem
from uagent_memory.formats.numbering import number
from uagent_memory.formats.openhands import is_openhands_event, read_openhands
from uagent_memory.formats.plain import plain, record
from uagent_memory.given import is_whole
from uagent_memory.messages import Author, Message, Role

__all__ = ["read_messages"]

FIELDS = ("role", "content", "tool_calls", "tool_call_id", "name", "id", "is_error", "refusal")


def read_messages(
    items: Iterable[object],
    *,
    prefix: str = "",
    start: int = 0,
    tool_names: Mapping[str, str] | None = None,
) -> tuple[Message, ...]:
    """Read messages that a caller holds; the items are never changed, and nothing is shared.

    Args:
        items: dicts of any known format, our messages (they keep everything but id, seq and item),
            Anthropic or OpenAI objects, the lines of a Claude Code session, OpenHands' events,
            or one request body.
        prefix: the role whose log they go to; ids become `prefix/m1` ..., or `m1` ... without it.
        start: how many messages that log holds already; ids, `seq` and `item` go on from there.
        tool_names: tools of calls made in earlier messages, by call id.

    Raises:
        InputError: an item is no message; it says which and why.
    """
    if not is_whole(start) or start < 0:
        raise InputError(f"start {start!r}: give how many messages the log holds already")
    if not isinstance(tool_names, Mapping | None):
        raise InputError(f"tool_names {tool_names!r}: give a mapping from call ids to tools' names")
    with collector_paused():
        listed = _listed(items)
        entries = _claude_code(listed)
        if entries is None:
            entries = _openhands(listed)
        if entries is None:
            entries = _entries(listed)
        return number(entries, prefix=prefix, start=start, tool_names=tool_names)


def _listed(items: Iterable[object]) -> list[object]:
    """The items one by one; a body gives its messages, a lone message itself."""
    if isinstance(items, str | bytes):
        raise InputError(
            "messages came as one text: give a list such as [{'role': 'user', 'content': ...}], "
            "or read a file with read_file"
        )
    if isinstance(items, Mapping) and is_body(items):
        return list(body_items(items))
    if isinstance(items, Mapping | Message) or record(items) is not None:
        return [items]
    try:
        return list(items)
    except TypeError:
        raise InputError(
            f"{_kind(items)} is no list of messages: give a list such as "
            "[{'role': 'user', 'content': ...}]"
        ) from None


def _claude_code(items: Sequence[object]) -> list[Entry] | None:
    """The entries of a Claude Code session's lines; None if the items are something else."""
    lines = _all_of(items, is_claude_code_line)
    if not lines:
        return None
    objects = [_object(line, index) for index, line in enumerate(lines)]
    return list(read_claude_code(objects, refuse=_refuse).entries)


def _openhands(items: Sequence[object]) -> list[Entry] | None:
    """The entries of OpenHands' events; None if the items are something else."""
    events = _all_of(items, is_openhands_event)
    if not events:
        return None
    objects = [_object(event, index) for index, event in enumerate(events)]
    return list(read_openhands(objects, refuse=_refuse).entries)


def _all_of(
    items: Sequence[object], is_of_format: Callable[[Mapping[str, object]], bool]
) -> Sequence[Mapping[str, object]]:
    """The items, where each is a mapping of the format; nothing where one is not."""
    found: list[Mapping[str, object]] = []
    for item in items:
        if not (isinstance(item, Mapping) and is_of_format(item)):
            return ()
        found.append(item)
    return found


def _entries(items: Sequence[object]) -> list[Entry]:
    entries: list[Entry] = []
    previous: Message | None = None
    for index, item in enumerate(items):
        if isinstance(item, Message):
            joined = previous is not None and _of_one_item(previous, item)
            entries.append(Entry(entries[-1].item if joined else index, item))
            previous = item
            continue
        previous = None
        try:
            drafts = read_item(_object(item, index))
            entries.extend([tuple.__new__(Entry, (index, draft)) for draft in drafts])
        except MalformedItem as malformed:
            _refuse(index, malformed)
    return entries


def _refuse(index: int, malformed: MalformedItem) -> NoReturn:
    raise InputError(f"message {index + 1}: {malformed}") from None


def _of_one_item(first: Message, second: Message) -> bool:
    """Whether two messages of ours were parts of one input item, as far as `item` can tell."""
    part = first.role is Role.TOOL or first.author is Author.SUMMARY
    return part and first.item == second.item and second.role in (Role.TOOL, Role.USER)


def _object(item: object, index: int) -> dict[str, JsonValue]:
    """An item's fields, copied."""
    try:
        fields = plain(_fields(item))
    except MalformedItem as malformed:
        _refuse(index, malformed)
    assert isinstance(fields, dict)
    return fields


def _kind(item: object) -> str:
    """What was given, as a person says it: None, an int, a str."""
    if item is None:
        return "None"
    name = type(item).__name__
    return f"{'an' if name[0].lower() in 'aeiou' else 'a'} {name}"


def _fields(item: object) -> Mapping[str, object]:
    if type(item) is dict and "role" in item:
        return item
    fields = item if isinstance(item, Mapping) else record(item)
    if fields is None and hasattr(item, "role"):
        fields = {name: getattr(item, name) for name in FIELDS if hasattr(item, name)}
    if fields is None:
        raise MalformedItem(
            f"{_kind(item)} is no message: give a dict with `role` and `content`, "
            "a Message, or a message object of an SDK"
        )
    choices = fields.get("choices")
    if "role" not in fields and isinstance(choices, list) and choices:
        return _fields(_fields(choices[0]).get("message"))
    return fields
