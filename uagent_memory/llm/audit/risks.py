"""Words of risk: what is done to something, by whom, and what has an opposite."""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache
from pathlib import Path
from typing import Any

from uagent_memory.config import read_toml
from uagent_memory.llm.audit.words import stem_of

__all__ = ["is_risky"]


def is_risky(word: str) -> bool:
    """It tells a deed, a doer or a side."""
    stem = stem_of(word)
    return stem in _stems("deeds") or word in _words("sides", "en") or _is_doer(word)


def _is_doer(word: str) -> bool:
    word = word.removesuffix("'s")
    if stem_of(word) in _stems("doers"):
        return True
    single = word.removesuffix("s")
    is_named_so = single.endswith(tuple(_data()["doers"]["endings"]))
    return is_named_so and single not in _words("doers", "none")


@cache
def _data() -> Mapping[str, Any]:
    return read_toml(Path(__file__).with_name("risks.toml"))


@cache
def _stems(table: str) -> frozenset[str]:
    return frozenset(map(stem_of, _words(table, "en")))


@cache
def _words(table: str, key: str) -> frozenset[str]:
    return frozenset(_data()[table][key].split())
