"""Lexicons from word lists that stand beside the module that uses them."""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache
from pathlib import Path

from uagent_memory.analyzer.lexicon import Lexicon
from uagent_memory.config import read_toml

__all__ = ["read_lexicon", "read_words"]


@cache
def read_words(path: Path) -> Mapping[str, tuple[str, ...]]:
    """Category -> words of all languages, from a file in the analyzer's lexicon format.

    Raises:
        ConfigError: the file cannot be read.
    """
    return {
        category: tuple(word for words in by_language.values() for word in words)
        for category, by_language in read_toml(path).items()
    }


@cache
def read_lexicon(path: Path) -> Lexicon:
    """The word lists of a file as one automaton; compiled once a process."""
    return Lexicon(read_words(path))
