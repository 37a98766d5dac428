"""Files that were only read: they go and come back with their folder, untold."""

from __future__ import annotations

from uagent_memory.analyzer.observations.files.file_tree import FileTree

__all__ = ["OnlyRead"]


class OnlyRead:
    """Lets the files of a tree that were only read go, come back and move with their folders."""

    def __init__(self, tree: FileTree) -> None:
        self._tree = tree
        self._emptied: set[str] = set()
        """Folders from which some of them are gone."""

    def gone(self, folder: str) -> None:
        """The folder was deleted."""
        self._set(folder, gone=True)

    def back(self, folder: str) -> None:
        """The folder is here again."""
        if folder in self._emptied:
            self._set(folder, gone=False)

    def carried(self, source: str, target: str) -> None:
        """The folder was moved."""
        for entry in self._tree.below(source):
            key, state = entry.key, entry.state
            if state.seen and not (state.deleted or state.path):
                there = self._tree.meet(f"{target}{key.removeprefix(source)}").state
                there.seen, there.deleted, state.deleted = True, False, True
                there.carries(key, state)
                self._emptied.add(source)

    def _set(self, folder: str, *, gone: bool) -> None:
        for entry in self._tree.anywhere_below(folder):
            state = entry.state
            if state.seen and not state.path:
                state.deleted = gone
                self._emptied.add(folder)
