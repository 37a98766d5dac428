"""What git knows of the files a session changed: staged, committed, stashed."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterator, Sequence
from collections.abc import Set as AbstractSet

from uagent_memory.analyzer.observations.files.file_state import FileState
from uagent_memory.analyzer.observations.files.file_tree import FileTree
from uagent_memory.facts import TextSpan

__all__ = ["Changed", "GitTree", "covered"]

Changed = list[tuple[str, TextSpan]]
"""Files by key, with where their path was last spelled."""


class GitTree:
    """One working tree over the states that a file book keeps."""

    def __init__(self, states: FileTree) -> None:
        self._states = states
        self._commits: list[list[str]] = []
        self._stashes: list[list[str]] = []

    def _where(self, holds: Callable[[FileState], bool]) -> Changed:
        return [
            (entry.key, state.path)
            for entry in self._states.entries()
            if (state := entry.state).path and holds(state)
        ]

    def dirty(self) -> Changed:
        """Tracked files changed since the last commit, also those that are gone."""
        return self._where(
            lambda s: s.dirty and (not s.created or s.commits > 0 or (s.staged and not s.deleted))
        )

    def unstaged(self) -> Changed:
        """Those of them of which the index holds no change: taken from there they are as before."""
        held = {key for key, _ in self.indexed()}
        return [item for item in self.dirty() if item[0] not in held]

    def untracked(self) -> Changed:
        return self._where(
            lambda s: s.dirty and s.created and not (s.staged or s.commits or s.deleted)
        )

    def staged(self) -> Changed:
        return self._where(lambda s: s.staged)

    def indexed(self) -> Changed:
        return self._where(lambda s: s.indexed)

    def is_indexed(self, key: str) -> bool:
        state = self._states.get(key)
        return state is not None and state.path is not None and state.indexed

    def take_from_index(self, keys: Collection[str]) -> None:
        """What was done to these since they were staged is undone."""
        for _, state in self._known(keys):
            state.staged = state.staged or state.indexed

    def unstage(self) -> None:
        """`git reset`: the index is as the last commit left it."""
        for state in self._states.values():
            state.staged = state.indexed = False

    def stage(self, keys: Sequence[str] | None) -> None:
        """`git add`; None for all files."""
        for state in self._states.values() if keys is None else self._at_or_below(keys):
            if state.dirty:
                state.staged = state.indexed = True

    def _at_or_below(self, keys: Sequence[str]) -> Iterator[FileState]:
        for key in keys:
            if (state := self._states.get(key)) is not None:
                yield state
            yield from (entry.state for entry in self._states.anywhere_below(key))

    def commit(self, *, every: bool) -> None:
        """`git commit`; `every` with -a."""
        held = []
        for entry in self._states.entries():
            state = entry.state
            if state.dirty and (state.staged or (every and (not state.created or state.commits))):
                state.dirty = state.staged = state.indexed = False
                state.commits += 1
                state.undo.clear()
                held.append(entry.key)
        self._commits.append(held)

    def drop_commits(self, count: int) -> None:
        """The last commits of its own are taken off: what they held is changed and no more."""
        for _ in range(min(count, len(self._commits))):
            for _, state in self._known(self._commits.pop()):
                state.commits -= 1
                state.dirty = state.staged = state.indexed = True

    def take_back(self, number: int) -> Changed:
        """`git revert`: what only the own commit that many before the last one had changed."""
        if number >= len(self._commits):
            return []
        gone: Changed = []
        for key, state in self._known(self._commits[-1 - number]):
            if state.commits == 1 and not state.dirty and state.path is not None:
                state.commits, state.dirty = 0, True
                gone.append((key, state.path))
        return gone

    def stash(self, files: Changed) -> None:
        """`git stash`: takes files away until they are brought back."""
        self._stashes.append([key for key, _ in files])

    def unstash(self, number: int = 0, *, keep: bool = False) -> Changed:
        """`git stash pop`: the files it brings back; `keep` as `apply` does."""
        at = len(self._stashes) - 1 - number
        if at < 0:
            return []
        keys = self._stashes[at]
        if keep:
            self._stashes[at] = []
        else:
            del self._stashes[at]
        return [(key, state.path) for key, state in self._known(keys) if state.path is not None]

    def _known(self, keys: Collection[str]) -> list[tuple[str, FileState]]:
        """Those of the files that are still known by these names."""
        return [(key, state) for key in keys if (state := self._states.get(key)) is not None]

    def drop_stash(self, number: int = 0, *, every: bool = False) -> Changed:
        """`git stash drop`: what it held and nobody has brought back or changed anew."""
        gone: dict[str, TextSpan] = {}
        for _ in range(len(self._stashes) if every else 1):
            paths = dict(self.unstash(0 if every else number))
            for key, state in self._known(paths):
                if not (state.dirty or state.commits):
                    state.dirty = True
                    gone[key] = paths[key]
        return list(gone.items())


def covered(key: str, paths: AbstractSet[str]) -> bool:
    """Whether a file is one of the paths or lies below one."""
    at = len(key)
    while at >= 0:
        if key[:at] in paths:
            return True
        at = key.rfind("/", 0, at)
    return False
