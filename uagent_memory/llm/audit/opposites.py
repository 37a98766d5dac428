"""Whether a clause says the contrary of another: by a "not", or by the other word of a pair."""

from __future__ import annotations

import re
from collections.abc import Mapping
from functools import cache, lru_cache

from uagent_memory.llm.audit.claims import turns_down
from uagent_memory.llm.audit.data import audit_data, audit_limits, thesaurus_data
from uagent_memory.llm.audit.senses import NO_SENSE, Meant, held, meaning, meant
from uagent_memory.llm.audit.words import MARKED, names_of, negations, numbers_of, stems_of

__all__ = [
    "agreed",
    "denied_things",
    "is_turned",
    "negated",
    "only_opposed",
    "opposed",
    "scopes_of",
    "sides_in",
    "things_in",
    "word_of_pair",
]


def is_turned(one: str, other: str) -> bool:
    """One of the two denies what the other says."""
    return (_is_denied(one, other) != _is_denied(other, one)) != opposed(one, other)


@lru_cache(maxsize=16_384)
def _is_denied(clause: str, other: str) -> bool:
    """A clause denies what it has in common with another."""
    known = meaning(other)
    words = sum(
        match.word not in _behind() or any(held(word, known) for word in meant(clause[match.end :]))
        for match in negations(clause)
    )
    return turns_down(clause) or words % 2 == 1


@lru_cache(maxsize=16_384)
def opposed(one: str, other: str) -> bool:
    """One has a word of a pair, the other only its opposite."""
    here, there = sides_in(one), sides_in(other)
    return any(
        number in there
        and here[number] != there[number]
        and len(here[number]) == 1
        and len(there[number]) == 1
        for number in here
    )


def agreed(one: str, other: str) -> bool:
    """Both have the same word of a pair."""
    here, there = sides_in(one), sides_in(other)
    return any(here[number] & there.get(number, frozenset()) for number in here)


def only_opposed(clause: str, support: str) -> bool:
    """It has a word of a pair of which the sources only have the other."""
    here, there = sides_in(clause), sides_in(support)
    return any(number in there and here[number].isdisjoint(there[number]) for number in here)


@lru_cache(maxsize=16_384)
def negated(clause: str) -> tuple[tuple[Meant, ...], ...]:
    """For each word that turns a clause round, the content words right behind it."""
    reach = audit_limits().reach
    found = (meant(clause[match.end :])[:reach] for match in negations(clause))
    return tuple(scope for scope in found if scope)


@lru_cache(maxsize=16_384)
def scopes_of(clause: str) -> tuple[tuple[Meant, ...], ...]:
    """For each word that turns a clause round, all the content words and names behind it."""
    found = []
    for match in negations(clause):
        rest = clause[match.end :]
        names = (Meant(name, NO_SENSE) for name in sorted(MARKED.findall(rest)))
        words = meant(MARKED.sub(" ", rest))
        is_near = match.word.lower() in _behind()
        found.append((*(words[: audit_limits().reach] if is_near else words), *names))
    return tuple(found)


@lru_cache(maxsize=16_384)
def denied_things(clause: str) -> tuple[frozenset[str], ...]:
    """For each word that turns a clause round, the words, names and numbers behind it."""
    return tuple(things_in(clause[match.end :]) for match in negations(clause))


@lru_cache(maxsize=16_384)
def things_in(text: str) -> frozenset[str]:
    """The words of a text by their stems, its names and its numbers."""
    return frozenset(stems_of(text)) | names_of(text) | numbers_of(text)


@lru_cache(maxsize=16_384)
def sides_in(text: str) -> Mapping[int, frozenset[int]]:
    """Pairs of opposites of which a text has a word, and which of the two."""
    found: dict[int, set[int]] = {}
    for match in _opposites().finditer(text):
        for pair, side in _sides()[match.group().lower()]:
            found.setdefault(pair, set()).add(side)
    return {pair: frozenset(sides) for pair, sides in found.items()}


def word_of_pair(pair: int, text: str) -> re.Match[str]:
    """Where a text that has a word of a pair has the first one."""
    found = _opposites().finditer(text)
    return next(
        match for match in found if any(pair == x for x, _ in _sides()[match.group().lower()])
    )


@cache
def _sides() -> Mapping[str, tuple[tuple[int, int], ...]]:
    found: dict[str, list[tuple[int, int]]] = {}
    pairs = ";".join(thesaurus_data()["antonyms"]).split(";")
    for number, pair in enumerate(pairs):
        for side, words in enumerate(pair.split("|")):
            for word in words.split():
                found.setdefault(word, []).append((number, side))
    return {word: tuple(sides) for word, sides in found.items()}


@cache
def _opposites() -> re.Pattern[str]:
    words = sorted(_sides(), key=lambda word: (-len(word), word))
    latin = "|".join(word for word in words if word.isascii())
    other = "|".join(word for word in words if not word.isascii())
    return re.compile(rf"(?<![\w-])(?:{latin})(?![\w-])|{other}", re.IGNORECASE)


@cache
def _behind() -> frozenset[str]:
    return frozenset(word.rstrip("*") for word in audit_data()["negation"]["behind"])
