"""Words, clauses, names and numbers of a text, as the audit compares them."""

from __future__ import annotations

import re
from collections.abc import Iterator
from functools import lru_cache

from uagent_memory.analyzer.lexicon import Match
from uagent_memory.analyzer.terms import content_words, terms_of
from uagent_memory.llm.audit.cue_words import cues_in, has_cue
from uagent_memory.llm.audit.data import audit_data, grammar
from uagent_memory.llm.audit.wording import plain_wording
from uagent_memory.validator.numerals import number_words

__all__ = [
    "clauses",
    "is_negated",
    "is_planned",
    "is_undone",
    "names_of",
    "negations",
    "numbers_of",
    "one_line",
    "stem_of",
    "stems_of",
    "with_inner_marks",
    "without_inner_marks",
]

NUMBER = re.compile(
    r"(?<![A-Za-z0-9_.:])\d{1,2}(?::\d{2}){1,2}(?![A-Za-z0-9_:])"
    r"|(?<![A-Za-z0-9_.])\d+(?:[.,]\d+)*(?![A-Za-z0-9_])|(?<![\d.])\d+(?:\.\d+)?(?=[^\W\d_])"
)
MARKED = re.compile(r"`([^`\n]+)`")
SPARED = {ord(mark): 0xE000 + ord(mark) for mark in ",;:!?|()[]."}
"""Marks inside of code, which part no clauses, and what stands for them meanwhile."""
MARKS = {other: mark for mark, other in SPARED.items()}
ABBREVIATIONS = frozenset(("e.g", "i.e", "a.k.a"))
SHORT_WORD = 3
STEM = 6


def one_line(text: str) -> str:
    return " ".join(text.split())


def without_inner_marks(text: str) -> str:
    """With signs that part nothing in place of the marks inside of code."""
    return MARKED.sub(lambda match: match.group().translate(SPARED), text)


def with_inner_marks(text: str) -> str:
    """The marks again."""
    return text.translate(MARKS)


@lru_cache(maxsize=16_384)
def clauses(text: str) -> tuple[str, ...]:
    """The parts of a text between commas, full stops and conjunctions."""
    spared = without_inner_marks(plain_wording(text))
    parts = (with_inner_marks(part).strip() for part in grammar("clause").split(spared))
    return tuple(part for part in parts if part)


@lru_cache(maxsize=16_384)
def stems_of(text: str) -> tuple[str, ...]:
    """Content words without their endings; of Chinese text, pairs of characters."""
    return tuple(map(stem_of, content_words(plain_wording(text))))


@lru_cache(maxsize=65_536)
def stem_of(word: str) -> str:
    """A word without its ending; a pair of Chinese characters as it is."""
    if not word.isascii():
        return word
    bare = word.removesuffix("'s")
    for ending in ("ations", "ation", "ings", "ing", "ies", "ers", "ed", "es", "er", "ly", "s"):
        if bare.endswith(ending) and len(bare) - len(ending) >= SHORT_WORD:
            rest = bare[: -len(ending)] + ("i" if ending == "ies" else "")
            bare = bare if ending == "ly" and len(rest) == SHORT_WORD and rest[-1] == "i" else rest
            break
    if len(bare) > SHORT_WORD and bare[-1] == bare[-2]:
        bare = bare[:-1]
    if word.endswith(("ing", "ed")) and len(bare) > SHORT_WORD + 1:
        bare = bare.removesuffix("er")
        bare = bare[:-1] if len(bare) > SHORT_WORD and bare[-1] == bare[-2] else bare
    bare = bare.rstrip("e") or bare
    return (bare[:-1] + "i" if bare.endswith("y") else bare)[:STEM]


@lru_cache(maxsize=16_384)
def names_of(text: str) -> frozenset[str]:
    """Paths, identifiers, URLs, amounts and code spans: what a reader would type."""
    return (frozenset(terms_of(text)) - ABBREVIATIONS) | frozenset(MARKED.findall(text))


@lru_cache(maxsize=16_384)
def numbers_of(text: str) -> frozenset[str]:
    """Numbers in figures and in words, as figures without thousands marks."""
    figures = {match.group().replace(",", "") for match in NUMBER.finditer(text)}
    return frozenset(figures | number_words(text))


def is_negated(text: str) -> bool:
    """An odd number of words turn it round."""
    return sum(1 for _ in _turning(text)) % 2 == 1


def negations(clause: str) -> Iterator[Match]:
    """Words that turn a clause round; "without it" is a condition."""
    for match in _turning(clause):
        if not (match.word == "without" and grammar("object").match(clause, match.end)):
            yield match


def _turning(text: str) -> Iterator[Match]:
    """All of them, but that the other half of a pair turns nothing back: "neither a nor b"."""
    halves = audit_data()["negation"]["halves"]
    had: list[str] = []
    bare = MARKED.sub(lambda match: " " * len(match.group()), text)
    for match in cues_in("negation", bare):
        word = match.word.lower()
        is_second = (
            not word.isascii() and word in had and grammar("also").search(bare[: match.start])
        )
        if halves.get(word) not in had and not is_second:
            yield match
        had.append(word)


def is_planned(text: str) -> bool:
    """It says that something is to be done."""
    return has_cue("plan", text)


def is_undone(text: str) -> bool:
    """It says that something has not been done so far."""
    return has_cue("undone", text)
