"""Names of code in what somebody says and in the lines of a change."""

from __future__ import annotations

import re

__all__ = ["CODE", "NAME", "names_in_line", "names_of_code"]

CODE = re.compile(r"`([^`\n]+)`")
NAME = re.compile(r"[A-Za-z_][\w.]*\w")
_OF_CODE = re.compile(r"[._]|[a-z][A-Z]")
"""In a name that is no word of the language."""


def names_in_line(line: str) -> list[str]:
    """Those of a line of code that are no words of the language."""
    return [name for name in NAME.findall(line) if _OF_CODE.search(name)]


def names_of_code(text: str) -> frozenset[str]:
    """All names between backticks, and those outside that are no words of the language."""
    quoted = (name for code in CODE.findall(text) for name in NAME.findall(code))
    return frozenset((*quoted, *names_in_line(CODE.sub(" ", text))))
