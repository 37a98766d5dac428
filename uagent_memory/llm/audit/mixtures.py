"""An aside or a denial that puts together what two entries of the draft say of two things."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from functools import cache

from uagent_memory.analyzer.lexicon import any_word
from uagent_memory.llm.audit.claims import denies
from uagent_memory.llm.audit.common import common_stems
from uagent_memory.llm.audit.data import audit_limits, rewording_data
from uagent_memory.llm.audit.material import DraftLine
from uagent_memory.llm.audit.opposites import things_in
from uagent_memory.llm.audit.words import clauses, names_of, numbers_of

__all__ = ["mixed"]

ASIDE = re.compile(r"([^,;:.，；：。()（）]{2,60})(?<![A-Za-z0-9_])[(（]([^()（）]{2,60})[)）]")
LETTER = re.compile(r"[^\W\d_]")
ENTRIES = 2
HEAD = 4
"""Words in front of a bracket that it belongs to."""


def mixed(text: str, sources: Sequence[DraftLine]) -> Iterator[str]:
    """Faults of one line.

    Args:
        text: without its references.
        sources: the draft lines it was made from.
    """
    told: dict[int, frozenset[str]] = {}
    calls: dict[tuple[str, str], int] = {}
    for line in sources:
        parts = [(x.message_id, x.part) for x in line.spans if x.part != "text"]
        tree = next((calls[part] for part in parts if part in calls), line.tree)
        calls.update(dict.fromkeys(parts, tree))
        told[tree] = told.get(tree, frozenset()) | things_in(line.support)
    if len(told) < ENTRIES:
        return
    every = frozenset().union(*told.values())
    yield from _asides(text, told, every)
    for clause in filter(denies, clauses(text)):
        known = things_in(clause) & every
        best = max(told.values(), key=lambda things: len(known & things))
        if _is_much(known - best, clause):
            yield f"put together from two entries: {clause[:80]}"


@cache
def _listed() -> re.Pattern[str]:
    """Between things in front of a bracket, which stands behind the last."""
    return any_word(rewording_data()["joints"])


def _asides(text: str, told: Mapping[int, frozenset[str]], every: frozenset[str]) -> Iterator[str]:
    """An aside in brackets that no entry has with anything of what it stands behind."""
    for match in ASIDE.finditer(text):
        last = _listed().split(match[1])[-1]
        head = things_in(" ".join(last.split()[-HEAD:])) & every
        least = 1 if last.isascii() else len(head) / 2
        own = things_in(match[2]) & every
        if (
            head
            and LETTER.search(match[2])
            and own
            and not any(
                len(head & x) >= least and 2 * len(own & x) >= len(own) for x in told.values()
            )
        ):
            yield f"put together from two entries: {match.group()[:80]}"


def _is_much(rest: frozenset[str], clause: str) -> bool:
    """A name or figure, a pair of Chinese characters, or some words."""
    named = rest & (names_of(clause) | numbers_of(clause))
    words = sum(word.isascii() for word in rest - named - common_stems())
    is_chinese = any(not word.isascii() for word in rest - named)
    return bool(named) or is_chinese or words >= audit_limits().alike_words
