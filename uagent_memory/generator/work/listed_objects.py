"""Objects that a call sends in a list: the names of their fields are said once."""

from __future__ import annotations

import re

__all__ = ["with_names_once"]


def with_names_once(command: str, arguments: object) -> str:
    """`seats: row: 4 side: left; 5 right` for two seats; any other command as it is.

    Args:
        command: what is shown of a call, on one line.
        arguments: as it sent them.
    """
    if not isinstance(arguments, dict):
        return command
    for objects in arguments.values():
        if isinstance(objects, list) and len(objects) > 1 and all(map(_is_plain, objects)):
            names = dict.fromkeys(key for fields in objects for key in fields)
            command = _shortened(command, [key for key in names if key not in arguments])
    return command


def _is_plain(value: object) -> bool:
    return isinstance(value, dict) and bool(value)


def _shortened(command: str, names: list[str]) -> str:
    """All names but the first of each go; each further object begins with a semicolon."""
    if not names:
        return command
    told: set[str] = set()

    def once(match: re.Match[str]) -> str:
        name = match["name"]
        if name not in told:
            told.add(name)
            return match[0]
        return "; " if name == names[0] else " "

    either = "|".join(map(re.escape, names))
    return re.sub(rf"\s(?P<name>{either}): ", once, command)
