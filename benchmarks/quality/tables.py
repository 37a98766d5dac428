"""The figures as tables for a terminal or a pipe."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import TYPE_CHECKING

from benchmarks.quality.compare import Difference
from benchmarks.quality.layout import Cell, Grid, grids_of
from benchmarks.quality.report import Report
from uagent_memory.cli.output import console
from uagent_memory.terminal import safe_text

if TYPE_CHECKING:
    from rich.console import Console

__all__ = ["print_differences", "print_report"]

SHOWN_DIFFERENCES = 40


def print_report(report: Report) -> None:
    out = console()
    sizes = ", ".join(f"{name} {count}" for name, count in report.sessions.items())
    seed = f"seed {report.settings.seed}"
    limit = f", at most {report.settings.limit} of each" if report.settings.limit else ""
    about = f"uagent-memory {report.version}, data {report.data_hash}, {seed}"
    out.print(f"{about}; sessions: {sizes}{limit}")
    for grid in grids_of(report):
        out.print()
        out.print(grid.title, style="bold")
        _print_grid(out, grid)
    if report.notes:
        out.print()
    for note in report.notes:
        out.print(safe_text(f"{note.about}: {note.text}"))


def _print_grid(out: Console, grid: Grid) -> None:
    from rich.table import Table

    table = Table(box=None, pad_edge=False)
    table.add_column("", no_wrap=True)
    for column in grid.columns:
        table.add_column(column, justify="right", no_wrap=True)
    for name, cells in grid.rows:
        table.add_row(name, *map(_shown, cells))
    out.print(table)


def _shown(cell: Cell | None) -> str:
    return "-" if cell is None else cell.text


def print_differences(found: Sequence[Difference], old: Report, new: Report) -> None:
    """What got better or worse since an earlier report, the largest changes first."""
    out = console()
    out.print()
    out.print(f"against {old.version} (data {old.data_hash})", style="bold")
    if old.data_hash != new.data_hash or old.settings.limit != new.settings.limit:
        out.print("the sessions are not the same: differences say little")
    if not found:
        out.print("no figure that both have differs")
    _print_changes(out, found[:SHOWN_DIFFERENCES])
    if len(found) > SHOWN_DIFFERENCES:
        out.print(f"and {len(found) - SHOWN_DIFFERENCES} smaller ones")


def _print_changes(out: Console, found: Iterable[Difference]) -> None:
    from rich.table import Table

    table = Table("", "figure", "was", "is", "change", "n", box=None, pad_edge=False)
    for one in found:
        style = "green" if one.better else "red"
        verdict = "better" if one.better else "worse"
        table.add_row(
            verdict,
            one.name,
            f"{one.old:.3f}",
            f"{one.new:.3f}",
            f"{one.change:+.3f}",
            f"{one.n:,}",
            style=style,
        )
    out.print(table)
