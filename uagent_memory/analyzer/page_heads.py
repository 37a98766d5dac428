"""The lines at the head of a printed page that say which page it is."""

from __future__ import annotations

import re
from functools import cache
from typing import NamedTuple

from uagent_memory.analyzer.shapes import shape_settings

__all__ = ["PageHead", "page_head"]

_MOST = 2000
_Place = tuple[int, int]


class PageHead(NamedTuple):
    lines: _Place
    address: _Place
    """Of what was opened; (0, 0) where no line says it."""
    opening: _Place = (0, 0)
    """Where one line says it: from its beginning up to where the address ends."""


def page_head(text: str) -> PageHead | None:
    """Where a text says which page it shows; None where it begins with no such lines.

    They stand right in front of a mark that opens a page; or the line with the mark says it.
    """
    marks = shape_settings().page_marks
    places = [at for mark in marks if (at := text.find(mark, 0, _MOST + len(mark) - 1)) >= 0]
    if not places:
        return None
    line = text.rfind("\n", 0, min(places)) + 1
    if (opened := _opener().match(text, line)) is not None:
        return PageHead(opened.span(), (0, 0), opened.span("opening"))
    before = text[:line]
    found = list(_line().finditer(before))
    if not found or before[: found[0].start()].strip() or before[found[-1].end() :].strip():
        return None
    told = [line.span("said") for line in found if line["key"].casefold() in _addresses()]
    return PageHead((found[0].start(), found[-1].end()), told[0] if told else (0, 0))


@cache
def _addresses() -> frozenset[str]:
    return frozenset(shape_settings().page_addresses)


@cache
def _opener() -> re.Pattern[str]:
    words = "|".join(map(re.escape, shape_settings().page_openers))
    return re.compile(
        rf"(?P<opening>[^\n]{{0,40}}?(?:{words})[ \t:：]*\[[^\]\n]{{0,400}}\]\(\S{{1,600}}?\))"
        r"(?![^\s.,;，。；])[^\n]*",
        re.IGNORECASE,
    )


@cache
def _line() -> re.Pattern[str]:
    settings = shape_settings()
    keys = "|".join(map(re.escape, (*settings.page_addresses, *settings.page_titles)))
    return re.compile(
        rf"^[ \t]*(?P<key>{keys})[ \t]*[:：][ \t]*(?P<said>\S.*?)?[ \t]*$",
        re.MULTILINE | re.IGNORECASE,
    )
