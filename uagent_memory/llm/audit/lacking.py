"""What somebody has not, told as what they have: 有文凭 where the sources only say 没有文凭."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from functools import cache

from uagent_memory.analyzer.lexicon import HAN, any_of
from uagent_memory.llm.audit.alignment import told_clauses
from uagent_memory.llm.audit.data import word_list
from uagent_memory.llm.audit.material import DraftLine
from uagent_memory.llm.audit.words import clauses

__all__ = ["had_after_all"]

LEAST = 2
"""Characters of what is had or lacked."""


def had_after_all(text: str, sources: Sequence[DraftLine]) -> Iterator[str]:
    """Faults of one line (Chinese only).

    Args:
        text: without its references.
        sources: the draft lines it was made from.
    """
    if not HAN.search(text):
        return
    told = told_clauses(sources)
    lacked = {thing for clause in told for thing in _things("not", clause)}
    had = {thing for clause in told for thing in _things("having", clause)}
    for clause in clauses(text):
        for thing in _things("having", clause):
            if _meets(thing, lacked) and not _meets(thing, had):
                yield f'a "not" was left out: {clause[:80]}'


def _things(name: str, clause: str) -> list[str]:
    return [thing for thing in _forms(name).findall(clause) if len(thing) >= LEAST]


def _meets(thing: str, others: set[str]) -> bool:
    """One begins with the other."""
    return any(thing.startswith(other) or other.startswith(thing) for other in others)


@cache
def _forms(name: str) -> re.Pattern[str]:
    """What stands behind a word for having, or behind one for lacking."""
    lacking, having = (any_of(word_list("having")[table]) for table in ("not", "zh"))
    before = f"(?:{lacking})" if name == "not" else rf"(?<![没未无])(?:{having})"
    return re.compile(rf"{before}([\u3400-\u9fff]{{1,8}})")
