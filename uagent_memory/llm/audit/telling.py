"""How a clause tells what the source clause most like it tells: as done, or of another thing."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from functools import cache
from itertools import combinations

from uagent_memory.analyzer.lexicon import Lexicon
from uagent_memory.llm.audit.alignment import nearest, told_clauses
from uagent_memory.llm.audit.claims import denies
from uagent_memory.llm.audit.data import rewording_data
from uagent_memory.llm.audit.material import DraftLine
from uagent_memory.llm.audit.words import clauses, is_undone, stems_of

__all__ = ["crossed", "says_same", "told_as_done"]

DEED = re.compile(r"\b[a-z]{2,}(?:ed|wn|lt|ught)\b", re.IGNORECASE)
PERFECT = re.compile(r"\b(?:was|were|has|have|had|been)\s+(?:\w+ly\s+)?$", re.IGNORECASE)
ASPECT = re.compile(r"已经|已|还没有|还没|没有|尚未|目前|现在|曾经")
"""Says when, not what."""
MOST_CLAUSES = 12
"""Of a line whose clauses are compared two by two."""


def told_as_done(text: str, sources: Sequence[DraftLine]) -> Iterator[str]:
    """Told as done or so, where the most similar source clauses advise, deny or only allow it.

    Args:
        text: without its references.
        sources: the draft lines it was made from.
    """
    told = told_clauses(sources)
    forms = frozenset(word.lower() for clause in told for word in DEED.findall(clause))
    for clause in clauses(text):
        near = () if _is_open(clause) else nearest(ASPECT.sub("", clause), told)
        if not near:
            continue
        if _is_deed(clause, forms) and all(map(_is_open, near)):
            yield f"not told as done: {clause[:80]}"
        elif _has("too", clause) and all(map(denies, near)):
            yield f'a "not" was left out: {clause[:80]}'


def _is_open(clause: str) -> bool:
    return _has("hedge", clause) or is_undone(clause) or denies(clause)


def _is_deed(clause: str, forms: frozenset[str]) -> bool:
    """It tells a deed, in a word that the sources do not use for one."""
    if not clause.isascii() and _has("told", clause):
        return True
    return any(
        match.group().lower() not in forms and PERFECT.search(clause[: match.start()])
        for match in DEED.finditer(clause)
    )


@cache
def _cues(name: str) -> Lexicon:
    row = rewording_data()[name]
    return Lexicon({name: (*row.get("en", ()), *row["zh"]), "_hidden": row.get("hidden", ())})


def _has(name: str, text: str) -> bool:
    return any(True for _ in _cues(name).find(text))


def says_same(clause: str) -> bool:
    """It says that something is as it was."""
    return _has("same", clause)


def crossed(text: str, sources: Sequence[DraftLine]) -> Iterator[str]:
    """Two clauses that have exchanged what two clauses of a source say.

    Args:
        text: without its references.
        sources: the draft lines it was made from.
    """
    said = [(clause, frozenset(stems_of(clause))) for clause in clauses(text)[:MOST_CLAUSES]]
    for line in sources:
        told = [frozenset(stems_of(clause)) for clause in clauses(line.text)[:MOST_CLAUSES]]
        strange = [pair for pair in said if not any(pair[1] <= stems for stems in told)]
        for one, other in combinations(told, 2):
            for (clause, here), (_, there) in combinations(strange, 2):
                if _is_crossed(here, there, one - other, other - one):
                    yield f"said of each other: {clause[:80]}"


def _is_crossed(
    here: frozenset[str], there: frozenset[str], first: frozenset[str], second: frozenset[str]
) -> bool:
    """Each has something of both, and what one has of a source clause the other lacks."""
    parts = (here & first, here & second, there & first, there & second)
    return all(parts) and not (parts[0] & parts[2] or parts[1] & parts[3])
