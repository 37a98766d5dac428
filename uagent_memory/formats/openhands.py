"""OpenHands' events to drafts: its `event_to_dict` records and the events of its SDK.

The first have `action` with `args` or `observation` with `content` and `extras`, the second a
`kind`. What the program notes for itself is left out and counted. Condensations are not applied
here: the originals are what a file holds, and a condenser's view is folded from them elsewhere.
"""

from __future__ import annotations

import tomllib
from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from functools import cache
from importlib import resources
from typing import Any, NamedTuple

from pydantic import JsonValue

from uagent_memory.formats.content import name_text, parsed_arguments, read_content
from uagent_memory.formats.draft import Draft, Entry
from uagent_memory.formats.malformed import MalformedItem
from uagent_memory.formats.moments import moment
from uagent_memory.messages import Author, MessageKind, Role, ToolCall

__all__ = ["OpenHandsEvents", "event_meaning", "is_openhands_event", "read_openhands"]

Event = dict[str, JsonValue]
SOURCES = ("user", "agent", "environment", "hook")
REQUESTED = "condensation_requested"


class OpenHandsEvents(NamedTuple):
    entries: tuple[Entry, ...]
    """`Entry.item` is the index of the event."""
    metadata: Mapping[str, JsonValue]


def is_openhands_event(value: Mapping[str, object]) -> bool:
    """Whether an object is an event: told by its keys, never by its text."""
    if "role" in value:
        return False
    if isinstance(value.get("action"), str) and isinstance(value.get("args"), Mapping):
        return True
    if isinstance(value.get("observation"), str) and "content" in value:
        return True
    kind = value.get("kind")
    return isinstance(kind, str) and value.get("source") in SOURCES and kind in _known_kinds()


def event_meaning(event: Mapping[str, JsonValue]) -> str:
    """What an event is: "message", "action", "condensation" ...; "" for what is left out."""
    name = _name(event)
    for meaning, names in _table()["meaning"].items():
        if name in names:
            return str(meaning)
    left = _table()["left_out"]
    if name in left["kinds"]:
        return ""
    if "action" in event and "observation" not in event:
        return "" if name in left["actions"] else "action"
    return "" if name in left["observations"] else "observation"


def read_openhands(
    events: Sequence[Event], *, refuse: Callable[[int, MalformedItem], None]
) -> OpenHandsEvents:
    """The conversation of a list of events.

    `refuse` is told of each event that should hold a message and does not: it raises, or the event
    is left out.
    """
    reader = _Reader()
    entries: list[Entry] = []
    for index, event in enumerate(events):
        try:
            draft = reader.read(event)
        except MalformedItem as malformed:
            refuse(index, malformed)
            continue
        if draft is not None:
            entries.append(Entry(index, draft))
    return OpenHandsEvents(tuple(entries), reader.metadata())


class _Reader:
    def __init__(self) -> None:
        self._called: dict[str, str] = {}
        """Event id of an action -> id of its call."""
        self._left: Counter[str] = Counter()
        self._requested = False

    def metadata(self) -> dict[str, JsonValue]:
        found: dict[str, JsonValue] = {}
        if self._left:
            found["events_left_out"] = dict(sorted(self._left.items()))
        if self._requested:
            found[REQUESTED] = True
        return found

    def read(self, event: Event) -> Draft | None:
        meaning = event_meaning(event)
        if meaning in ("", "condensation", "request"):
            self._left[_name(event)] += 1
            if meaning:
                self._requested = meaning == "request"
            return None
        readers: dict[str, Callable[[Event], Draft]] = {
            "message": _message,
            "system": _system,
            "finish": _finish,
            "summary": _summary,
            "action": self._action,
            "observation": self._observation,
            "error": self._observation,
            "rejection": self._observation,
        }
        return readers[meaning](event)

    def _action(self, event: Event) -> Draft:
        args, stated = _object(event, "args"), _object(event, "tool_call")
        told = _object(event, "tool_call_metadata")
        event_id = name_text(event.get("id")) or ""
        call_id = next(
            (
                found
                for found in (
                    name_text(event.get("tool_call_id")),
                    name_text(told.get("tool_call_id")),
                )
                if found
            ),
            f"event-{event_id}" if event_id else "",
        )
        self._called[event_id] = call_id
        name = (
            name_text(event.get("tool_name"))
            or name_text(told.get("function_name"))
            or _table()["tool"].get(_name(event), _name(event))
        )
        if "action" in event and isinstance(event["action"], dict):
            args = event["action"]
        arguments = parsed_arguments(stated.get("arguments")) if stated else _kept(args)
        return _draft(
            event,
            Role.ASSISTANT,
            _thought(event, args),
            author=Author.AGENT,
            tool_calls=(ToolCall(id=call_id, name=str(name), arguments=arguments),),
        )

    def _observation(self, event: Event) -> Draft:
        told = _object(event, "tool_call_metadata")
        cause = name_text(event.get("cause")) or name_text(event.get("action_id")) or ""
        call_id = (
            name_text(event.get("tool_call_id"))
            or name_text(told.get("tool_call_id"))
            or self._called.get(cause)
        )
        text, is_error = _observed(event)
        if call_id is None:
            return _draft(event, Role.USER, text, author=Author.HARNESS)
        return _draft(
            event,
            Role.TOOL,
            text,
            author=Author.TOOL,
            tool_call_id=call_id,
            tool_name=name_text(event.get("tool_name")) or name_text(told.get("function_name")),
            is_error=is_error,
        )


def _message(event: Event) -> Draft:
    inner = _object(event, "llm_message")
    text = (
        read_content(inner.get("content")).text
        if inner
        else _text(_object(event, "args").get("content"), "args.content")
    )
    source = event.get("source")
    if source == "agent":
        return _draft(event, Role.ASSISTANT, text, author=Author.AGENT)
    return _draft(event, Role.USER, text, author=None if source == "user" else Author.HARNESS)


def _system(event: Event) -> Draft:
    given = event.get("system_prompt", _object(event, "args").get("content"))
    return _draft(event, Role.SYSTEM, read_content(given).text, author=Author.SYSTEM)


def _finish(event: Event) -> Draft:
    """The agent's last word is a message: nothing answers it."""
    args = _object(event, "args")
    outputs = args.get("outputs")
    told = outputs.get("content", outputs.get("reason")) if isinstance(outputs, dict) else None
    final = name_text(args.get("final_thought")) or name_text(told) or ""
    texts = dict.fromkeys(filter(None, (_thought(event, args), final)))
    return _draft(event, Role.ASSISTANT, "\n".join(texts), author=Author.AGENT)


def _summary(event: Event) -> Draft:
    text = _text(event.get("content", event.get("summary")), "content")
    return _draft(event, Role.USER, text, author=Author.SUMMARY, kind=MessageKind.SUMMARY)


def _observed(event: Event) -> tuple[str, bool | None]:
    """Text of an observation, and whether its action failed: by its exit code, where it has one."""
    inner = event.get("observation")
    if isinstance(inner, dict):
        extended = event.get("extended_content") or []
        texts = [read_content(inner.get("content", inner.get("output"))).text]
        texts += [read_content(extended).text] if extended else []
        stated = inner.get("is_error", inner.get("error"))
        return "\n".join(filter(None, texts)), _failed(inner, stated)
    if "error" in event and "observation" not in event:
        return _text(event["error"], "error"), True
    if "rejection_reason" in event:
        return f"Action rejected: {_text(event['rejection_reason'], 'rejection_reason')}", True
    text = _text(event.get("content"), "content")
    if inner in ("error", "user_rejected"):
        return text, True
    return text, _failed(_object(event, "extras"), None)


def _failed(fields: Mapping[str, JsonValue], stated: JsonValue) -> bool | None:
    """A negative exit code is that of a command that still runs."""
    inner = fields.get("metadata")
    code = inner.get("exit_code") if isinstance(inner, dict) else fields.get("exit_code")
    if isinstance(code, int) and not isinstance(code, bool) and code >= 0:
        return code > 0
    return stated if isinstance(stated, bool) else None


def _draft(event: Event, role: Role, text: str, **fields: Any) -> Draft:
    return Draft(
        role=role,
        text=text,
        timestamp=moment(event.get("timestamp")),
        source_id=name_text(event.get("id")),
        meta={"event": _name(event)},
        **fields,
    )


def _thought(event: Event, args: Mapping[str, JsonValue]) -> str:
    given = event.get("thought", args.get("thought"))
    if isinstance(given, dict) and "text" in given and "type" not in given:
        given = given["text"]
    return read_content(given).text if isinstance(given, str | list | dict) else ""


def _kept(args: Mapping[str, JsonValue]) -> dict[str, JsonValue]:
    left = _table()["left_out"]["arguments"]
    return {key: value for key, value in args.items() if key not in left and value is not None}


def _name(event: Mapping[str, JsonValue]) -> str:
    """An event's own name for its sort."""
    for key in ("kind", "action", "observation"):
        if isinstance(name := event.get(key), str):
            return name
    return ""


def _object(event: Mapping[str, JsonValue], key: str) -> dict[str, JsonValue]:
    value = event.get(key)
    return value if isinstance(value, dict) else {}


def _text(value: JsonValue, where: str) -> str:
    if value is None:
        return ""
    if isinstance(value, str):
        return value
    if isinstance(value, list | dict):
        return read_content(value).text
    raise MalformedItem(f"`{where}` of an event is no text")


@cache
def _table() -> Mapping[str, Any]:
    file = resources.files("uagent_memory.formats").joinpath("openhands.toml")
    return tomllib.loads(file.read_text(encoding="utf-8"))


@cache
def _known_kinds() -> frozenset[str]:
    table = _table()
    names = (name for names in table["meaning"].values() for name in names)
    return frozenset((*names, *table["left_out"]["kinds"]))
