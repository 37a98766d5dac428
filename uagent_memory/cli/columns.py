"""Rows as aligned lines, in time that grows with the rows alone: a session may have 100,000."""

from __future__ import annotations

from collections.abc import Container, Iterator, Sequence

__all__ = ["columns"]

GAP = "  "


def columns(
    head: Sequence[str],
    rows: Sequence[Sequence[str]],
    *,
    numbers: Container[str] = (),
    width: int | None = None,
) -> Iterator[str]:
    """A line for the head and for each row; wide characters count twice.

    Args:
        head: the columns' names.
        rows: single lines of text, as many a row as there are names.
        numbers: the names of the columns that are aligned to the right.
        width: cells of a line, whose last column is cut to it; None: lines are as long as they are.
    """
    from rich.cells import cell_len, set_cell_size

    table = (head, *rows)
    *sizes, last = (max(map(cell_len, column)) for column in zip(*table, strict=True))
    room = last if width is None else width - sum(sizes) - len(GAP) * len(sizes)

    def padded(text: str, size: int, name: str) -> str:
        blank = " " * (size - cell_len(text))
        return f"{blank}{text}" if name in numbers else f"{text}{blank}"

    for *row, text in table:
        if width is not None and cell_len(text) > room:
            text = f"{set_cell_size(text, max(room, LEAST) - 1)}…"  # noqa: PLW2901 - the line's end
        yield GAP.join((*map(padded, row, sizes, head), text)).rstrip()


LEAST = 8
"""Cells of the last column where a terminal is too narrow for it."""
