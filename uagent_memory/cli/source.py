"""Reading what a command works on: a file, or standard input."""

from __future__ import annotations

import sys
from typing import TYPE_CHECKING

from uagent_memory.cli.commands import print_warning
from uagent_memory.errors import InputError, SeveralSessions

if TYPE_CHECKING:
    from uagent_memory.formats import Session

__all__ = ["read_source"]

SHOWN_SESSIONS = 8


def read_source(name: str, *, session: str | None, lenient: bool) -> Session:
    """The session in a file, or on standard input if `name` is "-"; warnings go to stderr.

    Raises:
        InputError: it is not there, or cannot be read; says where, why and what to do.
    """
    from uagent_memory.config import load_settings
    from uagent_memory.formats import read_file

    limit = load_settings().input_limit

    source = sys.stdin.buffer if name == "-" else name
    try:
        read = read_file(source, session=session, lenient=lenient, limit=limit)
    except SeveralSessions as error:
        raise InputError(_choice(error), source=error.source) from error
    for warning in read.warnings:
        print_warning(warning)
    return read


def _choice(error: SeveralSessions) -> str:
    shown = ", ".join(error.sessions[:SHOWN_SESSIONS])
    more = len(error.sessions) - SHOWN_SESSIONS
    rest = f" and {more} more" if more > 0 else ""
    return f"holds {len(error.sessions)} sessions; choose one with --session: {shown}{rest}"
