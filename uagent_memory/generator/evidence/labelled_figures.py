"""Figures that a page shows on lines of their own, with the words above that they stand under.

A page read off a screen has a card's title, "From" and "$32.99" on three lines: each by itself
tells nothing.
"""

from __future__ import annotations

import re
from collections.abc import Iterator

from uagent_memory.generator.tool_settings import FigureSettings

__all__ = ["figured_lines", "labelled_figures"]

_DIGIT = re.compile(r"\d")
_WORD = re.compile(r"[^\W\d_\u4e00-\u9fff]+|[\u4e00-\u9fff]{1,2}")
_LINE = re.compile(r"[^\n]*\S[^\n]*")
_MARKS = " \t*_#>|-•·"


def labelled_figures(text: str, settings: FigureSettings) -> Iterator[tuple[int, int]]:
    """Stretches of a page: a line that is hardly more than a figure, and what stands above it.

    Args:
        text: of the page.
        settings: how short such a line is, and how far above its words may stand.
    """
    figure = re.compile(settings.figure)
    above: list[tuple[int, int]] = []
    for line in _LINE.finditer(text):
        said = line.group().strip(_MARKS)
        is_figure = len(said) <= settings.longest and figure.search(said) is not None
        if is_figure and len(_WORD.findall(said)) <= settings.words:
            label = _label(text, above, settings)
            if label is not None:
                start, end = label, line.end()
                if end - start <= settings.reach:
                    yield start, start + len(text[start:end].rstrip(_MARKS))
            above.clear()
        else:
            above.append(line.span())


def figured_lines(text: str, settings: FigureSettings) -> Iterator[tuple[int, int]]:
    """The lines of a page that say something with a figure in it."""
    figure = re.compile(settings.figure)
    for line in _LINE.finditer(text):
        said = line.group().strip(_MARKS)
        if settings.longest < len(said) <= settings.longest_line and figure.search(said):
            start = line.start() + line.group().index(said)
            yield start, start + len(said)


def _label(text: str, above: list[tuple[int, int]], settings: FigureSettings) -> int | None:
    """Where the nearest line begins that says what the figure is of."""
    for start, end in reversed(above[-settings.lines :]):
        said = text[start:end].strip(_MARKS)
        if len(_WORD.findall(said)) >= settings.label_words and len(said) <= settings.longest_label:
            return start + len(text[start:end]) - len(text[start:end].lstrip(_MARKS))
    return None
