"""Moves of what was moved often before: they are told once, when something else happens to it.

A folder may be moved again and again with files written in between. To tell each move of each file
below it would take a time that grows with the square of the log, and say nothing: what counts is
where a file is in the end.
"""

from __future__ import annotations

from collections.abc import Iterator

from uagent_memory.analyzer.observations.files.file_act import FileAct
from uagent_memory.analyzer.observations.files.file_tree import FileEntry, FileTree
from uagent_memory.analyzer.observations.files.file_values import value_of
from uagent_memory.analyzer.observations.files.paths import Place
from uagent_memory.analyzer.observations.tables import table
from uagent_memory.analyzer.observations.tools.calls import Exchange
from uagent_memory.facts import Change, FactKind, FileValue
from uagent_memory.ledger import Observation

__all__ = ["UntoldMoves"]


class UntoldMoves:
    """Decides which moves in a tree are told one by one, and tells the others when they matter."""

    def __init__(self, tree: FileTree) -> None:
        self._tree = tree
        self._told: dict[str, FileEntry] = {}
        """By the key under which each was last told."""

    def is_often_moved(self, key: str) -> bool:
        """Whether what is there has been moved so often that no more is told of each move."""
        state = self._tree.get(key)
        if state is None or not state.seen or state.deleted:
            return False
        most: int = table("shell")["limits"]["told_moves"]
        return state.moves >= most

    def holds_files(self, key: str) -> bool:
        """Whether something was met below it."""
        return next(self._tree.anywhere_below(key), None) is not None

    def carry_out(self, exchange: Exchange, act: FileAct) -> bool:
        """Moves what an act moves untold; whether there is nothing left to tell of it."""
        target = act.renamed_to or act.place
        if act.takes:
            self._tree.take_along(exchange, act, act.takes, target.key)
            return False
        key = act.place.key
        if act.change is not Change.RENAMED or target.key == key or not self.is_often_moved(key):
            return False
        if self.holds_files(key):
            return False
        self._tree.rename(exchange, act, key, target.key)
        return True

    def told(self, entry: FileEntry, key: str) -> None:
        """Something was told of a file under its present name."""
        entry.told = key
        self._told[key] = entry

    def overdue(self, key: str) -> list[Observation]:
        """What is to be told before something is told of this path; counts as told from now on."""
        entries = (self._tree.entry(key), self._told.get(key))
        seen: list[Observation] = []
        for entry in entries:
            if entry is not None and (late := list(_late(entry))):
                seen.extend(late)
                self.told(entry, entry.key)
        return seen

    def untold(self) -> list[Observation]:
        """All that is not told yet; changes nothing."""
        moved = (entry for entry in self._tree.entries() if entry.latest_move is not None)
        return [seen for entry in moved for seen in _late(entry)]


def _late(entry: FileEntry) -> Iterator[Observation]:
    """That a file left the name under which it was told, and is here.

    What was only read is told with the folder that it is in.
    """
    key, state, move = entry.key, entry.state, entry.latest_move
    if move is None or entry.told in ("", key) or state.path is None or state.deleted:
        return
    exchange, act = move.exchange, move.act
    top = act.renamed_to or act.place
    new = Place(*(f"{name}{key.removeprefix(top.key)}" for name in top))
    old = Place(entry.told, state.path.text, state.path.text)
    left = act._replace(place=old, change=Change.RENAMED, renamed_to=new)
    yield exchange.observe(FactKind.FILE, old.key, value_of(left), Change.RENAMED, at=act.at)
    here = FileValue(path=new.path, spelled=new.spelled, how=act.how)
    yield exchange.observe(FactKind.FILE, key, here, Change.RENAMED, at=act.at)
