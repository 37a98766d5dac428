"""Two sentences that have exchanged what two sentences of a source say."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import combinations

from uagent_memory.llm.audit.alignment import sentences
from uagent_memory.llm.audit.material import DraftLine
from uagent_memory.llm.audit.words import clauses, names_of, numbers_of, stems_of

__all__ = ["exchanged"]

LEAST = 2
"""What a clause must share with a sentence to be said to come from it."""
MOST = 12
"""Sentences of a line that are compared."""
BOTH = 2


def exchanged(text: str, sources: Sequence[DraftLine]) -> Iterator[str]:
    """Faults of one line.

    Args:
        text: without its references.
        sources: the draft lines it was made from.
    """
    said = sentences(text)[:MOST]
    told = tuple(dict.fromkeys(x for line in sources for x in sentences(line.text)))[:MOST]
    if len(said) < BOTH or len(told) < BOTH:
        return
    origins = [(sentence, _origins(sentence, told)) for sentence in said]
    for (sentence, one), (_, other) in combinations(origins, BOTH):
        if len(one & other) >= BOTH:
            yield f"said of each other: {sentence[:80]}"


def _origins(sentence: str, told: Sequence[str]) -> frozenset[int]:
    """The source sentences that its clauses come from, each more surely than from any other."""
    found = set()
    for clause in clauses(sentence):
        scores = [_common(clause, other) for other in told]
        most, second = sorted(scores, reverse=True)[:BOTH]
        if most > second and (most >= LEAST or not second):
            found.add(scores.index(most))
    return frozenset(found)


def _common(clause: str, sentence: str) -> int:
    """Words, names and numbers of a clause that a sentence has as they are."""
    words = frozenset(stems_of(clause)) & frozenset(stems_of(sentence))
    named = (names_of(clause) | numbers_of(clause)) & (names_of(sentence) | numbers_of(sentence))
    return len(words) + len(named)
