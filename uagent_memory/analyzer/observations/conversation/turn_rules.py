"""Rules on how an agent must put each of its turns to the program that runs it.

They bind whoever works under that program, and say nothing of the work: one block of code in each
answer, one command at a time, thoughts before it.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from functools import cache, lru_cache

from uagent_memory.analyzer.observations.conversation.prose import Line
from uagent_memory.analyzer.observations.tables import either, table
from uagent_memory.holding import holds_any
from uagent_memory.messages import Span

__all__ = ["turn_rules"]

_MARKS = re.compile(r"[*_]+")
_REMEMBERED = 1 << 10
"""Lines: the same ones stand in the prompt of every session."""


def turn_rules(lines: Sequence[Line]) -> frozenset[Span]:
    """Where one message says them; a single such sentence may be about the work itself."""
    told = [line for line in lines if not line.asks]
    sure = frozenset(line.span for line in told if _may_be(line) and _is_sure(_plain(line)))
    if len(sure) < table("turn_rules")["least"]:
        return frozenset()
    return sure | {line.span for line in told if _is_beside(_plain(line))}


def _plain(line: Line) -> str:
    return _MARKS.sub("", line.text.lower())


def _may_be(line: Line) -> bool:
    """A cheap look, which most sentences do not pass."""
    return holds_any(line.text.lower(), table("turn_rules")["signs"])


@lru_cache(maxsize=_REMEMBERED)
def _is_sure(text: str) -> bool:
    return _patterns("sure", ascii_only=text.isascii()).search(text) is not None


@lru_cache(maxsize=_REMEMBERED)
def _is_beside(text: str) -> bool:
    return _patterns("beside", ascii_only=text.isascii()).search(text) is not None


@cache
def _patterns(kind: str, *, ascii_only: bool) -> re.Pattern[str]:
    """For lower case; of both languages only where the text may hold both."""
    patterns: list[str] = table("turn_rules")[kind]
    return either(pattern for pattern in patterns if pattern.isascii() or not ascii_only)
