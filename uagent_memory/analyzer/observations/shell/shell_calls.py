"""Calls of a shell with a script of its own: `bash -lc SCRIPT`."""

from __future__ import annotations

import re
from collections.abc import Sequence

from uagent_memory.analyzer.observations.tables import strings, table

__all__ = ["script_word"]


def script_word(words: Sequence[str]) -> int:
    """Index of SCRIPT in the words of `bash -lc SCRIPT`; 0 where they call no shell so."""
    if not words or words[0].rpartition("/")[2] not in strings("shell", "program", "shells"):
        return 0
    options, before = enumerate(words[1:-1], start=1), table("shell")["program"]["script"]
    return next((at + 1 for at, word in options if re.fullmatch(before, word)), 0)
