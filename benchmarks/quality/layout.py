"""How figures are laid out: the same grids on the terminal and on the page."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import NamedTuple

from benchmarks.quality.report import ALL, Figure, Report, Section

__all__ = ["Cell", "Grid", "grids_of"]

OWN_SIZE = "own size"


class Cell(NamedTuple):
    value: float
    text: str


class Grid(NamedTuple):
    title: str
    columns: tuple[str, ...]
    rows: tuple[tuple[str, tuple[Cell | None, ...]], ...]


def grids_of(report: Report) -> Iterator[Grid]:
    sources = [ALL, *report.sessions]
    for source in sources:
        yield from _by_budget(report, "cuts", source)
    yield from _recorded(report)
    for source in sources:
        yield from _probes(report, source)
    yield from _one_column_each(report, "survival", "Survival by kind over whole sessions")
    yield from _one_column_each(report, "structure", "Counts that must be 0")
    yield from _one_column_each(report, "cost", "Cost of the first call on a history")


def _by_budget(report: Report, section: Section, source: str) -> Iterator[Grid]:
    """recall / ctx / far in one cell for each budget, as they are read together."""
    figures = report.where(section, source=source)
    if not figures:
        return
    found = {(f.compressor, f.budget, f.measure): f for f in figures}
    budgets = sorted({figure.budget or 0 for figure in figures})
    compressors = list(dict.fromkeys(figure.compressor for figure in figures))
    first = compressors[0]
    counts = [found[first, b, "recall"].n if (first, b, "recall") in found else 0 for b in budgets]
    columns = tuple(f"{b:,} (n={n})" for b, n in zip(budgets, counts, strict=True))
    rows = tuple((name, tuple(_triple(found, name, b) for b in budgets)) for name in compressors)
    yield Grid(f"{source}: recall / ctx / far by budget in tokens", columns, rows)


def _triple(
    found: dict[tuple[str, int | None, str], Figure], name: str, budget: int
) -> Cell | None:
    values = [found.get((name, budget, measure)) for measure in ("recall", "ctx", "far")]
    if values[0] is None:
        return None
    text = " / ".join("-" if figure is None else f"{figure.value:.3f}" for figure in values)
    return Cell(values[0].value, text)


def _recorded(report: Report) -> Iterator[Grid]:
    figures = report.where("recorded", source=ALL)
    if figures:
        n = next(figure.n for figure in figures if figure.measure == "recall")
        yield _grid(f"At the size of the recorded summaries (n={n})", figures)


def _probes(report: Report, source: str) -> Iterator[Grid]:
    figures = report.where("probes", source=source)
    if not figures:
        return
    budgets = sorted({figure.budget or 0 for figure in figures})
    columns = tuple(f"{budget:,}" if budget else OWN_SIZE for budget in budgets)
    found = {(figure.compressor, figure.budget or 0): figure for figure in figures}
    compressors = list(dict.fromkeys(figure.compressor for figure in figures))
    rows = tuple(
        (name, tuple(_cell(found.get((name, budget))) for budget in budgets))
        for name in compressors
    )
    n = max(figure.n for figure in figures)
    yield Grid(f"{source}: probes answerable by budget (n={n} questions)", columns, rows)


def _one_column_each(report: Report, section: Section, title: str) -> Iterator[Grid]:
    """A row for each measure, a column for each compressor."""
    figures = report.where(section)
    if not figures:
        return
    found = {(figure.measure, figure.compressor): figure for figure in figures}
    compressors = tuple(dict.fromkeys(figure.compressor for figure in figures))
    most = dict.fromkeys(sorted({figure.measure for figure in figures}), 0)
    for figure in figures:
        most[figure.measure] = max(most[figure.measure], figure.n)
    rows = tuple(
        (f"{measure} (n={n:,})", tuple(_cell(found.get((measure, name))) for name in compressors))
        for measure, n in most.items()
    )
    yield Grid(title, compressors, rows)


def _grid(title: str, figures: Iterable[Figure]) -> Grid:
    found = {(figure.compressor, figure.measure): figure for figure in figures}
    measures = tuple(dict.fromkeys(measure for _, measure in found))
    compressors = dict.fromkeys(name for name, _ in found)
    rows = tuple(
        (name, tuple(_cell(found.get((name, measure))) for measure in measures))
        for name in compressors
    )
    return Grid(title, measures, rows)


def _cell(figure: Figure | None) -> Cell | None:
    if figure is None:
        return None
    whole = figure.section == "structure"
    return Cell(figure.value, f"{figure.value:.0f}" if whole else f"{figure.value:.3f}")
