"""Which phrase lists a text begins with, and which it holds: one look answers for all of them."""

from __future__ import annotations

import re
from collections.abc import Sequence
from functools import cache, lru_cache
from pathlib import Path
from typing import Any, Literal, NamedTuple, TypeAlias

from ahocorasick_rs import AhoCorasick, Implementation, MatchKind

from uagent_memory.analyzer.lexicon import well_formed
from uagent_memory.config import read_toml

__all__ = ["Where", "lists_at", "lists_in", "lists_opening", "phrase_list"]

Where: TypeAlias = Literal["beginning", "anywhere"]
"""At which places of a text the phrases of a list count."""

_REMEMBERED = 1 << 16
"""Texts whose lists are remembered: they are asked for by several passes over what was said."""
_FIRST_WORD = re.compile(r"[\W_]*([A-Za-z]+|[^\W\d_])")
"""The letters of a first English word, or a first letter of another script."""
_NONE: frozenset[str] = frozenset()


class _Phrase(NamedTuple):
    text: str
    is_words: bool
    """It counts as whole words only; Chinese has no blanks around its words."""
    name: str
    """Of its list."""


def phrase_list(name: str) -> dict[str, list[str]]:
    """The phrases of one list, by language."""
    phrases: dict[str, list[str]] = _lists()[name]
    return phrases


def lists_at(where: Where) -> Sequence[str]:
    """Names of the lists whose phrases count there."""
    names: Sequence[str] = _lists()[where]
    return names


@lru_cache(maxsize=_REMEMBERED)
def lists_opening(text: str, begin: int = 0) -> frozenset[str]:
    """Names of the lists with a phrase at the beginning, whatever marks stand before it."""
    first = _FIRST_WORD.match(text, begin)
    phrases = _by_first_word().get(first.group(1).lower()) if first else None
    if first is None or phrases is None:
        return _NONE
    at = first.start(1)
    rest = text[at : at + _longest()].lower().replace("’", "'")
    found = [
        name
        for phrase, is_words, name in phrases
        if rest.startswith(phrase) and not (is_words and _goes_on(rest, len(phrase)))
    ]
    return _shared(frozenset(found)) if found else _NONE


@lru_cache(maxsize=_REMEMBERED)
def lists_in(text: str) -> frozenset[str]:
    """Names of the lists with a phrase anywhere in a text."""
    automaton, phrases = _automaton()
    folded = well_formed(text.casefold()).replace("’", "'")
    met = automaton.find_matches_as_indexes(folded, overlapping=True)
    if not met:
        return _NONE
    found: set[str] = set()
    for index, start, end in met:
        _, is_words, name = phrases[index]
        if name in found:
            continue
        if not (is_words and (_goes_on(folded, end) or (start and _goes_on(folded, start - 1)))):
            found.add(name)
    return _shared(frozenset(found))


@cache
def _shared(names: frozenset[str]) -> frozenset[str]:
    """One object for all equal ones: few combinations of lists come again and again."""
    return names


def _goes_on(text: str, at: int) -> bool:
    """A word does: there is a letter, a digit or a low line."""
    char = text[at : at + 1]
    return char.isalnum() or char == "_"


@cache
def _lists() -> dict[str, Any]:
    return read_toml(Path(__file__).with_name("phrasing.toml"))


def _phrases(where: Where) -> list[_Phrase]:
    return [
        _Phrase(phrase.casefold(), language == "en", name)
        for name in sorted(lists_at(where))
        for language, phrases in phrase_list(name).items()
        for phrase in phrases
    ]


@cache
def _by_first_word() -> dict[str, list[_Phrase]]:
    found: dict[str, list[_Phrase]] = {}
    for phrase in _phrases("beginning"):
        first = _FIRST_WORD.match(phrase.text)
        assert first is not None, phrase
        found.setdefault(first.group(1), []).append(phrase)
    return found


@cache
def _longest() -> int:
    """Characters of the longest phrase, and the one that may go on."""
    return 1 + max(len(phrase.text) for phrase in _phrases("beginning"))


@cache
def _automaton() -> tuple[AhoCorasick, list[_Phrase]]:
    phrases = _phrases("anywhere")
    texts = [phrase.text for phrase in phrases]
    automaton = AhoCorasick(texts, matchkind=MatchKind.Standard, implementation=Implementation.DFA)
    return automaton, phrases
