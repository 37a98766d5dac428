"""What is known of one file at one point of a log."""

from __future__ import annotations

from collections import deque
from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import NamedTuple

from uagent_memory.analyzer.observations.files.edits import Edit, split_lines
from uagent_memory.analyzer.observations.files.enclosing import Look, enclosing, is_holding
from uagent_memory.analyzer.observations.files.file_act import FileAct
from uagent_memory.analyzer.observations.files.known_lines import Exchanged, KnownLines
from uagent_memory.analyzer.observations.files.printed_lines import Shown
from uagent_memory.analyzer.observations.tables import strings, table
from uagent_memory.facts import Change, Hunk, TextSpan

__all__ = ["FileState"]

_REMEMBERED = 300
"""Newest exchanges of text in a file that a later one can take back."""


class _Left(NamedTuple):
    """What a file was when it was moved away or set aside."""

    dirty: bool
    deleted: bool
    known: KnownLines
    content: TextSpan | None
    left: _Left | None


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
    """What it is a copy of was not changed."""
    edits: int = 0
    """How often it was changed."""
    backup_edits: int = 0
    """How often that had been changed which it is a copy of."""
    path: TextSpan | None = None
    named: str = ""
    """Its path, once the log has spelled it."""
    asides: int = 0
    """How often it was set aside."""
    moves: int = 0
    """How often it was moved, also under earlier names."""
    _known: KnownLines = field(default_factory=KnownLines)
    _exchanged: list[Exchanged] = field(default_factory=list)
    """What was exchanged since, put together when somebody asks for the lines."""
    pristine: KnownLines = field(default_factory=KnownLines)
    """What was known of it when it was not changed."""
    murky: bool = False
    """Some change of it told no line: what is printed since may have been put in by that."""
    left: _Left | None = None
    """Before it was moved away."""
    aside: _Left | None = None
    """Before it was set aside."""
    came_from: str = ""
    """The name of the file that was moved here."""
    came_edits: int = 0
    """How often it had been changed by then."""
    own: set[str] = field(default_factory=set)
    """Lines that changes put in."""
    looks: deque[Look] = field(
        default_factory=lambda: deque(maxlen=table("shell")["limits"]["looks"])
    )
    """The newest ones at its numbered lines."""

    @property
    def known(self) -> KnownLines:
        """What the log has shown of its lines, as far as they are known to be as they were."""
        if self._exchanged:
            self.known = self._known.exchanging(self._exchanged)
        return self._known

    @known.setter
    def known(self, lines: KnownLines) -> None:
        self._known, self._exchanged = lines, []

    def showed(self, shown: Shown, *, complete: bool) -> None:
        """Lines of it were printed."""
        if shown.is_placed:
            self.looks.append(Look(shown.lines))
        if not shown.is_placed:
            self.known = self.known.holding(shown.lines.values())
        elif complete:
            self.known = KnownLines(shown.lines, complete=True)
        else:
            self.known = self.known.showing(shown.lines)
        if not self.dirty:
            self.pristine = self.known

    def wrote(self, content: TextSpan) -> None:
        """A write put this there, and nothing else."""
        self.content, self.known = content, KnownLines.whole(split_lines(content))
        self.looks.append(Look(self.known.numbered))

    def placed(self, act: FileAct) -> FileAct:
        """The act with the name of what it stands in, where its own text does not tell."""
        names = act.edit.names
        tells = names.touched or any(map(is_holding, (*names.defined, *names.removed)))
        if tells or not act.edit.hunks:
            return act
        old = act.undo[0] if act.undo else ""
        within = enclosing(self.looks, act.place.key, old, act.edit.hunks)
        return act._replace(edit=act.edit._replace(within=within))

    def copies(self, name: str, origin: FileState | None) -> None:
        """It is a copy of another file as that is now."""
        self.backup_of = name
        self.backup_clean = origin is None or not origin.dirty
        if origin is not None:
            self.backup_edits, self.known = origin.edits, origin.known

    def brings_back(self, origin: FileState | None) -> Change | None:
        """What this copy does to its origin: what was undone there counts again."""
        if origin is None or origin.dirty or origin.edits != self.backup_edits:
            return None
        origin.known = self.known
        return Change.RESTORED

    def arrives(self, name: str, origin: FileState, *, tracked: bool) -> None:
        """It is another file that was moved here; version control need not know the new name."""
        self.seen, self.deleted, self.dirty = True, False, True
        self.created = origin.created or not tracked
        self.staged = self.indexed = tracked
        self.path = origin.path
        self.moves = max(self.moves, origin.moves)
        self.carries(name, origin)

    def carries(self, name: str, origin: FileState) -> None:
        self.known = origin.left.known if origin.left is not None else origin.known
        self.came_from, self.came_edits = name, self.edits

    def came_unchanged(self, name: str) -> bool:
        """It is the file of this name as it was moved here."""
        return not self.deleted and self.came_from == name and self.came_edits == self.edits

    def restored(self) -> None:
        """What was moved away or set aside is here again."""
        if (back := self.left) is not None:
            self.dirty, self.deleted, self.known, self.content, self.left = back
            return
        self.dirty = True
        if (back := self.aside) is not None:
            self.deleted, self.left, self.aside = back.deleted, back.left, None

    def _now(self) -> _Left:
        return _Left(self.dirty, self.deleted, self.known, self.content, self.left)

    def reverted(self) -> Change | None:
        """A revert of nothing changed is none; one down to an own commit leaves it changed."""
        was_dirty, self.dirty, self.staged, self.indexed = self.dirty, False, False, False
        self.undo.clear()
        self.known, self.murky = self.pristine, False
        self.content, self.deleted, self.left = None, self.created and not self.commits, None
        if not was_dirty:
            return None
        return Change.MODIFIED if self.commits else Change.REVERTED

    def set_aside(self) -> Change | None:
        """Stashed; what an own commit holds of it still stands."""
        self.aside = self._now()
        was_dirty, self.dirty, self.staged, self.content = self.dirty, False, False, None
        self.indexed = False
        self.known, self.left = self.pristine, None
        self.deleted = self.deleted and self.created and not self.commits
        if not was_dirty or self.commits:
            return None
        self.asides += 1
        return Change.STASHED

    def changed(self, act: FileAct, change: Change) -> Change:
        """REVERTED where the action takes the only remaining exchange of text back."""
        self.left = self._now() if change is Change.RENAMED else None
        self.deleted = change in (Change.DELETED, Change.RENAMED)
        self.staged = act.how in strings("shell", "git", "staging")
        self.indexed = self.indexed or self.staged
        self.dirty, self.content = True, None
        self.edits += change is not Change.RENAMED
        self.moves += change is Change.RENAMED
        self._exchange(act)
        self.murky |= not (act.edit.hunks or any(self.known.all()))
        self.own.update(line.text.strip() for hunk in act.edit.hunks for line in hunk.added)
        if act.undo is not None and act.undo[1] == "" and self._wiped(act.undo[0]):
            return self._left(change)
        if act.undo is None or change is not Change.MODIFIED:
            self.undo.append(("", ""))
            return change
        start = _taken_back(self.undo, *act.undo)
        if start is None:
            self.undo.append(("", "") if act.known is not None and not act.undo[1] else act.undo)
            return change
        del self.undo[start[0] : start[1]]
        return self._left(change)

    def _exchange(self, act: FileAct) -> None:
        if act.known is not None or not act.edit.hunks:
            self.known = act.known or KnownLines()
            return
        removed = [line for hunk in act.edit.hunks for line in hunk.removed]
        gone = {line.text.strip() for line in removed if line not in act.edit.lasting}
        added = [line for hunk in act.edit.hunks for line in hunk.added]
        self._exchanged.append(Exchanged(gone, added))

    def surely(self, edit: Edit) -> Edit:
        """An edit that tells what it took out only of lines that no earlier one put in unseen."""
        if not self.murky:
            return edit
        texts = (self.pristine.texts, self.own)
        hunks, dropped = [], []
        for hunk in edit.hunks:
            removed = tuple(x for x in hunk.removed if any(x.text.strip() in y for y in texts))
            dropped += [line for line in hunk.removed if line not in removed]
            if removed or hunk.added:
                hunks.append(Hunk(removed, hunk.added))
        return edit._replace(hunks=tuple(hunks), dropped=tuple(dropped))

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
