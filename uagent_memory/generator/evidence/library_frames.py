"""Stack frames and warnings of installed packages: nobody of the team works on that code."""

from __future__ import annotations

import re

from uagent_memory.holding import holds_any

__all__ = ["LIBRARY_SIGNS", "is_of_library", "may_name_library"]

_FOLDERS = ("site-packages", "dist-packages", "node_modules")
LIBRARY_SIGNS = (*(f"{folder}/" for folder in _FOLDERS), "lib/python")
_LONGEST_LINE = 2000
"""Characters before a place in which its line begins; in a longer line stands no stack frame."""
_INSTALLED = rf"(?:{'|'.join(_FOLDERS)}|lib/python\d[\d.]*)/"
_HEAD = re.compile(
    rf"\s*(?:File \"[^\"\n]{{0,300}}{_INSTALLED}[^\"\n]{{0,300}}\", line \d"
    rf"|at [^\n]{{0,300}}{_INSTALLED}"
    rf"|\S{{0,300}}{_INSTALLED}\S{{1,300}}:\d+: \w*Warning\b)"
)
"""What names the place; the line of code there follows it."""


def may_name_library(text: str) -> bool:
    """A cheap look at a whole text, before any of its places is asked about."""
    return holds_any(text, LIBRARY_SIGNS)


def is_of_library(text: str, at: int) -> bool:
    """The line at a place names code of an installed package, or quotes it below such a line."""
    least = at - _LONGEST_LINE
    start = text.rfind("\n", max(least, 0), at) + 1
    if not start and least > 0:
        return False
    if _HEAD.match(text, start) is not None:
        return True
    above = text.rfind("\n", max(start - _LONGEST_LINE, 0), max(start - 1, 0)) + 1
    indented = text[start : start + 1].isspace()
    return start > 0 and indented and _HEAD.match(text, above, start) is not None
