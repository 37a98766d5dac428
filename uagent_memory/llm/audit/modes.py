"""How a clause is told that is not told as so: thought possible, asked, wished, conditional."""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache, lru_cache
from pathlib import Path
from typing import Any

from uagent_memory.analyzer.lexicon import Lexicon
from uagent_memory.config import read_toml

__all__ = ["may_deny", "modes_of", "spared_modes"]

ALSO = "also "


@lru_cache(maxsize=16_384)
def modes_of(clause: str) -> frozenset[str]:
    """Names of the ways in which a clause of the sources does not say that it is so."""
    found = (match.category for match in _lexicon().find(clause))
    return frozenset(name for name in found if not name.startswith(ALSO))


@lru_cache(maxsize=16_384)
def spared_modes(sentence: str) -> frozenset[str]:
    """Those that a sentence of a line tells, in the same words or in others."""
    return frozenset(match.category.removeprefix(ALSO) for match in _every().find(sentence))


@lru_cache(maxsize=16_384)
def may_deny(clause: str) -> bool:
    """A word stands in it that may be told by a "not": "only", "until", "still open"."""
    return bool(_denying().find(clause))


@cache
def _denying() -> Lexicon:
    words = read_toml(Path(__file__).with_name("modes.toml"))["denying"]
    return Lexicon({"denying": (*words["en"], *words["zh"])})


@cache
def _lexicon() -> Lexicon:
    return Lexicon(
        {
            **_words("words"),
            "_hidden": [x for row in _data().values() for x in row.get("hidden", ())],
        }
    )


@cache
def _every() -> Lexicon:
    also = {f"{ALSO}{name}": words for name, words in _words("also").items()}
    return Lexicon({**_words("words"), **also})


def _words(key: str) -> dict[str, tuple[str, ...]]:
    return {name: (*row[key]["en"], *row[key]["zh"]) for name, row in _data().items()}


@cache
def _data() -> Mapping[str, Any]:
    rows: Mapping[str, Any] = read_toml(Path(__file__).with_name("modes.toml"))["modes"]
    return rows
