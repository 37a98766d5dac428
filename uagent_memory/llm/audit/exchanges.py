"""Parts of two rows that have changed places: "a: y; b: x" where the sources have "a: x; b: y"."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from functools import cache, lru_cache
from itertools import combinations, permutations, product
from typing import NamedTuple

from uagent_memory.analyzer.lexicon import any_of
from uagent_memory.llm.audit.common import common_stems
from uagent_memory.llm.audit.cue_words import has_cue
from uagent_memory.llm.audit.data import audit_limits, rewording_data
from uagent_memory.llm.audit.material import DraftLine
from uagent_memory.llm.audit.records import recorded
from uagent_memory.llm.audit.wording import with_ranges
from uagent_memory.llm.audit.words import MARKED, names_of, numbers_of, stems_of

__all__ = ["exchanged_with", "wrong_exchanges"]

PAIR = 2
ROWS = 6
"""Rows of a line that are held against those of another."""
INSIDE = re.compile(r"[(（\[][^()（）\[\]]*[)）\]]|`[^`\n]*`")
"""What no mark parts."""
LEVELS = range(2)
"""Rows are parted at full stops and semicolons; or also at commas and what joins two."""
LETTER = re.compile(r"(?<![\w.])(?:[B-Z]|(?<=\w )A)(?![\w.'’])")
"""A single letter that names something."""
WORD = re.compile(r"[A-Za-z]+(?:'[a-z]+)?|(?=([\u3400-\u9fff]{2}))")


class Row(NamedTuple):
    """A part of a text between marks, and where each of its words, names and numbers begins."""

    text: str
    places: dict[str, int]

    @property
    def things(self) -> frozenset[str]:
        return frozenset(self.places)

    @property
    def telling(self) -> frozenset[str]:
        """Of a long row without words of general language, which stand in any."""
        is_short = len(self.things) <= audit_limits().short_row
        return self.things if is_short else self.things - common_stems()

    @property
    def words(self) -> frozenset[str]:
        """All but its numbers."""
        return self.things - numbers_of(self.text)

    def closeness(self, other: frozenset[str]) -> tuple[int, int]:
        """What it has in common with a row of the sources, and how much of that is no number."""
        return len(self.things & other), len(self.words & other)

    def begins(self, things: frozenset[str]) -> int:
        return min(self.places[thing] for thing in things)


def wrong_exchanges(text: str, sources: Sequence[DraftLine]) -> Iterator[str]:
    """Faults of one line.

    Args:
        text: without its references.
        sources: the draft lines it was made from.
    """
    told = tuple(dict.fromkeys(part for line in sources for part in line.told))
    listed = recorded(sources)
    for level in LEVELS:
        known = [_told_rows(part, level) for part in told]
        every = _every(known)
        said = _rows(text, level)
        for one, other in combinations(said[: audit_limits().compared], PAIR):
            if _are_crossed(one, other, every, is_whole=not level):
                yield f"exchanged with {other.text[:40]!r}: {one.text[:60]}"
        for row in said:
            for field in _turned_choices(row, told, level):
                yield f"{field} is otherwise in its sources: {row.text[:60]}"
            for thing in sorted({*_strangers(row, known)} - listed):
                yield f"{thing} stands in another row of its sources: {row.text[:60]}"


def exchanged_with(
    text: str, sources: Sequence[DraftLine], others: Sequence[tuple[str, Sequence[DraftLine]]]
) -> Iterator[str]:
    """The same of a line and another one of the answer that was made from the same.

    Args:
        text: of the line, without its references.
        sources: the draft lines it was made from.
        others: further lines with theirs.
    """
    for other, theirs in others:
        common = [line for line in sources if line in theirs]
        told = tuple(dict.fromkeys(part for line in common for part in line.told))
        for level in LEVELS if told else ():
            known = _every([_told_rows(part, level) for part in told])
            pairs = product(_rows(text, level)[:ROWS], _rows(other, level)[:ROWS])
            if any(_are_crossed(one, row, known, is_whole=True) for one, row in pairs):
                yield f"exchanged with another line, {other[:40]!r}: {text[:60]}"
                break


def _every(known: Sequence[Sequence[frozenset[str]]]) -> tuple[frozenset[str], ...]:
    """The rows of all sources, each once."""
    return tuple(dict.fromkeys(row for rows in known for row in rows))


def _are_crossed(one: Row, other: Row, rows: Sequence[frozenset[str]], *, is_whole: bool) -> bool:
    """Each has a part of two rows, and no row has both parts of either.

    Of whole sentences one begins with a part of the first row, the other with one of the second.
    """
    mine, its = one.telling - other.things, other.telling - one.things
    every = frozenset().union(*rows)
    least = audit_limits().exchanged
    shared = [row for row in rows if row & mine and row & its]
    for first, second in permutations(shared, PAIR):
        ahead, behind = first - second, second - first
        parts = (mine & ahead, mine & behind, its & behind, its & ahead)
        if not all(parts) or (is_whole and one.begins(parts[0]) > one.begins(parts[1])):
            continue
        both = first | second
        if any(len(x & both) < least * len(x & every) for x in (mine, its)):
            continue
        if is_whole and other.begins(parts[2]) > other.begins(parts[3]):
            continue
        if not any(_is_whole(x, rows) for x in (parts[0] | parts[1], parts[2] | parts[3])):
            return True
    return False


def _is_whole(parts: frozenset[str], rows: Sequence[frozenset[str]]) -> bool:
    return any(parts <= row for row in rows)


def _strangers(row: Row, known: Sequence[Sequence[frozenset[str]]]) -> Iterator[str]:
    """What another row has, without anything else of it, where the row has its own instead.

    Of prose a figure; of records, which are told by two figures or names, any word.
    """
    numbers = row.things & numbers_of(MARKED.sub(" ", row.text))
    every = _every(known)
    for rows in known if numbers else ():
        best = max(rows, key=row.closeness, default=frozenset())
        shared = row.words & best
        if len(shared) < PAIR and not (shared and _is_of_one(shared, rows)):
            continue
        lacking = best - row.things
        for thing in sorted(row.things - best - _small()):
            own = [other for other in rows if thing in other]
            is_figure = thing in numbers
            if not is_figure and (
                thing[0].isdigit() or not all(_are_records(best, other) for other in own)
            ):
                continue
            if not any(x[0].isdigit() == is_figure for x in lacking):
                continue
            rest = row.things - {thing}
            if own and not any(
                (rest - best) & other or 2 * len(rest & other) >= len(shared)
                for other in every
                if thing in other
            ):
                yield thing


def _is_of_one(things: frozenset[str], rows: Sequence[frozenset[str]]) -> bool:
    """A single row has any of them."""
    return sum(bool(things & row) for row in rows) == 1


def _turned_choices(row: Row, told: Sequence[str], level: int) -> Iterator[str]:
    """Fields that are otherwise in the row of the sources that shares most."""
    own = dict(_choice().findall(row.text))
    rows = [other for text in told for other in _rows(text, level)] if own else []
    for field in sorted(own):
        having = [(other, dict(_choice().findall(other.text))) for other in rows]
        having = [(other, fields) for other, fields in having if field in fields]
        shared = [(len(row.things & other.things), fields[field]) for other, fields in having]
        most = max((size for size, _ in shared), default=0)
        if most and own[field] not in {value for size, value in shared if size == most}:
            yield field


def _are_records(one: frozenset[str], other: frozenset[str]) -> bool:
    """Both have figures, and fields of the same names."""
    limits = audit_limits()
    figures = [{x for x in row if x[0].isdigit()} for row in (one, other)]
    if min(map(len, figures)) < limits.record_numbers:
        return False
    return len((one & other) - figures[0]) >= limits.record_fields


@lru_cache(maxsize=4096)
def _told_rows(text: str, level: int) -> tuple[frozenset[str], ...]:
    """Rows of a source; one that speaks of the former or latter with that."""
    found: list[frozenset[str]] = []
    before: list[frozenset[str]] = []
    for row in _rows(text, level):
        of_two = [place for place, name in enumerate(OF_TWO) if has_cue(name, row.text)]
        if not of_two:
            before = [*before, row.things][-PAIR:]
        added = [before[place] for place in of_two if len(before) == PAIR]
        found.append(row.things.union(*added))
    return tuple(found)


OF_TWO = ("former", "latter")


@cache
def _marks() -> tuple[re.Pattern[str], ...]:
    """What stands between rows, by the level."""
    words = rewording_data()["rows"]
    english, chinese = any_of(words["en"]), any_of(words["zh"])
    return (
        re.compile(r"[;；。\n|]|[.!?](?=\s|$)"),
        re.compile(rf"[;；。\n|，、]|[.!?,](?=\s|$)|\b(?:{english})\b|{chinese}"),
    )


@cache
def _choice() -> re.Pattern[str]:
    """A field of a record that is so or not: "(4 ports, fanless yes)"."""
    values = any_of(rewording_data()["choices"]["en"])
    return re.compile(rf"(?<=[(,;])\s*((?:[a-z_]+ ){{0,2}}[a-z_]{{3,}}):?\s+({values})(?=\s*[,;)])")


@lru_cache(maxsize=8192)
def _rows(text: str, level: int) -> tuple[Row, ...]:
    text = with_ranges(text)
    spared = [match.span() for match in INSIDE.finditer(text)]
    cuts = [
        match
        for match in _marks()[level].finditer(text)
        if not any(start <= match.start() < end for start, end in spared)
    ]
    ends = [*(match.start() for match in cuts), len(text)]
    starts = [0, *(match.end() for match in cuts)]
    parts = [text[start:end].strip() for start, end in zip(starts, ends, strict=True)]
    rows = (Row(part, _places(part)) for part in parts)
    return tuple(row for row in rows if row.places)


@cache
def _small() -> frozenset[str]:
    """Words that tell nothing by themselves, but which of two is meant."""
    return frozenset(rewording_data()["which_of_two"]["en"])


def _places(text: str) -> dict[str, int]:
    """Names, numbers, stems of English words and pairs of Chinese characters, in order."""
    found = [(max(text.find(name), 0), name) for name in names_of(text) | numbers_of(text)]
    found += [(match.start(), match.group()) for match in LETTER.finditer(text)]
    for match in WORD.finditer(text):
        pair = match[1]
        word = match.group().lower()
        things = (pair,) if pair else (word,) if word in _small() else stems_of(word)
        found.extend((match.start(), thing) for thing in things)
    places: dict[str, int] = {}
    for place, thing in sorted(found):
        places.setdefault(thing, place)
    return places
