"""Forms of a short line that make it a rule, whatever its words."""

from __future__ import annotations

import re
from functools import cache, lru_cache

from uagent_memory.analyzer.observations.tables import either, strings, table
from uagent_memory.analyzer.observations.tasks.line_form import key_of

__all__ = ["is_bare", "is_formed", "prohibits"]

_REMEMBERED = 1 << 12
"""Lines: the same ones stand in the prompt of every session."""


def is_bare(text: str) -> bool:
    """It says not by itself what is forbidden: "nothing else"."""
    return key_of(text) in strings("constraints", "bare")


@lru_cache(maxsize=_REMEMBERED)
def is_formed(text: str) -> bool:
    """It has the form of a rule: "English only", "max 200 words", 一律用."""
    begins, inside = _forms()
    found = begins.match(text) or inside.search(text)
    return found is not None or prohibits(text)


@lru_cache(maxsize=_REMEMBERED)
def prohibits(text: str) -> bool:
    """It forbids behind what must not be touched, or until when: 数据库别动, 没我同意不要付款."""
    return _prohibiting(ascii_only=text.isascii()).search(text) is not None


@cache
def _forms() -> tuple[re.Pattern[str], re.Pattern[str]]:
    """Those at the beginning of a text, which are not looked for anywhere else, and all others."""
    patterns = table("constraints")["patterns"]
    at_start = [pattern for pattern in patterns if pattern.startswith("^")]
    others = [pattern for pattern in patterns if pattern not in at_start]
    return either(at_start, re.IGNORECASE), either(others, re.IGNORECASE)


@cache
def _prohibiting(*, ascii_only: bool) -> re.Pattern[str]:
    """Of both languages only where the text may hold both."""
    patterns: list[str] = table("constraints")["prohibiting"]
    told = (pattern for pattern in patterns if pattern.isascii() or not ascii_only)
    return either(told, re.IGNORECASE)
