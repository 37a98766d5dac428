"""What two sentences or two clauses of a source say, told of each other."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from itertools import combinations

from uagent_memory.llm.audit.alignment import sentences
from uagent_memory.llm.audit.data import audit_limits
from uagent_memory.llm.audit.material import DraftLine
from uagent_memory.llm.audit.opposites import things_in
from uagent_memory.llm.audit.words import clauses, names_of, numbers_of, stems_of

__all__ = ["crossed", "exchanged", "misplaced"]

BOTH = 2
ASIDE = re.compile(r"([^,;:.，；：。()（）]{2,60})[(（]([^()（）]{2,60})[)）]")
ROW = re.compile(r"[;；。|\n]|\.\s")


def exchanged(text: str, sources: Sequence[DraftLine]) -> Iterator[str]:
    """Sentences that have exchanged what two sentences of a source say.

    Args:
        text: without its references.
        sources: the draft lines it was made from.
    """
    most = audit_limits().compared
    said = sentences(text)[:most]
    told = tuple(dict.fromkeys(x for line in sources for x in sentences(line.text)))[:most]
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
        if most > second and (most >= audit_limits().origin_words or not second):
            found.add(scores.index(most))
    return frozenset(found)


def _common(clause: str, sentence: str) -> int:
    """Words, names and numbers of a clause that a sentence has as they are."""
    words = frozenset(stems_of(clause)) & frozenset(stems_of(sentence))
    named = (names_of(clause) | numbers_of(clause)) & (names_of(sentence) | numbers_of(sentence))
    return len(words) + len(named)


def crossed(text: str, sources: Sequence[DraftLine]) -> Iterator[str]:
    """Clauses that have exchanged what two clauses of a source say.

    Args:
        text: without its references.
        sources: the draft lines it was made from.
    """
    most = audit_limits().compared
    said = [(clause, frozenset(stems_of(clause))) for clause in clauses(text)[:most]]
    for line in sources:
        told = [frozenset(stems_of(clause)) for clause in clauses(line.text)[:most]]
        strange = [pair for pair in said if not any(pair[1] <= stems for stems in told)]
        for one, other in combinations(told, BOTH):
            for (clause, here), (_, there) in combinations(strange, BOTH):
                if _is_crossed(here, there, one - other, other - one):
                    yield f"said of each other: {clause[:80]}"


def _is_crossed(
    here: frozenset[str], there: frozenset[str], first: frozenset[str], second: frozenset[str]
) -> bool:
    """Each has something of both, and what one has of a source clause the other lacks."""
    parts = (here & first, here & second, there & first, there & second)
    return all(parts) and not (parts[0] & parts[2] or parts[1] & parts[3])


def misplaced(text: str, sources: Sequence[DraftLine]) -> Iterator[str]:
    """Asides in brackets that stand behind each other's words.

    Args:
        text: without its references.
        sources: the draft lines it was made from.
    """
    near = audit_limits().beside
    asides = [
        (frozenset(stems_of(match[1])[-near:]), things_in(match[2]), match.group())
        for match in ASIDE.finditer(text)
    ][: audit_limits().compared]
    if len(asides) < BOTH:
        return
    rows = [things_in(row) for line in sources for row in ROW.split(line.support)]
    for (one, own, said), (other, its, _) in combinations(asides, BOTH):
        along = _together(one, own, rows) + _together(other, its, rows)
        if along < _together(one, its, rows) + _together(other, own, rows):
            yield f"said of each other: {said[:80]}"


def _together(head: frozenset[str], aside: frozenset[str], rows: Sequence[frozenset[str]]) -> int:
    """Words of a head that a row has which has the most of its aside."""
    most = max((len(aside & row) for row in rows), default=0)
    return max((len(head & row) for row in rows if most and len(aside & row) == most), default=0)
