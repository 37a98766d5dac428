"""Files that a command reads whole, as text."""

from __future__ import annotations

from pathlib import Path

from uagent_memory.errors import InputError

__all__ = ["plain_text"]


def plain_text(file: Path) -> str:
    """All of a file, unpacked if it is gzip.

    Raises:
        InputError: it is not there, too long, empty, or no UTF-8 text.
    """
    from uagent_memory.config import load_settings
    from uagent_memory.formats.source import read_text

    text = read_text(file, limit=load_settings().input_limit)
    if not text.strip():
        raise InputError("it is empty: there is nothing to read", source=str(file))
    return text
