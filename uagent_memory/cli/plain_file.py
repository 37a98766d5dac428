"""Files that a command reads whole, as text."""

from __future__ import annotations

import sys
from pathlib import Path

from uagent_memory.errors import InputError

__all__ = ["STANDARD_INPUT", "file_name", "plain_text", "shown_name"]

STANDARD_INPUT = Path("-")


def plain_text(file: Path) -> str:
    """All of a file, or of standard input if it is "-", unpacked if it is gzip.

    Raises:
        InputError: it is not there, too long, empty, or no UTF-8 text.
    """
    from uagent_memory.config import load_settings
    from uagent_memory.formats.source import read_text

    source = sys.stdin.buffer if file == STANDARD_INPUT else file
    text = read_text(source, limit=load_settings().input_limit)
    if not text.strip():
        raise InputError("it is empty: there is nothing to read", source=shown_name(file))
    return text


def file_name(file: Path) -> str:
    """The name that a result gives the file."""
    return "stdin" if file == STANDARD_INPUT else file.name


def shown_name(file: Path) -> str:
    """What an error calls the file."""
    return "<stdin>" if file == STANDARD_INPUT else str(file)
