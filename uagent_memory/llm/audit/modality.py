"""Whether what a source only thinks possible, or on a condition, is told as so."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from functools import cache

from uagent_memory.analyzer.lexicon import Lexicon
from uagent_memory.llm.audit.alignment import nearest, sentences, told_clauses
from uagent_memory.llm.audit.data import rewording_data
from uagent_memory.llm.audit.material import DraftLine
from uagent_memory.llm.audit.wording import plain_wording
from uagent_memory.llm.audit.words import clauses

__all__ = ["is_guess", "made_certain"]

ASKED = re.compile(r"\bwhether\b|是否|[吗么]$|多少|什么|哪里|哪些|有没有|是不是", re.IGNORECASE)


def made_certain(text: str, sources: Sequence[DraftLine]) -> Iterator[str]:
    """Faults of one line.

    Args:
        text: without its references.
        sources: the draft lines it was made from.
    """
    told = told_clauses(sources)
    conditional = frozenset(_conditional(sources))
    for sentence in sentences(plain_wording(text)):
        is_open = _has("possible", sentence) or _has("unsure", sentence)
        is_conditional = _has("conditional", sentence)
        for clause in clauses(sentence):
            near = nearest(clause, told)
            if not near:
                continue
            if not is_open and all(_has("possible", other) for other in near):
                yield f"a possibility was made certain: {clause[:80]}"
            elif not is_conditional and all(other in conditional for other in near):
                yield f"a condition was left out: {clause[:80]}"


def is_guess(clause: str) -> bool:
    """It asserts nothing: a question, or something thought possible."""
    return _has("possible", clause) or ASKED.search(clause) is not None


def _conditional(sources: Sequence[DraftLine]) -> Iterator[str]:
    """Clauses that hold only if the clause beside them does."""
    for line in sources:
        for sentence in sentences(plain_wording(line.support)):
            parts = clauses(sentence)
            for place, clause in enumerate(parts):
                beside = parts[max(0, place - 1) : place] + parts[place + 1 : place + 2]
                if _has("depending", clause) and any(_has("conditional", x) for x in beside):
                    yield clause


@cache
def _cues(name: str) -> Lexicon:
    row = rewording_data()[name]
    return Lexicon({name: (*row["en"], *row["zh"]), "_hidden": row.get("hidden", ())})


def _has(name: str, text: str) -> bool:
    return any(match.category == name for match in _cues(name).find(text))
