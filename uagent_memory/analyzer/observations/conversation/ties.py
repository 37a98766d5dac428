"""Which earlier statement a sentence speaks of, by the words they share."""

from __future__ import annotations

import re
from collections.abc import Iterable
from collections.abc import Set as AbstractSet
from functools import cache, lru_cache
from operator import add
from sys import intern
from typing import TypeVar

from uagent_memory.analyzer.observations.tables import strings, table

__all__ = ["content_words", "most_alike", "opening_words", "share", "speaks_of"]

_WORD = re.compile(r"[a-z][a-z0-9_.-]*[a-z0-9]|[\u4e00-\u9fff]+")
T = TypeVar("T")


@lru_cache(maxsize=4096)
def content_words(text: str) -> frozenset[str]:
    """Its words without the commonplace ones; Chinese by pairs of characters."""
    return frozenset(map(intern, _words_of(text)))


def _words_of(text: str) -> set[str]:
    words: set[str] = set()
    shortest: int = table("ties")["shortest_word"]
    for word in _WORD.findall(text.casefold()):
        if word.isascii():
            if len(word) >= shortest and word not in _common():
                words.add(_singular(word))
        else:
            words.update({*map(add, word, word[1:])}.difference(_common()))
    return words


@lru_cache(maxsize=16)
def opening_words(text: str) -> AbstractSet[str]:
    """Those of the part of a message in which it says what it is about."""
    return _words_of(text[: table("ties")["heard"]])


def share(subject: AbstractSet[str], words: AbstractSet[str]) -> float:
    """How much of a subject's content words a text has; 0 of a subject without any."""
    return len(subject & words) / len(subject) if subject else 0.0


def speaks_of(words: AbstractSet[str], subject: AbstractSet[str]) -> bool:
    """Whether a text of these content words is about the subject."""
    about: float = table("ties")["about"]
    return share(subject, words) >= about


def most_alike(text: str, candidates: Iterable[tuple[str, T]]) -> T | None:
    """The candidate that shares most content words with a text; the latest of equals."""
    wanted = content_words(text)
    best, most = None, 0
    for other, item in candidates:
        shared = len(wanted & content_words(other))
        if shared and shared >= most:
            best, most = item, shared
    return best


def _singular(word: str) -> str:
    return word[:-1] if word.endswith("s") and not word.endswith("ss") else word


@cache
def _common() -> frozenset[str]:
    return strings("requests", "commonplace")
