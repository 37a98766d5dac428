"""The knobs for what tools give: listings, files, fetched pages, names that results list."""

from __future__ import annotations

from collections.abc import Mapping

from uagent_memory.knobs import Knobs

__all__ = [
    "AcknowledgedSettings",
    "FigureSettings",
    "ListingSettings",
    "PageSettings",
    "PrintedSettings",
    "RecordSettings",
    "SubjectSettings",
]


class AcknowledgedSettings(Knobs):
    longest: int
    """Characters before and after the path."""
    words: Mapping[str, tuple[str, ...]]


class ListingSettings(Knobs):
    least: int
    looked_at: int
    shaped: int
    shared: int


class PageSettings(Knobs):
    links: int
    lines: int
    of_tool: int
    link: float
    other: float
    short: int
    counted: int
    data: float
    furnished: float
    furniture: frozenset[str]


class FigureSettings(Knobs):
    figure: str
    longest: int
    words: int
    lines: int
    label_words: int
    longest_label: int
    reach: int
    longest_line: int
    asked: int


class PrintedSettings(Knobs):
    near: int
    """Telling lines within which two lines of a file stand close together."""
    small: int
    """Of a small change, with those around it, before and after."""
    looks: int
    """Of a file, before its changes and after them, that are compared."""
    files: int
    """Of which one result is compared: what shows very many tells little of each."""
    piece: int
    """Characters of what a stream editor replaced that is looked for in printed lines."""
    shown: int
    """Lines of one result that are compared with them."""
    gone_pieces: int
    """The newest pieces of lines that stream editors took out, with which each line is compared."""


class RecordSettings(Knobs):
    longest: int
    reprinted: float
    catalogue: int
    short: int
    worth: float
    telling_factor: float
    asked_words: int
    asked_factor: float
    offered_factor: float
    said_factor: float
    beside_factor: float
    nameless_factor: float
    unsaid_factor: float
    passed_factor: float
    least_variants: int
    choice_reach: int
    most_offered: int
    untaken_factor: float
    unchosen_factor: float
    acted_factor: float
    outdated_factor: float
    new_marks: tuple[str, ...]
    old_marks: tuple[str, ...]
    telling: tuple[str, ...]
    naming: tuple[str, ...]
    owner_within: int
    choices: frozenset[str]
    bare: frozenset[str]


class SubjectSettings(Knobs):
    most: int
    shortest: int
    longest: int
    answer: int
    reach: int
    found: float
    asked: float
