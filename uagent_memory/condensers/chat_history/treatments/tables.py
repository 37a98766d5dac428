"""Tables: the header, the rows with the extremes, the trend, the outliers."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from itertools import pairwise
from statistics import median

from uagent_memory.condensers.chat_history.settings import Wording, chat_settings
from uagent_memory.validator.structures import RULE

__all__ = ["is_table", "table_summary"]

NUMBER = re.compile(r"[-+]?\d+(?:,\d{3})*(?:\.\d+)?")
LEAST_ROWS = 4
"""Rows below which a table stays as it is."""
NUMERIC_SHARE = 0.75


def is_table(text: str) -> bool:
    """Whether most of the lines are rows between bars."""
    lines = [line for line in text.split("\n") if line.strip()]
    rows = sum(line.strip().startswith("|") and line.rstrip().endswith("|") for line in lines)
    return rows > 1 and rows * 2 > len(lines)


def table_summary(text: str, wording: Wording) -> str:
    """Header, extremes, trends and outliers of a table; the rows themselves where they are few."""
    rows = [" ".join(line.split()) for line in text.split("\n") if line.strip()]
    rows = [row for row in rows if not RULE.match(row)]
    if len(rows) - 1 < LEAST_ROWS:
        return wording.join.join(rows)
    header, body = rows[0], rows[1:]
    parts = [f"{header} ({wording.rows.format(n=len(body))})"]
    names = _cells(header)
    columns = [_cells(row) for row in body]
    told: dict[str, list[str]] = {}
    for index, name in enumerate(names):
        values = _numbers([row[index] if index < len(row) else "" for row in columns])
        if values is not None:
            for place, word in _remarkable(values, name, wording):
                told.setdefault(body[place], []).append(word)
            parts.append(f"{name}{wording.colon}{_trend(values, columns, index, wording)}")
    rows_told = [f"{row} ({', '.join(words)})" for row, words in told.items()]
    return wording.join.join((*parts[:1], *rows_told, *parts[1:]))


def _cells(row: str) -> list[str]:
    return [cell.strip() for cell in row.strip().strip("|").split("|")]


def _numbers(cells: Sequence[str]) -> list[float | None] | None:
    """The column's numbers, None for a cell without one; None unless most cells have one."""
    found = [NUMBER.search(cell) for cell in cells]
    values = [float(match.group().replace(",", "")) if match else None for match in found]
    known = sum(value is not None for value in values)
    return values if known >= NUMERIC_SHARE * len(values) else None


def _remarkable(
    values: Sequence[float | None], name: str, wording: Wording
) -> Iterator[tuple[int, str]]:
    """Places of the extremes and the outliers, each with what it is."""
    known = [(value, place) for place, value in enumerate(values) if value is not None]
    low, high = min(known), max(known, key=lambda pair: (pair[0], -pair[1]))
    if low[0] == high[0]:
        return
    yield low[1], f"{name} {wording.lowest}"
    yield high[1], f"{name} {wording.highest}"
    middle = median(value for value, _ in known)
    spread = median(abs(value - middle) for value, _ in known)
    limit = chat_settings().lengths.outlier_deviations * spread
    for value, place in known:
        if spread and abs(value - middle) > limit and place not in (low[1], high[1]):
            yield place, f"{name} {wording.outlier}"


def _trend(
    values: Sequence[float | None], columns: Sequence[Sequence[str]], index: int, wording: Wording
) -> str:
    """How the column goes from its first value to its last, which are quoted."""
    places = [place for place, value in enumerate(values) if value is not None]
    known = [value for value in values if value is not None]
    steps = [after - before for before, after in pairwise(known)]
    if not any(steps):
        word = wording.level
    elif all(step >= 0 for step in steps):
        word = wording.rising
    elif all(step <= 0 for step in steps):
        word = wording.falling
    else:
        word = wording.unsteady
    return f"{columns[places[0]][index]} → {columns[places[-1]][index]}, {word}"
