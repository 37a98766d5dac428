"""Other spellings of the same words: one of them, before anything is compared."""

from __future__ import annotations

import re
from functools import cache, lru_cache

from uagent_memory.llm.audit.data import audit_data

__all__ = ["plain_wording"]

UNDONE = re.compile(
    r"\bun(?!der|i[tfq])([a-z]{3,}(?:ed|known|done|seen|written))\b(?![-/_]|\.\w)", re.IGNORECASE
)
RANGE = re.compile(
    r"\b(between\s+[^\s,;]+(?:\s+[^\s,;\d]+)?\s+)and(?=\s+[^\s,;]*\d)", re.IGNORECASE
)


@lru_cache(maxsize=16_384)
def plain_wording(text: str) -> str:
    """'unaffected' as 'not affected', 'rolled it back' as 'rolled back it', a range in one piece.

    Examples:
        >>> plain_wording("Uncommitted; rolled checkout back between 14:05 and 14:31")
        'not committed; rolled back checkout between 14:05 & 14:31'
    """
    text = UNDONE.sub(r"not \1", text)
    for pattern in _particle_verbs():
        text = pattern.sub(r"\1 \3 \2", text)
    return RANGE.sub(r"\1&", text)


@cache
def _particle_verbs() -> tuple[re.Pattern[str], ...]:
    return tuple(
        re.compile(
            rf"\b({'|'.join(verbs)})\s+((?:[^\s,.;:]+\s+){{0,3}}?[^\s,.;:]+)\s+({particle})\b",
            re.IGNORECASE,
        )
        for particle, verbs in audit_data()["particles"].items()
    )
