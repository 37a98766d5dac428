"""Inline SVG: lines against the budget, bars side by side. No script, no request."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from html import escape
from math import log2
from typing import NamedTuple

__all__ = ["Series", "bars", "lines"]

WIDTH, HEIGHT = 300, 190
LEFT, RIGHT, TOP, BOTTOM = 34, 10, 24, 26
COLOURS = 8
"""Classes c0 ... of the page's style sheet; then they repeat with dashes."""
BAR, GAP, LABEL = 12, 10, 330


class Series(NamedTuple):
    name: str
    place: int
    """Gives its colour, the same on the whole page."""
    points: Mapping[int, float]
    """Budget in tokens -> share."""


def lines(title: str, series: Sequence[Series]) -> str:
    """Shares (0..1) against budgets on a doubling scale."""
    budgets = sorted({budget for one in series for budget in one.points})
    parts = [
        f'<svg viewBox="0 0 {WIDTH} {HEIGHT}" role="img" aria-label="{escape(title)}">',
        f'<text class="title" x="{LEFT}" y="14">{escape(title)}</text>',
        *_axes(budgets),
    ]
    for one in series:
        parts.extend(_line(one, budgets))
    return "".join((*parts, "</svg>"))


def _axes(budgets: Sequence[int]) -> Iterator[str]:
    for tenth in range(0, 11, 2):
        y = _y(tenth / 10)
        yield f'<line class="grid" x1="{LEFT}" x2="{WIDTH - RIGHT}" y1="{y:.1f}" y2="{y:.1f}"/>'
        yield _tick(LEFT - 4, y + 3, "end", f"{tenth / 10}")
    for budget in budgets:
        yield _tick(_x(budget, budgets), HEIGHT - 8, "middle", f"{budget:,}")


def _tick(x: float, y: float, anchor: str, text: str) -> str:
    return (
        f'<text class="tick" x="{x:.1f}" y="{y:.1f}" text-anchor="{anchor}">{escape(text)}</text>'
    )


def _line(series: Series, budgets: Sequence[int]) -> Iterator[str]:
    points = sorted(series.points.items())
    places = [(_x(budget, budgets), _y(value)) for budget, value in points]
    path = " ".join(f"{x:.1f},{y:.1f}" for x, y in places)
    yield f'<polyline class="{_colour(series.place)}" points="{path}"/>'
    for (budget, value), (x, y) in zip(points, places, strict=True):
        label = escape(f"{series.name} at {budget:,}: {value:.3f}")
        yield f'<circle class="{_colour(series.place)}" cx="{x:.1f}" cy="{y:.1f}" r="2.6">'
        yield f"<title>{label}</title></circle>"


def _x(budget: int, budgets: Sequence[int]) -> float:
    width = WIDTH - LEFT - RIGHT - 20
    if len(budgets) < 2:
        return LEFT + 10 + width / 2
    first, last = log2(budgets[0]), log2(budgets[-1])
    return LEFT + 10 + width * (log2(budget) - first) / (last - first)


def _y(share: float) -> float:
    return TOP + (HEIGHT - TOP - BOTTOM) * (1 - min(max(share, 0.0), 1.0))


def _colour(place: int) -> str:
    return f"c{place % COLOURS}" + (" dashed" if place >= COLOURS else "")


def bars(title: str, groups: Sequence[tuple[str, Sequence[tuple[str, int, float]]]]) -> str:
    """Horizontal bars; each group has (name, colour place, value) of several compressors."""
    most = max((value for _, of in groups for _, _, value in of), default=0) or 1
    height = TOP + sum(GAP + BAR * len(of) for _, of in groups) + GAP
    width = LABEL + 400
    parts = [
        f'<svg class="wide" viewBox="0 0 {width} {height}" role="img"',
        f' aria-label="{escape(title)}">',
        f'<text class="title" x="0" y="14">{escape(title)}</text>',
    ]
    y = TOP + GAP
    for name, of in groups:
        middle = y + BAR * len(of) / 2 + 3
        parts.append(_tick(LABEL - 8, middle, "end", name))
        for who, place, value in of:
            length = 320 * value / most
            tip = f"<title>{escape(who)}: {value:.3f}</title>"
            parts.append(
                f'<rect class="{_colour(place)}" x="{LABEL}" y="{y}" width="{max(length, 1):.1f}"'
                f' height="{BAR - 2}">{tip}</rect><text class="tick" x="{LABEL + length + 5:.1f}"'
                f' y="{y + BAR - 3}">{value:.3g}</text>'
            )
            y += BAR
        y += GAP
    return "".join((*parts, "</svg>"))
