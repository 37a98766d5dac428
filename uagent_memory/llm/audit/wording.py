"""Other spellings of the same words: one of them, before anything is compared."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from functools import cache, lru_cache, partial
from pathlib import Path
from typing import Any

from uagent_memory.config import read_toml
from uagent_memory.llm.audit.data import audit_data

__all__ = ["plain_wording", "with_ranges"]

LISTED = "LISTED"
"""The rule that says a "no" again in front of each of several things."""


@lru_cache(maxsize=16_384)
def plain_wording(text: str) -> str:
    """'unaffected' as 'not affected', 'rolled it back' as 'rolled back it', a range in one piece.

    Examples:
        >>> plain_wording("Uncommitted; rolled checkout back between 14:05 and 14:31")
        'not committed; rolled back checkout between 14:05 & 14:31'
        >>> plain_wording("it was neither saved nor shown")
        'it was not saved or shown'
    """
    for rule in _rules():
        text = rule(text)
    for pattern in _particle_verbs():
        text = pattern.sub(r"\1 \3 \2", text)
    return with_ranges(text)


def with_ranges(text: str) -> str:
    """Ranges in one piece: "between 14:05 & 14:31"."""
    return _range()(text)


@cache
def _rules() -> tuple[Callable[[str], str], ...]:
    return tuple(
        _with_each_denied if pattern == LISTED else _rule(pattern, by, *needed)
        for pattern, by, *needed in _data()["rules"]
    )


def _rule(pattern: str, by: str, needed: str = "") -> Callable[[str], str]:
    """Of a pattern, and of what a text holds to which it applies, any text if nothing is said."""
    data = audit_data()
    spelled = pattern.replace("PREFIXED", "|".join(data["prefixed"]["en"]))
    spelled = spelled.replace("EXCESS", f"(?:{'|'.join(data['excess']['en'])})")
    change = partial(re.compile(spelled, re.IGNORECASE).sub, by)
    return (lambda text: change(text) if needed in text else text) if needed else change


@cache
def _range() -> Callable[[str], str]:
    return _rule(*_data()["range"])


def _with_each_denied(text: str) -> str:
    between = _listed("between")
    return _listed("things").sub(lambda match: between.sub(r"\g<0>no ", match.group()), text)


@cache
def _listed(name: str) -> re.Pattern[str]:
    return re.compile(_data()["listed"][name], re.IGNORECASE)


@cache
def _data() -> Mapping[str, Any]:
    return read_toml(Path(__file__).with_name("wording.toml"))


@cache
def _particle_verbs() -> tuple[re.Pattern[str], ...]:
    return tuple(
        re.compile(
            rf"\b({'|'.join(verbs)})\s+((?:[^\s,.;:]+\s+){{0,3}}?[^\s,.;:]+)\s+({particle})\b",
            re.IGNORECASE,
        )
        for particle, verbs in audit_data()["particles"].items()
    )
