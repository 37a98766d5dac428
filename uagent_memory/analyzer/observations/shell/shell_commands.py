"""Simple commands and the pipelines they make."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Literal, NamedTuple, TypeAlias

from uagent_memory.analyzer.observations.shell.shell_words import Word

__all__ = ["Link", "Pipeline", "Redirect", "Simple"]

Link: TypeAlias = Literal["", "&&", "||", ";", "|"]


class Redirect(NamedTuple):
    op: str
    fd: str
    target: Word


@dataclass(slots=True)
class Simple:
    """One command with its words (assignments before the program are left out)."""

    words: list[Word] = field(default_factory=list)
    redirects: list[Redirect] = field(default_factory=list)
    body: tuple[int, int] | None = None
    """Where the here-document's text stands."""
    start: int = -1
    end: int = -1
    link: Link = ""
    """What joins it to the command before it."""
    depth: int = 0
    """How many subshells it stands in."""
    branch: int = 0
    """In which branch of an `if` or `case` it stands: it may not have run; 0 is none."""

    @property
    def conditional(self) -> bool:
        return self.branch > 0

    @property
    def program(self) -> str:
        return self.words[0].text if self.words else ""


@dataclass(slots=True)
class Pipeline:
    simples: list[Simple]

    @property
    def link(self) -> Link:
        return self.simples[0].link

    @property
    def start(self) -> int:
        return self.simples[0].start

    @property
    def end(self) -> int:
        return self.simples[-1].end
