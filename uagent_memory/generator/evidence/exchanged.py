"""Which lines of a change stand in the place of those that it took out."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import TypeVar

__all__ = ["exchanged"]

_NEAR = 3
_Line = TypeVar("_Line")


def exchanged(
    removed: Sequence[_Line], added: Sequence[_Line]
) -> Iterator[tuple[_Line, tuple[_Line, ...]]]:
    """Each removed line, and the few added ones around its own place in the change.

    None where nothing was added: then the line is gone, and nothing stands in its place.
    """
    for at, line in enumerate(removed):
        yield line, tuple(added[max(at - 1, 0) :][:_NEAR] or added[-_NEAR:])
