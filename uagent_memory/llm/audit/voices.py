"""Who said something, and which of several like things is meant."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from functools import cache

from uagent_memory.llm.audit.alignment import nearest, told_clauses
from uagent_memory.llm.audit.data import audit_data
from uagent_memory.llm.audit.material import DraftLine
from uagent_memory.llm.audit.senses import held, meaning, sense_of
from uagent_memory.llm.audit.words import clauses, stem_of

__all__ = ["wrong_voices"]

SINGLE = re.compile(r"(?<![\w`'-])[B-HJ-Z](?![\w'-])|(?<![\w`-])A(?=\s*[\u3400-\u9fff])")
"""A letter that tells one of several."""


def wrong_voices(text: str, sources: Sequence[DraftLine]) -> Iterator[str]:
    """Faults of one line.

    Args:
        text: without its references.
        sources: the draft lines it was made from.
    """
    told = told_clauses(sources)
    for clause in clauses(text):
        yield from _chinese(clause, told)
        yield from _english(clause, told)
        yield from _single(clause, told)


@cache
def _voice() -> re.Pattern[str]:
    verbs = "|".join(audit_data()["voices"]["en"])
    return re.compile(
        rf"\b([A-Za-z][\w-]+)\s+(?:(?:has|have|had|already|also|explicitly)\s+)*(?:{verbs})\b"
    )


@cache
def _han_voice() -> re.Pattern[str]:
    adverbs = "还|也|已经|已|曾|都|则|又|明确|不|没有|未|没"
    return re.compile(
        rf"^(?:另外|此外|据|由|经)?([\u3400-\u9fff]{{2,6}}?)(?:{adverbs})*(?:{_han_verbs()})"
    )


@cache
def _han_verbs() -> str:
    return "|".join(audit_data()["voices"]["zh"])


def _chinese(clause: str, told: Sequence[str]) -> Iterator[str]:
    match = _han_voice().match(clause)
    voices = [other[: found.start()] for other in told if (found := re.search(_han_verbs(), other))]
    if match and voices and not any(match.group(1)[-2:] in other for other in voices):
        yield f"said by somebody else: {clause[:80]}"


def _english(clause: str, told: Sequence[str]) -> Iterator[str]:
    voices = [other for other in told if _voice().search(other)]
    for match in _voice().finditer(clause):
        who = match.group(1).lower()
        if who in audit_data()["voices"]["nobody"] or who.endswith("ly") or not voices:
            continue
        word = sense_of(stem_of(who))
        if not any(held(word, meaning(other)) for other in voices):
            yield f"said by somebody else: {clause[:80]}"


def _single(clause: str, told: Sequence[str]) -> Iterator[str]:
    letters = frozenset(SINGLE.findall(clause))
    near = [frozenset(SINGLE.findall(other)) for other in nearest(clause, told)] if letters else []
    known = frozenset().union(*near)
    if known and letters - known:
        yield f"said of another: {clause[:80]}"
