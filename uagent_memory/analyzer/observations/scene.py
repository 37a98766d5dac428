"""What the observers of one log share while it unfolds."""

from __future__ import annotations

from collections import deque
from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from uagent_memory.analyzer.observations.failures.error_log import ErrorLog
from uagent_memory.analyzer.observations.files.file_book import FileBook
from uagent_memory.analyzer.observations.files.paths import PathBook
from uagent_memory.analyzer.observations.shell.spellings import Spellings

if TYPE_CHECKING:
    from uagent_memory.analyzer.observations.shell.listed import Unnamed
    from uagent_memory.analyzer.observations.tools.calls import Exchange

__all__ = ["Scene", "Written"]

_UNNAMED = 8


@dataclass(frozen=True, slots=True)
class Written:
    """A script that a call wrote: what it will write to when it is run."""

    exchange: Exchange
    start: int
    text: str


@dataclass(slots=True)
class Scene:
    paths: PathBook = field(default_factory=PathBook)
    files: FileBook = field(default_factory=FileBook)
    errors: ErrorLog = field(default_factory=ErrorLog)
    scripts: dict[str, Written] = field(default_factory=dict)
    """By file key."""
    spellings: Spellings = field(default_factory=Spellings)
    unnamed: deque[Unnamed] = field(default_factory=lambda: deque(maxlen=_UNNAMED))
    """Changes of files that no answer has named yet."""
    repositories: set[str] = field(default_factory=set)
    """Folders of the work in which version control was used."""
    trials: set[str] = field(default_factory=set)
    """Temporary folders that were made a repository to try something."""
    depth: int = 0
    """How deep scripts run scripts."""
    marking: set[str] = field(default_factory=set)
    """Tools whose harness was seen to mark failures, so that no mark means success."""
