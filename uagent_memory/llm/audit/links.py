"""Words that join two clauses: "because" where the sources have "until"."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from functools import cache, lru_cache
from typing import Any

from uagent_memory.analyzer.lexicon import any_word
from uagent_memory.llm.audit.alignment import nearest, sentences
from uagent_memory.llm.audit.data import rewording_data
from uagent_memory.llm.audit.material import DraftLine
from uagent_memory.llm.audit.wording import plain_wording
from uagent_memory.llm.audit.words import clauses

__all__ = ["wrong_links"]

RESULT = "result"
"""What it stands in front of has its reason in the clause before."""


def wrong_links(text: str, sources: Sequence[DraftLine]) -> Iterator[str]:
    """Faults of one line.

    Args:
        text: without its references.
        sources: the draft lines it was made from.
    """
    said = [(clause, kind) for sentence in sentences(text) for clause, kind in _linked(sentence)]
    if not any(kind for _, kind in said):
        return
    told: dict[str, set[str]] = {}
    for line in sources:
        for sentence in sentences(line.support):
            for clause, kind in _linked(sentence):
                told.setdefault(clause, set()).add(kind)
    for clause, kind in said:
        near = nearest(clause, told) if kind else ()
        known = [other for part in near for other in sorted(told[part])]
        if known and all(other in _kinds()[kind]["against"] for other in known):
            yield f"joined by another word than in its sources: {clause[:80]}"


@lru_cache(maxsize=16_384)
def _linked(sentence: str) -> tuple[tuple[str, str], ...]:
    """The clauses of a sentence, each with the kind of the word that leads it in."""
    plain = plain_wording(sentence)
    found: list[tuple[str, str]] = []
    end = 0
    for clause in clauses(sentence):
        start = max(plain.find(clause, end), end)
        kinds = [name for name in _kinds() if _word(name).match(clause)]
        kinds = kinds or [name for name in _kinds() if _word(name).search(plain[end:start])]
        kind = kinds[0] if kinds else ""
        if kind == RESULT and found and found[-1][1]:
            found[-1] = (found[-1][0], "")
        found.append((clause, kind))
        end = start + len(clause)
    return tuple(found)


@cache
def _kinds() -> Mapping[str, Any]:
    kinds: Mapping[str, Any] = rewording_data()["links"]
    return kinds


@cache
def _word(kind: str) -> re.Pattern[str]:
    return any_word(_kinds()[kind])
