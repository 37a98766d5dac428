"""What is known of one file at one point of a log."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field

from uagent_memory.analyzer.observations.file_act import FileAct
from uagent_memory.facts import Change, TextSpan

__all__ = ["FileState"]

_REMEMBERED = 300
"""Newest exchanges of text in a file that a later one can take back."""


@dataclass(slots=True)
class FileState:
    """Whether the log showed it, what was done to it, and what git holds of that."""

    seen: bool = False
    created: bool = False
    deleted: bool = False
    staged: bool = False
    indexed: bool = False
    """The index holds a change of it, be it older than what the file is now."""
    commits: int = 0
    """Own commits that hold a change of it."""
    undo: list[tuple[str, str]] = field(default_factory=list)
    """The exchanges of text since the last commit, newest last."""
    dirty: bool = False
    content: TextSpan | None = None
    """What a write put there, while nothing else has changed it."""
    backup_of: str = ""
    backup_clean: bool = False
    path: TextSpan | None = None
    named: str = ""
    """Its path, once the log has spelled it."""
    asides: int = 0
    """How often it was set aside."""

    def reverted(self) -> Change | None:
        """A revert of nothing changed is none; one down to an own commit leaves it changed."""
        was_dirty, self.dirty, self.staged, self.indexed = self.dirty, False, False, False
        self.undo.clear()
        self.content, self.deleted = None, self.created and not self.commits
        if not was_dirty:
            return None
        return Change.MODIFIED if self.commits else Change.REVERTED

    def set_aside(self) -> Change | None:
        """Stashed; what an own commit holds of it still stands."""
        was_dirty, self.dirty, self.staged, self.content = self.dirty, False, False, None
        self.indexed = False
        if not was_dirty or self.commits:
            return None
        self.asides += 1
        return Change.STASHED

    def changed(self, act: FileAct, change: Change) -> Change:
        """REVERTED where the action takes the only remaining exchange of text back."""
        self.deleted = change in (Change.DELETED, Change.RENAMED)
        self.dirty, self.staged, self.content = True, False, None
        if act.undo is not None and act.undo[1] == "" and self._wiped(act.undo[0]):
            return self._left(change)
        if act.undo is None or change is not Change.MODIFIED:
            self.undo.append(("", ""))
            return change
        start = _taken_back(self.undo, *act.undo)
        if start is None:
            self.undo.append(act.undo)
            return change
        del self.undo[start[0] : start[1]]
        return self._left(change)

    def unmade(self) -> None:
        """The newest exchange turns out to have changed nothing."""
        del self.undo[-1:]
        self.dirty = bool(self.undo) or (self.dirty and self.created)

    def _left(self, change: Change) -> Change:
        """REVERTED where nothing remains of what was changed."""
        if self.undo or self.created or self.commits:
            return change
        self.dirty = False
        return Change.REVERTED

    def _wiped(self, words: str) -> bool:
        """Whether lines that were put in hold these words, each of them: they are gone."""
        newest = self.undo[-_REMEMBERED:]
        kept = [pair for pair in newest if not _is_put_in(pair, words)]
        if len(kept) == len(newest):
            return False
        self.undo[-_REMEMBERED:] = kept
        return True


def _is_put_in(pair: tuple[str, str], words: str) -> bool:
    old, new = pair
    return not old and bool(new) and all(words in line for line in new.split("\n"))


def _taken_back(undo: Sequence[tuple[str, str]], old: str, new: str) -> tuple[int, int] | None:
    """Which exchanges an exchange of `old` for `new` takes back: the same one the other way
    round, or the last ones where each went on with what the one before had put there.
    """
    newest = range(len(undo) - 1, max(-1, len(undo) - 1 - _REMEMBERED), -1)
    for at in newest:
        if undo[at] == (new, old):
            return at, at + 1
    wanted = old
    for at in newest:
        if undo[at][1] != wanted:
            return None
        wanted = undo[at][0]
        if wanted == new:
            return at, len(undo)
    return None
