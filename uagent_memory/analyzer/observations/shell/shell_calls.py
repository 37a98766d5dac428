"""Which calls are a shell's: by the tool's name, and those with a script of their own."""

from __future__ import annotations

import re
from collections.abc import Sequence

from uagent_memory.analyzer.observations.tables import strings, table

__all__ = ["names_shell", "script_word"]


def script_word(words: Sequence[str]) -> int:
    """Index of SCRIPT in the words of `bash -lc SCRIPT`; 0 where they call no shell so."""
    if not words or words[0].rpartition("/")[2] not in strings("shell", "program", "shells"):
        return 0
    options, before = enumerate(words[1:-1], start=1), table("shell")["program"]["script"]
    return next((at + 1 for at, word in options if re.fullmatch(before, word)), 0)


def names_shell(tool: str) -> bool:
    """Whether a tool's name says that it runs commands: `run_shell`, `bash-exec`."""
    words = re.split(r"[\W_]+", tool.lower())
    return not strings("tools", "shell_words").isdisjoint(words)
