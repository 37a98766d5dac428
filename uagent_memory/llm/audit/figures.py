"""Figures of a line: their units, comparisons and directions, and whose they are."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from functools import cache, lru_cache
from pathlib import Path
from typing import Any, NamedTuple

from uagent_memory.analyzer.lexicon import Lexicon
from uagent_memory.config import read_toml
from uagent_memory.llm.audit.alignment import sentences
from uagent_memory.llm.audit.cue_words import has_cue
from uagent_memory.llm.audit.data import grammar
from uagent_memory.llm.audit.material import DraftLine
from uagent_memory.llm.audit.words import clauses, numbers_of
from uagent_memory.validator.numerals import in_figures

__all__ = ["ends_of", "units", "wrong_figures"]

PLUS = re.compile(r"(?<![\w.])(\d+)\+(?=\s)")
ONE_OF = re.compile(r"\bone (?=(?:out )?of\b)", re.IGNORECASE)
OPPOSITE = {"up": "down", "down": "up"}


class Facts(NamedTuple):
    """What a text says of its figures; each pair begins with the figure."""

    units: frozenset[tuple[str, str]]
    relations: frozenset[tuple[str, str]]
    ends: frozenset[tuple[str, str]]
    """`from`, `to` or `by`."""


def wrong_figures(text: str, sources: Sequence[DraftLine]) -> Iterator[str]:
    """Faults of one line.

    Args:
        text: without its references.
        sources: the draft lines it was made from.
    """
    said = _facts(text)
    told = [_facts(line.support) for line in sources]
    units = {pair for facts in told for pair in facts.units}
    for number, unit in sorted(said.units):
        known = {other for figure, other in units if figure == number}
        if (known and unit not in known) or (not known and not _is_spoken_of(unit, sources)):
            yield f"another unit than in its sources: {number} {unit}"
    relations = {pair for facts in told for pair in facts.relations}
    for number, relation in sorted(said.relations - relations):
        if any((number, other) in relations for other in _data()["compatible"][relation]):
            continue
        yield f"a comparison that its sources do not make: {relation} than {number}"
    ends = {pair for facts in told for pair in facts.ends}
    for number, end in sorted(said.ends - ends):
        if any(figure == number for figure, _ in ends):
            yield f"a change told the other way round: {end} {number}"
    yield from _directions(text, sources)
    yield from _changes(text, sources)
    yield from _parts(text, sources)
    yield from _ones(text, sources)


def _changes(text: str, sources: Sequence[DraftLine]) -> Iterator[str]:
    """From one figure to another that no clause of the sources has beside it."""
    parts = [part for line in sources for part in sentences(line.support)]
    parts = [x for part in parts for x in ((part,) if has_cue("replaced", part) else clauses(part))]
    told = [numbers_of(part) for part in parts]
    known = frozenset[str]().union(*told)
    for match in grammar("change").finditer(in_figures(text)):
        pair = [figure.replace(",", "") for figure in match.groups() if figure]
        if known.issuperset(pair) and not any(numbers.issuperset(pair) for numbers in told):
            yield f"a change that its sources do not tell: {match.group()[:80]}"


def _parts(text: str, sources: Sequence[DraftLine]) -> Iterator[str]:
    """So many of so many, where the sources have as many as the part of another whole."""
    known = {pair for line in sources for pair in _part_pairs(line.support)}
    told = [numbers_of(ONE_OF.sub("1 ", x)) for line in sources for x in sentences(line.support)]
    for part, whole in sorted(_part_pairs(text) - known):
        if (whole, part) in known or not any({part, whole} <= numbers for numbers in told):
            yield f"another part of another whole than in its sources: {part} of {whole}"
    said = numbers_of(text)
    for part, whole in sorted(known):
        for clause in clauses(text) if whole in said and part not in said else ():
            if whole in numbers_of(clause) and has_cue("universal", clause.replace("都", "全部")):
                yield f"said of all: {clause[:80]}"


@lru_cache(maxsize=4096)
def _part_pairs(text: str) -> frozenset[tuple[str, str]]:
    figures = in_figures(ONE_OF.sub("1 ", text)).replace(",", "")
    behind = {(part, whole) for whole, part in grammar("part_among").findall(figures)}
    return frozenset((*grammar("part").findall(figures), *behind))


def _ones(text: str, sources: Sequence[DraftLine]) -> Iterator[str]:
    """One of what the sources count as more."""
    told = [in_figures(line.support) for line in sources]
    for match in grammar("one").finditer(text):
        things = rf"{re.escape(match[1])}(?:s|es)?\b"
        more = re.compile(rf"(?<![\w.])(?!1\b)\d+\s+{things}", re.IGNORECASE)
        single = re.compile(f"{grammar('of_one').pattern}{things}", re.IGNORECASE)
        if any(map(more.search, told)) and not any(single.search(x) for x in told):
            yield f"a number that its sources do not hold: {match.group()}"


def _is_spoken_of(unit: str, sources: Sequence[DraftLine]) -> bool:
    """The sources have the unit somewhere; a mere counter needs none."""
    if unit == "count":
        return True
    forms = [*_data()["units"][unit], *_data()["signs"].get(unit, ())]
    text = "\n".join(line.support for line in sources).casefold()
    return any(
        re.search(rf"(?<![a-z]){re.escape(form.casefold())}(?![a-z])", text)
        if form.isascii()
        else form in text
        for form in forms
    )


@lru_cache(maxsize=4096)
def _facts(text: str) -> Facts:
    figures = PLUS.sub(r"more than \1", in_figures(text))
    units = (
        (number.replace(",", ""), _canonical(unit)) for number, unit in _unit().findall(figures)
    )
    ends = (
        (number.replace(",", ""), end)
        for end in ("from", "to", "by")
        for number in grammar(end).findall(figures)
    )
    return Facts(frozenset(units), frozenset(_relations(figures)), frozenset(ends))


def ends_of(text: str) -> frozenset[str]:
    """Figures from which or to which something changes: their order tells nothing."""
    return frozenset(figure for figure, end in _facts(text).ends if end != "by")


@cache
def _data() -> Mapping[str, Any]:
    return read_toml(Path(__file__).with_name("figures.toml"))


def _rows(table: str) -> list[tuple[str, list[str]]]:
    return list(_data()[table].items())


def _forms(table: str) -> list[str]:
    """All forms, the longer first."""
    return sorted((form for _, row in _rows(table) for form in row), key=len, reverse=True)


@cache
def _unit() -> re.Pattern[str]:
    forms = _forms("units")
    latin = "|".join(re.escape(form) for form in forms if form.isascii())
    other = "|".join(form for form in forms if not form.isascii())
    return re.compile(
        rf"(?<![A-Za-z0-9_.:])(\d+(?:[.,]\d+)*)[\s-]?((?:{latin})(?![A-Za-z0-9_])|(?:{other}))",
        re.IGNORECASE,
    )


@cache
def units() -> frozenset[str]:
    """All ways to write a unit, and these in small letters."""
    forms = _forms("units")
    return frozenset((*forms, *map(str.lower, forms)))


@cache
def _canonical(unit: str) -> str:
    return next(name for name, row in _rows("units") if unit.casefold() in map(str.casefold, row))


def _relations(text: str) -> Iterator[tuple[str, str]]:
    for match in _compared().finditer(text):
        yield match.group(2).replace(",", ""), _kind("relations", match.group(1))
    for match in _compared_behind().finditer(text):
        yield match.group(1).replace(",", ""), _kind("behind", match.group(2))


@cache
def _compared() -> re.Pattern[str]:
    words = "|".join(rf"\b{form}\b" if form.isascii() else form for form in _forms("relations"))
    return re.compile(
        rf"({words})(?:\s*[A-Za-z$€]+){{0,3}}?[\s\u4e00-\u9fff]{{0,6}}?\s*v?(\d+(?:[.,:]\d+)*)"
        r"(?![\d/-]*[/-]\d)",
        re.IGNORECASE,
    )


@cache
def _compared_behind() -> re.Pattern[str]:
    return re.compile(rf"(\d+(?:[.,]\d+)*)\s*[\w%]{{0,3}}?\s*({'|'.join(_forms('behind'))})")


@cache
def _kind(table: str, form: str) -> str:
    lowered = form.casefold()
    return next(name for name, row in _rows(table) if lowered in row)


@cache
def _ways() -> Lexicon:
    return Lexicon(_data()["directions"])


def _directions(text: str, sources: Sequence[DraftLine]) -> Iterator[str]:
    told = [clause for line in sources for clause in clauses(line.support)]
    for clause in clauses(text):
        numbers = numbers_of(clause)
        ways = {match.category for match in _ways().find(clause)}
        if not numbers or len(ways) != 1:
            continue
        [way] = ways
        known = {
            match.category
            for other in told
            if numbers & numbers_of(other)
            for match in _ways().find(other)
        }
        if way not in known and (OPPOSITE[way] in known or not _goes(way, clause)):
            yield f"told the other way round: {clause[:80]}"


def _goes(way: str, clause: str) -> bool:
    """The figures themselves do not go against it."""
    begin, end = grammar("from").search(clause), grammar("to").search(clause)
    if begin is None or end is None:
        return True
    try:
        first, last = (float(found.group(1).replace(",", "")) for found in (begin, end))
    except ValueError:
        return True
    return first < last if way == "up" else first > last
