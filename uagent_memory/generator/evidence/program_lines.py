"""What a program printed below an agent's words, which the agent did not say."""

from __future__ import annotations

import re

from uagent_memory.holding import holds_any

__all__ = ["PROGRAM_SIGNS", "is_of_program", "may_be_of_program"]

PROGRAM_SIGNS = ("Warning: ", "#!", "!#")
_LONGEST_LINE = 2000
"""Characters before a place in which its line begins; a longer line is no warning."""
_WARNED = re.compile(r"\s*\S{1,300}:\d+: \w+Warning: ")
_BANNER = re.compile(r"[A-Z0-9_. ]{4,40}[!*=~]{0,9}#[!#*=~]{0,9}[ \t]*(?:\n|\Z)")
""""RUN.SH COMPLETE !#!#": by which a script shows in a log that it has ended."""


def may_be_of_program(text: str) -> bool:
    """A cheap look at a whole text, before any of its places is asked about."""
    return holds_any(text, PROGRAM_SIGNS)


def is_of_program(text: str, at: int) -> bool:
    """The line at a place is a warning or an end mark of a program, or code that it warns about."""
    start = text.rfind("\n", max(at - _LONGEST_LINE, 0), at) + 1
    if _WARNED.match(text, start) is not None or _BANNER.match(text, start) is not None:
        return True
    above = text.rfind("\n", max(start - _LONGEST_LINE, 0), max(start - 1, 0)) + 1
    return start > 0 and text[start].isspace() and _WARNED.match(text, above, start) is not None
