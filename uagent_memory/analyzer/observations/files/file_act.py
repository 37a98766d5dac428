"""One action on one file, as a call tells it."""

from __future__ import annotations

from typing import NamedTuple

from uagent_memory.analyzer.observations.files.edits import Edit
from uagent_memory.analyzer.observations.files.known_lines import KnownLines
from uagent_memory.analyzer.observations.files.paths import Place
from uagent_memory.analyzer.observations.tools.calls import Exchange
from uagent_memory.facts import Change
from uagent_memory.messages import Span

__all__ = ["EFFECTIVE", "UNDOING", "Deed", "FileAct"]

EFFECTIVE = frozenset(
    (
        Change.CREATED,
        Change.MODIFIED,
        Change.DELETED,
        Change.RENAMED,
        Change.REVERTED,
        Change.STASHED,
        Change.RESTORED,
    )
)
UNDOING = frozenset((Change.REVERTED, Change.STASHED, Change.RESTORED))
"""Changes that put nothing new into a file."""


class FileAct(NamedTuple):
    """One action on one file, as a tool's call tells it.

    `sure` is False for a CREATED that may have overwritten a file. `undo` is the pair of texts
    that the action exchanged, old and new, whole; `everywhere` where it would have done so wherever
    the old one stands in the file.
    """

    place: Place
    change: Change
    how: str
    at: Span
    edit: Edit = Edit()
    renamed_to: Place | None = None
    lines: int | None = None
    undo: tuple[str, str] | None = None
    sure: bool = True
    everywhere: bool = False
    said: str = ""
    """The script of a stream editor."""
    known: KnownLines | None = None
    """What is known of the file's lines afterwards; None: what the edit tells, and no place."""
    takes: str = ""
    """The key of a folder of which all comes along, and nothing is told."""


class Deed(NamedTuple):
    """An act, and the exchange whose text spells its file."""

    exchange: Exchange
    act: FileAct
