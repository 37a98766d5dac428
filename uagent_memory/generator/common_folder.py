"""The folder that most files of a session stand in."""

from __future__ import annotations

from collections.abc import Iterable

__all__ = ["common_folder"]


def common_folder(paths: Iterable[str]) -> str:
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
