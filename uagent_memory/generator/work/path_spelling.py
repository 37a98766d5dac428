"""How the paths of files are spelled: below the folder that most of them stand in, or in full."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from functools import cached_property

__all__ = ["PathSpelling"]


class PathSpelling:
    """The paths of one history."""

    def __init__(self, paths: Sequence[str], need: Mapping[str, float], in_full: float) -> None:
        """Look at the paths of a history's files.

        Args:
            paths: as the ledger has them.
            need: how likely each is to be typed again.
            in_full: from which need on it is typed in full.
        """
        self._paths = paths
        self._need = need
        self._in_full = in_full

    @cached_property
    def root(self) -> str:
        """The folder that holds most of the absolute ones, "/" at its end; or ""."""
        return _common_folder(self._paths)

    def shown(self, path: str) -> str:
        """The source's spelling, without the session's root unless it is typed in full."""
        return path if self.is_typed_in_full(path) else path.removeprefix(self.root)

    def is_typed_in_full(self, path: str) -> bool:
        return self._need.get(path, 0.0) >= self._in_full


def _common_folder(paths: Iterable[str]) -> str:
    """The folder that holds most absolute paths, "/" at its end; or ""."""
    counts: dict[str, int] = {}
    absolute = [path for path in paths if path.startswith("/")]
    for path in absolute:
        folder = path.rpartition("/")[0]
        while folder:
            counts[folder] = counts.get(folder, 0) + 1
            folder = folder.rpartition("/")[0]
    shared = [f for f, n in counts.items() if n > len(absolute) / 2 and n > 1]
    return max(shared, key=len) + "/" if shared else ""
