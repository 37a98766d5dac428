"""Copied runs: which atoms stand in a text within words that were copied from the history."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator
from typing import NamedTuple, TypeAlias

import regex

from benchmarks.quality.atoms import occurrences, without_line_numbers

__all__ = ["Gram", "copied_atoms", "grams_of", "words"]

Gram: TypeAlias = tuple[str, ...]

PLAIN, CHINESE = 3, 6
"""Consecutive tokens that make a run; Chinese characters are tokens of their own."""
WORD = regex.compile(r"\p{Han}|[^\s\p{Han}]+")
EDGE = "`'\"*_()[]{}<>.,;:!?-–—|#→•“”‘’（）【】《》、，。；：！？"
FIRST_HAN, LAST_HAN = "\u3400", "\u9fff"


def words(line: str) -> list[str]:
    """The tokens of a line: lower case, without punctuation at their edges."""
    return [word for found in WORD.findall(line) if (word := found.strip(EDGE).lower())]


def _grams(tokens: list[str]) -> Iterator[tuple[int, Gram]]:
    """(start, run) of each run of the length that its tokens ask for."""
    for start in range(len(tokens) - PLAIN + 1):
        run = tokens[start : start + PLAIN]
        if any(FIRST_HAN <= token <= LAST_HAN for token in run):
            run = tokens[start : start + CHINESE]
            if len(run) < CHINESE:
                continue
        yield start, tuple(run)


def grams_of(text: str) -> set[Gram]:
    """All runs of a text, none across lines; prefixes of numbered listings are left out."""
    lines = without_line_numbers(text).split("\n")
    return {gram for line in lines for _, gram in _grams(words(line))}


class _Line(NamedTuple):
    tokens: list[str]
    copied: frozenset[int]
    """Which of the tokens stand in a run of the source."""

    @classmethod
    def of(cls, line: str, source: Collection[Gram]) -> _Line:
        tokens = words(line)
        runs = (range(at, at + len(gram)) for at, gram in _grams(tokens) if gram in source)
        return cls(tokens, frozenset(place for run in runs for place in run))

    def has_copied(self, atom: list[str]) -> bool:
        """Whether the tokens of an atom stand here, at least one of them in a copied run."""
        length = len(atom)
        starts = {at for place in self.copied for at in range(place - length + 1, place + 1)}
        return any(
            all(part in self.tokens[at + offset] for offset, part in enumerate(atom))
            for at in starts
            if 0 <= at <= len(self.tokens) - length
        )


def copied_atoms(text: str, wanted: Iterable[str], source: Collection[Gram]) -> frozenset[str]:
    """The atoms that stand in the text inside a run which, on one line, is in the source."""
    lines: dict[int, _Line] = {}
    return frozenset(atom for atom in wanted if _is_copied(text, atom, source, lines))


def _is_copied(text: str, atom: str, source: Collection[Gram], lines: dict[int, _Line]) -> bool:
    """`lines` remembers what was seen of each line, by where it begins."""
    tokens = words(atom)
    tried = -1
    for at in occurrences(text, atom):
        begin = text.rfind("\n", 0, at) + 1
        if begin == tried:
            continue
        tried = begin
        line = lines.get(begin)
        if line is None:
            end = text.find("\n", at)
            line = lines[begin] = _Line.of(text[begin : end if end >= 0 else len(text)], source)
        if line.has_copied(tokens):
            return True
    return False
