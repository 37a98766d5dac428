"""The page: every figure in plots and tables, in one file that asks nothing of the network."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from html import escape
from importlib import resources
from string import Template

from benchmarks.quality.layout import Grid, grids_of
from benchmarks.quality.plots import COLOURS, Series, bars, lines
from benchmarks.quality.report import ALL, Report, Section

__all__ = ["page"]

MEASURES = ("recall", "ctx", "far")


def page(report: Report) -> str:
    places = _places(report)
    template = resources.files("benchmarks.quality").joinpath("page.html")
    return Template(template.read_text(encoding="utf-8")).substitute(
        version=escape(report.version),
        meta=escape(_meta(report)),
        colours="".join(map(_rule, range(COLOURS))),
        legend="".join(_legend(name, place) for name, place in places.items()),
        body="\n".join(_body(report, places)),
    )


def _places(report: Report) -> dict[str, int]:
    """A colour for each compressor, in the order of the tables."""
    names = dict.fromkeys(figure.compressor for figure in report.figures)
    return {name: place for place, name in enumerate(names)}


def _meta(report: Report) -> str:
    sizes = ", ".join(f"{name} ({count})" for name, count in report.sessions.items())
    limit = f", {report.settings.limit} of each" if report.settings.limit else ""
    packages = "".join(f", {name} {number}" for name, number in report.packages.items())
    return (
        f"uagent-memory {report.version}{packages}. Sessions: {sizes}{limit}."
        f" Data {report.data_hash}, seed {report.settings.seed}."
    )


def _rule(place: int) -> str:
    colour = f"var(--c{place})"
    return (
        f"polyline.c{place} {{ stroke: {colour}; }}"
        f" circle.c{place}, rect.c{place} {{ fill: {colour}; }}\n"
    )


def _legend(name: str, place: int) -> str:
    dashed = " dashed" if place >= COLOURS else ""
    line = f'<polyline class="c{place % COLOURS}{dashed}" points="0,4 16,4"/>'
    return f'<li><svg viewBox="0 0 16 8" aria-hidden="true">{line}</svg>{escape(name)}</li>'


def _body(report: Report, places: Mapping[str, int]) -> Iterator[str]:
    for source in (ALL, *report.sessions):
        plots = list(_plots(report, source, places))
        if plots:
            yield f"<h2>{escape(source)}</h2>"
            yield f'<div class="plots">{"".join(plots)}</div>'
    yield from _bars(report, "survival", "Survival by kind", places)
    yield from _bars(report, "cost", "Cost of the first call", places)
    yield "<h2>Tables</h2>"
    yield from map(_table, grids_of(report))
    if report.notes:
        yield "<h2>Notes</h2><dl>"
        for note in report.notes:
            yield f"<dt>{escape(note.about)}</dt><dd>{escape(note.text)}</dd>"
        yield "</dl>"


def _plots(report: Report, source: str, places: Mapping[str, int]) -> Iterator[str]:
    for measure in MEASURES:
        yield from _plot(report, "cuts", measure, source, places)
    yield from _plot(report, "probes", "answerable", source, places)


def _plot(
    report: Report, section: Section, measure: str, source: str, places: Mapping[str, int]
) -> Iterator[str]:
    points: dict[str, dict[int, float]] = {}
    for figure in report.where(section, measure=measure, source=source):
        if figure.budget is not None:
            points.setdefault(figure.compressor, {})[figure.budget] = figure.value
    if points:
        title = f"{measure} by tokens"
        yield lines(title, [Series(name, places[name], of) for name, of in points.items()])


def _bars(report: Report, section: Section, title: str, places: Mapping[str, int]) -> Iterator[str]:
    groups: dict[str, list[tuple[str, int, float]]] = {}
    for figure in report.where(section):
        bar = (figure.compressor, places[figure.compressor], figure.value)
        groups.setdefault(figure.measure, []).append(bar)
    if not groups:
        return
    yield f"<h2>{escape(title)}</h2>"
    if section == "cost":
        for measure, of in groups.items():
            yield bars(measure, [("", of)])
    else:
        yield bars(title, list(groups.items()))


def _table(grid: Grid) -> str:
    head = "".join(f"<th>{escape(column)}</th>" for column in grid.columns)
    rows = "".join(
        f"<tr><td>{escape(name)}</td>"
        + "".join(f"<td>{'-' if cell is None else escape(cell.text)}</td>" for cell in cells)
        + "</tr>"
        for name, cells in grid.rows
    )
    return (
        f'<div class="scroll"><table><caption>{escape(grid.title)}</caption>'
        f"<thead><tr><th></th>{head}</tr></thead><tbody>{rows}</tbody></table></div>"
    )
