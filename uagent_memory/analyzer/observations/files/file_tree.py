"""The states of the files of a log, by path: what is below a folder is found and moved at once."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field
from operator import attrgetter

from uagent_memory.analyzer.observations.files.file_act import FileAct
from uagent_memory.analyzer.observations.files.file_state import FileState
from uagent_memory.analyzer.observations.tools.calls import Exchange

__all__ = ["FileEntry", "FileTree", "Move"]


@dataclass(frozen=True, slots=True)
class Move:
    """A move that was not told of each thing that it took along."""

    number: int
    """How many there were with it."""
    exchange: Exchange
    act: FileAct


@dataclass(slots=True, eq=False)
class _Folder:
    """What is in a folder; an object of its own, so that all of it moves in one step."""

    owner: FileEntry | None
    entries: dict[str, FileEntry] = field(default_factory=dict)
    moved: Move | None = None
    """The latest one that took it along."""


@dataclass(slots=True, eq=False)
class FileEntry:
    """A name in a folder: a file, a folder, or what was one."""

    name: str
    home: _Folder
    number: int = -1
    """In which order the log has met it; -1 where it has not."""
    known: FileState | None = None
    inside: _Folder | None = None
    moved: Move | None = None
    """The latest one by its own name."""
    told: str = ""
    """The key under which it was last told."""

    @property
    def state(self) -> FileState:
        """Of what the log has met."""
        return self.known or FileState()

    @property
    def key(self) -> str:
        """The whole path."""
        names = [self.name]
        owner = self.home.owner
        while owner is not None:
            names.append(owner.name)
            owner = owner.home.owner
        return "/".join(reversed(names))

    @property
    def latest_move(self) -> Move | None:
        """Of the untold ones of it and of the folders above it."""
        latest, entry = self.moved, self
        while True:
            above = entry.home.moved
            if above is not None and (latest is None or above.number > latest.number):
                latest = above
            if entry.home.owner is None:
                return latest
            entry = entry.home.owner


class FileTree:
    """The files that a log has met, in that order.

    A key is a path; one that begins with a slash stands below the empty name.
    """

    def __init__(self) -> None:
        self._root = _Folder(None)
        self._met: dict[int, FileEntry] = {}
        self._number = 0
        self._moves = 0

    def get(self, key: str) -> FileState | None:
        """The state of what the log has met at a path."""
        entry = self.entry(key)
        return entry.known if entry is not None else None

    def entry(self, key: str) -> FileEntry | None:
        """What the log has met at a path."""
        found = self._find(key)
        return found if found is not None and found.known is not None else None

    def meet(self, key: str) -> FileEntry:
        """The one at a path, which is from now on met."""
        entry = self._make(key)
        if entry.known is None:
            entry.known, entry.number = FileState(), self._number
            self._met[self._number] = entry
            self._number += 1
        return entry

    def entries(self) -> Iterator[FileEntry]:
        """All that were met."""
        return iter(self._met.values())

    def values(self) -> Iterator[FileState]:
        """The states of all that were met."""
        return (entry.state for entry in self._met.values())

    def below(self, key: str) -> list[FileEntry]:
        """All that were met below a folder."""
        return sorted(self.anywhere_below(key), key=attrgetter("number"))

    def anywhere_below(self, key: str) -> Iterator[FileEntry]:
        """The same in no order, one by one."""
        top = self._find(key)
        folders = [top.inside] if top is not None and top.inside is not None else []
        while folders:
            for entry in folders.pop().entries.values():
                if entry.known is not None:
                    yield entry
                if entry.inside is not None:
                    folders.append(entry.inside)

    def at_depth(self, folder: str | None, depth: int) -> list[FileEntry]:
        """All that were met so many names below a folder; None for where all paths begin."""
        top = self._find(folder) if folder is not None else None
        inside = self._root if folder is None else top.inside if top is not None else None
        level = [inside] if inside is not None else []
        for _ in range(depth - 1):
            below = (entry.inside for one in level for entry in one.entries.values())
            level = [one for one in below if one is not None]
        found = (entry for one in level for entry in one.entries.values() if entry.known)
        return sorted(found, key=attrgetter("number"))

    def take_along(self, exchange: Exchange, act: FileAct, source: str, target: str) -> None:
        """All that is below one folder is from now on below another, whatever was there."""
        old = self._find(source)
        if old is None or old.inside is None or f"{target}/".startswith(f"{source}/"):
            return
        moved, old.inside = old.inside, None
        place = self._make(target)
        if place.inside is not None:
            self._merge(place.inside, moved)
        place.inside, moved.owner = moved, place
        moved.moved = self._move(exchange, act)

    def rename(self, exchange: Exchange, act: FileAct, source: str, target: str) -> None:
        """One that was met has from now on another path; it replaces what was there."""
        old = self._find(source)
        if old is None or old.known is None or source == target:
            return
        place = self._make(target)
        if place.known is not None:
            del self._met[place.number]
        place.known, place.number, place.told = old.known, old.number, old.told
        place.moved = self._move(exchange, act)
        self._met[place.number] = place
        old.known, old.number, old.told, old.moved = None, -1, "", None

    def _move(self, exchange: Exchange, act: FileAct) -> Move:
        self._moves += 1
        return Move(self._moves, exchange, act)

    def _merge(self, there: _Folder, moved: _Folder) -> None:
        """What is moved goes over what is there."""
        pairs = [(there, moved)]
        while pairs:
            under, over = pairs.pop()
            for name, entry in under.entries.items():
                new = over.entries.get(name)
                if new is None:
                    entry.home = over
                    over.entries[name] = entry
                    continue
                self._replace(entry, new)
                if entry.inside is not None and new.inside is not None:
                    pairs.append((entry.inside, new.inside))
                elif entry.inside is not None:
                    new.inside, entry.inside.owner = entry.inside, new

    def _replace(self, old: FileEntry, new: FileEntry) -> None:
        """The newer one stands; what is gone is not newer than what is there."""
        if old.known is None:
            return
        if new.known is not None and not (new.known.deleted and not old.known.deleted):
            del self._met[old.number]
            return
        if new.known is not None:
            del self._met[new.number]
        new.known, new.number, new.told, new.moved = old.known, old.number, old.told, old.moved
        self._met[new.number] = new

    def _find(self, key: str) -> FileEntry | None:
        folder: _Folder | None = self._root
        entry = None
        for name in key.split("/"):
            entry = folder.entries.get(name) if folder is not None else None
            if entry is None:
                return None
            folder = entry.inside
        return entry

    def _make(self, key: str) -> FileEntry:
        folder, entry = self._root, None
        for name in key.split("/"):
            if entry is not None:
                if entry.inside is None:
                    entry.inside = _Folder(entry)
                folder = entry.inside
            entry = folder.entries.get(name)
            if entry is None:
                entry = folder.entries[name] = FileEntry(name, folder)
        assert entry is not None
        return entry
