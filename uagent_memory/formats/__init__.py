"""Session and message formats: what comes in and what goes out."""

from __future__ import annotations

from uagent_memory.formats.items import read_messages
from uagent_memory.formats.out import OutputFormat, render_messages
from uagent_memory.formats.reader import list_sessions, read_file
from uagent_memory.formats.session import FormatName, Session, SessionInfo

__all__ = [
    "FormatName",
    "OutputFormat",
    "Session",
    "SessionInfo",
    "list_sessions",
    "read_file",
    "read_messages",
    "render_messages",
]
