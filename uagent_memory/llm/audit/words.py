"""Words, clauses, names and numbers of a text, as the audit compares them."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from functools import cache, lru_cache
from pathlib import Path
from typing import Any, NamedTuple

from uagent_memory.analyzer.lexicon import Lexicon
from uagent_memory.analyzer.terms import content_words, terms_of
from uagent_memory.config import read_toml

__all__ = [
    "Claim",
    "audit_data",
    "claims_of",
    "clauses",
    "is_negated",
    "is_planned",
    "names_of",
    "negated_stems",
    "numbers_of",
    "one_line",
    "stems_of",
]

CLAUSE = re.compile(
    r"[,;:!?](?=\s|$)|\.(?=\s|$)|[，；：。！？、\n|]|[()（）]|\s[-–—→]+\s"
    r"|\b(?:and|but|while|whereas|because|since|so that|although)\b"
    r"|(?:而且|但是|并且|因为|所以|但|而)"
)
NUMBER = re.compile(r"(?<![\w.])\d+(?:[.,]\d+)*(?![\w])|(?<![\d.])\d+(?:\.\d+)?(?=[^\W\d_])")
MARKED = re.compile(r"`([^`\n]+)`")
REACH = 24
"""Characters before a claim in which a negation turns it round."""
SHORT_WORD = 3
STEM = 6


class Claim(NamedTuple):
    """A statement of one kind: `pass`, `done`, `created` ...; its group holds the alternatives."""

    category: str
    group: str


@cache
def audit_data() -> Mapping[str, Any]:
    return read_toml(Path(__file__).with_name("audit.toml"))


def one_line(text: str) -> str:
    return " ".join(text.split())


@lru_cache(maxsize=16_384)
def clauses(text: str) -> tuple[str, ...]:
    """The parts of a text between commas, full stops and conjunctions."""
    return tuple(part for part in map(str.strip, CLAUSE.split(text)) if part)


@lru_cache(maxsize=16_384)
def stems_of(text: str) -> tuple[str, ...]:
    """Content words without their endings; of Chinese text, pairs of characters."""
    return tuple(map(_stem, content_words(text)))


@lru_cache(maxsize=65_536)
def _stem(word: str) -> str:
    if not word.isascii():
        return word
    bare = word.removesuffix("'s")
    for ending in ("ations", "ation", "ings", "ing", "ies", "ers", "ed", "es", "er", "ly", "s"):
        if bare.endswith(ending) and len(bare) - len(ending) >= SHORT_WORD:
            bare = bare[: -len(ending)] + ("i" if ending == "ies" else "")
            break
    if len(bare) > SHORT_WORD and bare[-1] == bare[-2]:
        bare = bare[:-1]
    bare = bare.rstrip("e") or bare
    return (bare[:-1] + "i" if bare.endswith("y") else bare)[:STEM]


@lru_cache(maxsize=16_384)
def names_of(text: str) -> frozenset[str]:
    """Paths, identifiers, URLs, amounts and code spans: what a reader would type."""
    return frozenset(terms_of(text)) | frozenset(MARKED.findall(text))


@lru_cache(maxsize=16_384)
def numbers_of(text: str) -> frozenset[str]:
    """Numbers in figures and in words, as figures without thousands marks."""
    figures = {match.group().replace(",", "") for match in NUMBER.finditer(text)}
    words = {match.category for match in _number_words().find(text)}
    return frozenset(figures | words)


@cache
def _number_words() -> Lexicon:
    """English words alone; Chinese numerals with a measure word."""
    data = audit_data()
    listed: dict[str, list[str]] = {}
    for number, words in data["numbers"].items():
        listed[number] = [
            form
            for word in words
            for form in (
                (word,)
                if word.isascii()
                else (f"{word}{unit}" for unit in data["number_units"]["zh"])
            )
        ]
    return Lexicon(listed)


@cache
def _claims() -> Lexicon:
    return Lexicon({name: (*row["en"], *row["zh"]) for name, row in audit_data()["claims"].items()})


@cache
def _cues() -> Lexicon:
    data = audit_data()
    return Lexicon({name: (*data[name]["en"], *data[name]["zh"]) for name in ("negation", "plan")})


@lru_cache(maxsize=16_384)
def claims_of(text: str) -> frozenset[Claim]:
    """The claims of a text; a negated one counts as its opposite, or as `not ...`."""
    return frozenset(_found_claims(text))


def _found_claims(text: str) -> Iterator[Claim]:
    data = audit_data()
    for clause in clauses(text):
        for match in _claims().find(clause):
            category = match.category
            before = clause[max(0, match.start - REACH) : match.start]
            group = data["claims"][category]["group"]
            if group in {"outcome", "state", "change", "verdict"} and is_negated(before):
                category = data["opposites"].get(category, f"not {category}")
            yield Claim(category, group)


def is_negated(text: str) -> bool:
    """An odd number of words turn it round."""
    return sum(match.category == "negation" for match in _cues().find(text)) % 2 == 1


@lru_cache(maxsize=16_384)
def negated_stems(text: str) -> tuple[frozenset[str], ...]:
    """For each word that turns a text round, the content words right behind it."""
    reach = audit_data()["limits"]["reach"]
    found = (
        frozenset(stems_of(clause[match.end :])[:reach])
        for clause in clauses(text)
        for match in _cues().find(clause)
        if match.category == "negation"
    )
    return tuple(scope for scope in found if scope)


def is_planned(text: str) -> bool:
    """It says that something is to be done."""
    return any(match.category == "plan" for match in _cues().find(text))
