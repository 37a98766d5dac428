"""What a call does, by its tool's name and the arguments it brings."""

from __future__ import annotations

from functools import cache

from uagent_memory.analyzer.observations.files.files import argument, typed_patch
from uagent_memory.analyzer.observations.shell.shell_calls import names_shell
from uagent_memory.analyzer.observations.tables import table
from uagent_memory.analyzer.observations.tools.calls import Exchange
from uagent_memory.messages import Message

__all__ = ["FILE_FAMILIES", "call_family", "family_of"]

FILE_FAMILIES = frozenset(
    (
        *("replace", "multi", "write", "insert", "notebook", "delete", "move"),
        *("editor", "patch", "read", "search"),
    )
)
"""What works on files without a shell."""
_ON_A_FILE = frozenset(("multi", "write", "notebook", "delete", "editor", "read"))


def call_family(message: Message, number: int) -> str:
    """What a message's n-th call does: "shell", "replace", "read" ... ; "" where nothing tells."""
    return family_of(Exchange(message.tool_calls[number], message, f"call:{number}"))


def family_of(exchange: Exchange) -> str:
    """What a call does, by its tool's name and by whether it has the arguments that this takes."""
    name = exchange.call.name.lower()
    for prefix in ("functions.", "default_api."):
        name = name.removeprefix(prefix)
    if name.startswith("mcp__"):
        name = name.rpartition("__")[2]
    command = exchange.leaf("command")
    if command is not None and command.text.split(None, 1)[:1] == [exchange.call.name]:
        return "shell"
    family = _families().get(name, "") or _by_words(exchange, name)
    if family == "shell" and typed_patch(exchange) is not None:
        return "patch"
    return family if _has_arguments(exchange, family) else ""


def _by_words(exchange: Exchange, name: str) -> str:
    """A tool of an unknown name that says "shell" and brings a command."""
    return "shell" if names_shell(name) and exchange.leaf("command", "cmd") is not None else ""


@cache
def _families() -> dict[str, str]:
    return {name: family for family, names in table("tools")["family"].items() for name in names}


def _has_arguments(exchange: Exchange, family: str) -> bool:
    """Whether a call brings what its family works on; names alone are too common."""
    needed: tuple[str, ...] = ()
    if family in _ON_A_FILE:
        needed = ("path",)
    elif family in ("replace", "insert"):
        return any(argument(exchange, kind) is not None for kind in ("new", "old", "patch"))
    elif family == "move":
        needed = ("source", "target")
    elif family in ("shell", "code", "patch"):
        return bool(exchange.leaves)
    elif family == "todo":
        return any(True for _ in exchange.records())
    elif family == "agent":
        return exchange.leaf("prompt", "task", "message", "objective", "description") is not None
    return all(argument(exchange, kind) is not None for kind in needed)
