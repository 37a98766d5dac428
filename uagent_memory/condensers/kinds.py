"""What kind of event a message is, in the words of the semantic condenser's document."""

from __future__ import annotations

from enum import StrEnum
from typing import NamedTuple

from uagent_memory.analyzer.observations.tools.call_families import call_family
from uagent_memory.messages import Author, Message, MessageKind, Role
from uagent_memory.obligations import is_standing

__all__ = [
    "AnsweredCall",
    "EventKind",
    "Operation",
    "is_observation",
    "is_summary",
    "kind_of",
    "operation_of",
]


class EventKind(StrEnum):
    SYSTEM_MESSAGE = "SystemMessage"
    USER_MESSAGE = "UserMessage"
    AGENT_MESSAGE = "AgentMessage"
    AGENT_ACTION = "AgentAction"
    CMD_OBSERVATION = "CmdObservation"
    FILE_OBSERVATION = "FileObservation"
    OBSERVATION = "Observation"
    CONDENSATION = "AgentCondensationObservation"
    INJECTED = "InjectedMessage"  # what a program put in


class AnsweredCall(NamedTuple):
    """The call that an observation answers: the action's event, and which of its calls."""

    action: Message
    number: int


class Operation(StrEnum):
    """What an action does; of several calls the weightiest counts."""

    EDIT = "edit"
    COMMAND = "command"
    OTHER = "other"


_EDITS = frozenset(("replace", "multi", "write", "insert", "notebook", "delete", "move", "patch"))
_FILES = _EDITS | {"read", "editor", "search"}
_COMMANDS = frozenset(("shell", "code"))
_VIEWS = frozenset(("view", "read"))


def kind_of(event: Message, call: AnsweredCall | None = None) -> EventKind:
    """The kind of an event; `call` is what an observation answers, where known."""
    if is_standing(event):
        return EventKind.SYSTEM_MESSAGE
    if is_summary(event):
        return EventKind.CONDENSATION
    if event.role is Role.TOOL:
        return _observed(call)
    if event.author is Author.USER:
        return EventKind.USER_MESSAGE
    if event.author in (Author.AGENT, Author.PARENT):
        return EventKind.AGENT_ACTION if event.tool_calls else EventKind.AGENT_MESSAGE
    return EventKind.INJECTED


def operation_of(event: Message) -> Operation:
    """What the calls of an action do."""
    found = {_operation(event, number) for number in range(len(event.tool_calls))}
    order = (Operation.EDIT, Operation.COMMAND)
    return next((operation for operation in order if operation in found), Operation.OTHER)


def is_observation(event: Message) -> bool:
    return event.role is Role.TOOL


def is_summary(event: Message) -> bool:
    """An earlier condensation's event, or another tool's summary."""
    return event.author is Author.SUMMARY and event.kind is not MessageKind.HANDOFF


def _operation(event: Message, number: int) -> Operation:
    family = call_family(event, number)
    if family == "editor":
        verb = event.tool_calls[number].argument("command")
        return Operation.OTHER if verb in _VIEWS else Operation.EDIT
    if family in _EDITS:
        return Operation.EDIT
    return Operation.COMMAND if family in _COMMANDS else Operation.OTHER


def _observed(call: AnsweredCall | None) -> EventKind:
    family = call_family(call.action, call.number) if call else ""
    if family in _COMMANDS:
        return EventKind.CMD_OBSERVATION
    return EventKind.FILE_OBSERVATION if family in _FILES else EventKind.OBSERVATION
