"""Stack frames and warnings of installed packages: nobody of the team works on that code."""

from __future__ import annotations

import re

__all__ = ["is_of_library"]

_INSTALLED = r"(?:site-packages|dist-packages|node_modules|lib/python\d[\d.]*)/"
_HEAD = re.compile(
    rf"\s*(?:File \"[^\"\n]{{0,300}}{_INSTALLED}[^\"\n]{{0,300}}\", line \d"
    rf"|at [^\n]{{0,300}}{_INSTALLED}"
    rf"|\S{{0,300}}{_INSTALLED}\S{{1,300}}:\d+: \w*Warning\b)"
)
"""What names the place; the line of code there follows it."""


def is_of_library(text: str, at: int) -> bool:
    """The line at a place names code of an installed package, or quotes it below such a line."""
    start = text.rfind("\n", 0, at) + 1
    if _HEAD.match(text, start) is not None:
        return True
    above = text.rfind("\n", 0, max(start - 1, 0)) + 1
    indented = text[start : start + 1].isspace()
    return start > 0 and indented and _HEAD.match(text, above, start) is not None
