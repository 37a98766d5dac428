"""The state of the files a session works on, and the observations of what happened to them."""

from __future__ import annotations

import re
from collections.abc import Iterable
from fnmatch import fnmatchcase, translate
from typing import NamedTuple

from uagent_memory.analyzer.observations.files.blind_edits import BlindEdits
from uagent_memory.analyzer.observations.files.file_act import EFFECTIVE, UNDOING, FileAct
from uagent_memory.analyzer.observations.files.file_state import FileState
from uagent_memory.analyzer.observations.files.file_texts import FileTexts
from uagent_memory.analyzer.observations.files.file_tree import FileEntry, FileTree
from uagent_memory.analyzer.observations.files.file_values import path_at, symbols_of, value_of
from uagent_memory.analyzer.observations.files.only_read import OnlyRead
from uagent_memory.analyzer.observations.files.printed_lines import NOTHING_SHOWN, Shown
from uagent_memory.analyzer.observations.files.untold_moves import UntoldMoves
from uagent_memory.analyzer.observations.shell.git_tree import GitTree
from uagent_memory.analyzer.observations.tables import strings
from uagent_memory.analyzer.observations.tools.calls import Exchange
from uagent_memory.facts import Change, FactKind, FileValue, TextSpan
from uagent_memory.ledger import Observation

__all__ = ["FileBook", "LastEdit"]

_GLOB = re.compile(r"[*?\[]")
"""Where the plain part of a shell pattern ends."""
ASIDES = 20
"""Times that setting one file aside is told; from then on not where it comes back at once."""


class _Unsaid(NamedTuple):
    """A file that was set aside once more, which is told only if that matters."""

    exchange: Exchange
    act: FileAct


class LastEdit(NamedTuple):
    """Where a successful edit names its file, and when it happened."""

    seq: int
    key: str
    path: TextSpan


class FileBook:
    """Follows every file through a log, so that reverts and overwrites are told apart."""

    def __init__(self) -> None:
        self._states = FileTree()
        self.moves = UntoldMoves(self._states)
        self.git = GitTree(self._states)
        self._edits: list[LastEdit] = []
        self._only_read = OnlyRead(self._states)
        self._unsaid: dict[str, _Unsaid] = {}
        self.blind = BlindEdits()
        self.texts = FileTexts(self._states)

    def content(self, key: str) -> TextSpan | None:
        """What the last write put into a file, unless something changed it since."""
        state = self._states.get(key)
        return state.content if state is not None and not state.deleted else None

    def knows(self, key: str) -> bool:
        """Whether the log showed that a file is there."""
        state = self._states.get(key)
        return state is not None and state.seen and not state.deleted

    def has_met(self, key: str) -> bool:
        """Whether the log showed a file, which may be gone by now."""
        state = self._states.get(key)
        return state is not None and state.seen

    def returns(self, source: str, target: str) -> bool:
        """Whether a move takes back what was moved away from there and not changed since."""
        here, there = self._states.get(source), self._states.get(target)
        is_gone = there is not None and there.deleted
        return is_gone and here is not None and here.came_unchanged(target)

    def named(self, key: str) -> str:
        """How the log has spelled a file; "" if it has not."""
        state = self._states.get(key)
        return state.named if state is not None else ""

    def is_changed(self, key: str) -> bool:
        """Whether the log has shown a change of it that is not taken back."""
        state = self._states.get(key)
        return state is not None and (state.dirty or state.commits > 0)

    def looked(
        self,
        key: str,
        text: str,
        *,
        whole: bool = False,
        shown: Shown = NOTHING_SHOWN,
    ) -> None:
        """A look at one file: what it shows as it was before was not changed.

        Args:
            key: of the file.
            text: what was printed.
            whole: it is all of the file.
            shown: lines of the file, as far as the look tells them.
        """
        if self.blind.shown(key, text, whole=whole):
            self._unmade((key,))
        if shown.lines and (state := self._states.get(key)) is not None:
            state.showed(shown, complete=whole)

    def denied(self, sentence: str, seq: int) -> None:
        """An agent says that edits that it just made did not take."""
        self._unmade(self.blind.denied(sentence, seq))

    def nothing_changed(self, keys: Iterable[str]) -> None:
        """Version control finds these files as they were."""
        self._unmade(self.blind.unchanged(keys))

    def _unmade(self, keys: Iterable[str]) -> None:
        for key in keys:
            if (state := self._states.get(key)) is not None:
                state.unmade()

    def inside(self, folder: str) -> list[tuple[str, TextSpan]]:
        """The changed files below a folder, with where their path was last spelled."""
        return _changed(self._states.below(folder))

    def is_folder(self, key: str) -> bool:
        """Whether the log has shown a file below it that is still there."""
        return any(map(_is_there, self._states.anywhere_below(key)))

    def matching(self, pattern: str) -> list[tuple[str, TextSpan]]:
        """The changed files that a shell pattern stands for, with where their path was spelled."""
        folder, slash, _ = _GLOB.split(pattern, maxsplit=1)[0].rpartition("/")
        depth = pattern.count("/") - (folder + slash).count("/") + 1
        is_named_so = re.compile(translate(pattern.rpartition("/")[2])).match
        near = self._states.at_depth(folder if slash else None, depth)
        named = (entry for entry in near if is_named_so(entry.name))
        return [(key, path) for key, path in _changed(named) if fnmatchcase(key, pattern)]

    def edits_between(self, after: int, before: int) -> Iterable[LastEdit]:
        """Successful edits whose message stands between two positions, newest first."""
        for edit in reversed(self._edits):
            if edit.seq <= after:
                return
            if edit.seq < before:
                yield edit

    def record(self, exchange: Exchange, act: FileAct) -> list[Observation]:
        """Takes note of an action and returns what is to be observed of it."""
        late = self.moves.overdue(act.place.key)
        if act.renamed_to is not None:
            late += self.moves.overdue(act.renamed_to.key)
        if self.moves.carry_out(exchange, act):
            return late
        return [*late, *self._told(exchange, act)]

    def _told(self, exchange: Exchange, act: FileAct) -> list[Observation]:
        state = self._states.meet(act.place.key).state
        change = self._change(state, act)
        if change is None:
            return []
        if change in EFFECTIVE:
            self.blind.changed(act._replace(change=change), exchange.asked.seq)
        if change is Change.STASHED and state.asides > ASIDES:
            self._unsaid[act.place.key] = _Unsaid(exchange, act)
            return []
        unsaid = self._unsaid.pop(act.place.key, None)
        if unsaid is None:
            return self._recorded(exchange, act, state, change)
        if change is Change.RESTORED and _is_next(exchange, unsaid.exchange):
            return []
        return [_set_aside(unsaid), *self._recorded(exchange, act, state, change)]

    def untold(self) -> list[Observation]:
        """What was set aside or moved and not told; changes nothing."""
        return [*map(_set_aside, self._unsaid.values()), *self.moves.untold()]

    def _recorded(
        self, exchange: Exchange, act: FileAct, state: FileState, change: Change
    ) -> list[Observation]:
        act = state.placed(act)
        where = exchange.asked if act.at.message_id == exchange.asked.id else exchange.answer
        if where is not None and act.place.path in where.quote(act.at):
            state.named = act.place.path
        if change in EFFECTIVE and where is not None:
            state.path = path_at(act, where.quote(act.at)) or state.path
            if state.path is not None:
                self._edits.append(LastEdit(where.seq, act.place.key, state.path))
        self.moves.told(self._states.meet(act.place.key), act.place.key)
        seen = [exchange.observe(FactKind.FILE, act.place.key, value_of(act), change, at=act.at)]
        if change in EFFECTIVE - UNDOING:
            seen.extend(symbols_of(exchange, act))
        if act.renamed_to is not None and change is Change.RENAMED:
            seen.append(self._arrival(exchange, act, state))
        return seen

    def passed_on(self, exchange: Exchange, act: FileAct) -> list[Observation]:
        """A change that an earlier role made: it happened, whatever is known of the file here."""
        if act.change in UNDOING:
            key, value = act.place.key, value_of(act)
            return [exchange.observe(FactKind.FILE, key, value, act.change, at=act.at)]
        return self.record(exchange, act)

    def _change(self, state: FileState, act: FileAct) -> Change | None:
        """The change as the file's history makes it out; updates the state."""
        change = act.change
        if change in (Change.REFUSED, Change.STATED):
            return change
        known = state.seen and not state.deleted
        state.seen = True
        if change is Change.READ:
            state.deleted = False
            return change
        if change is Change.CREATED:
            if known and not act.sure:
                change = Change.MODIFIED
            else:
                state.created = True
        elif change is Change.REVERTED:
            self._only_read.back(act.place.key)
            return state.reverted()
        elif change is Change.STASHED:
            return state.set_aside()
        elif change is Change.RESTORED:
            state.restored()
            self._only_read.back(act.place.key)
            return change
        if change is Change.DELETED:
            self._only_read.gone(act.place.key)
        return state.changed(act, change)

    def _arrival(self, exchange: Exchange, act: FileAct, old: FileState) -> Observation:
        """Something arrived at the new path: a rename without a target (see the fold)."""
        place = act.renamed_to or act.place
        entry = self._states.meet(place.key)
        tracked = act.how in strings("shell", "git", "staging")
        entry.state.arrives(act.place.key, old, tracked=tracked)
        self.moves.told(entry, place.key)
        self._only_read.carried(act.place.key, place.key)
        value = FileValue(path=place.path, spelled=place.spelled, how=act.how)
        return exchange.observe(FactKind.FILE, place.key, value, Change.RENAMED, at=act.at)

    def undo_last(self, key: str) -> Change:
        """What an editor's own undo does: a revert if it takes the only change back."""
        state = self._states.get(key)
        if state is None or len(state.undo) <= 1:
            return Change.REVERTED
        state.undo.pop()
        return Change.MODIFIED

    def wrote(self, key: str, content: TextSpan) -> None:
        """Remembers what a write put into a file."""
        if (state := self._states.get(key)) is not None:
            state.wrote(content)

    def copied(self, source: str, target: str) -> None:
        """Remembers a back-up, so that copying it back is seen as a revert."""
        self._states.meet(target).state.copies(source, self._states.get(source))

    def is_silent_copy(self, key: str) -> bool:
        """Whether it is a back-up that an editor made and the log never named."""
        state = self._states.get(key)
        return state is not None and bool(state.backup_of) and not state.seen

    def restores(self, source: str, target: str) -> Change | None:
        """What copying `source` over `target` brings back: its first state, or what was undone."""
        if self.returns(source, target):
            return Change.RESTORED
        copy, origin = self._states.get(source), self._states.get(target)
        if copy is None or copy.backup_of != target:
            return None
        return Change.REVERTED if copy.backup_clean else copy.brings_back(origin)


def _is_next(exchange: Exchange, earlier: Exchange) -> bool:
    """Nothing was said or run between the two."""
    return earlier.answer is not None and exchange.asked.seq == earlier.answer.seq + 1


def _is_there(entry: FileEntry) -> bool:
    """Whether the log has shown it and it is not deleted."""
    return entry.state.seen and not entry.state.deleted


def _changed(entries: Iterable[FileEntry]) -> list[tuple[str, TextSpan]]:
    """Those that were changed and are there, with where their path was last spelled."""
    there = filter(_is_there, entries)
    return [(entry.key, entry.state.path) for entry in there if entry.state.path]


def _set_aside(unsaid: _Unsaid) -> Observation:
    exchange, act = unsaid
    value = value_of(act)
    return exchange.observe(FactKind.FILE, act.place.key, value, Change.STASHED, at=act.at)
