"""The names that a path may have had before folders above it were moved."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import chain, islice

__all__ = ["earlier_names"]

_MOVES = 4
_NAMES = 20
"""At most so many after each move."""


def earlier_names(path: str, sources: Sequence[str]) -> Iterator[str]:
    """From one move to the next, each told by a source that ends in `old new` or `old new/`."""
    names: tuple[str, ...] = (path,) if "/" in path and " " not in path else ()
    for _ in range(_MOVES):
        before = chain.from_iterable(_before(name, sources) for name in names)
        names = tuple(dict.fromkeys(islice(before, _NAMES)))
        yield from names


def _before(path: str, sources: Sequence[str]) -> Iterator[str]:
    """What a source names below a folder, below that folder's old name."""
    for source in sources:
        before, _, target = source.rstrip("/").rpartition(" ")
        folder = before.rpartition(" ")[2].rstrip("/")
        for new in (target, f"{target}/{folder.rpartition('/')[2]}"):
            below = path.removeprefix(new)
            if folder and below[:1] == "/" != path[:1]:
                yield f"{folder}{below}"
