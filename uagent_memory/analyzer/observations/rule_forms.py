"""Forms of a short line that make it a rule, whatever its words."""

from __future__ import annotations

import re
from functools import cache

from uagent_memory.analyzer.observations.line_form import key_of
from uagent_memory.analyzer.observations.tables import either, strings, table

__all__ = ["is_bare", "is_formed", "prohibits"]


def is_bare(text: str) -> bool:
    """It says not by itself what is forbidden: "nothing else"."""
    return key_of(text) in strings("constraints", "bare")


def is_formed(text: str) -> bool:
    """It has the form of a rule: "English only", "max 200 words", 一律用."""
    return _forms().search(text) is not None or prohibits(text)


def prohibits(text: str) -> bool:
    """It forbids behind what must not be touched, or until when: 数据库别动, 没我同意不要付款."""
    return _prohibiting().search(text) is not None


@cache
def _forms() -> re.Pattern[str]:
    return either(table("constraints")["patterns"], re.IGNORECASE)


@cache
def _prohibiting() -> re.Pattern[str]:
    return either(table("constraints")["prohibiting"], re.IGNORECASE)
