"""Words that say how things hang together: said where the sources say so, and not left out."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from functools import cache, lru_cache
from pathlib import Path
from typing import Any

from uagent_memory.analyzer.lexicon import Lexicon
from uagent_memory.config import read_toml
from uagent_memory.llm.audit.alignment import nearest, sentences, told_clauses
from uagent_memory.llm.audit.material import DraftLine
from uagent_memory.llm.audit.senses import shared
from uagent_memory.llm.audit.wording import plain_wording
from uagent_memory.llm.audit.words import MARKED, clauses, numbers_of

__all__ = ["wrong_operators"]

NO_GROUPS: frozenset[str] = frozenset()


def wrong_operators(text: str, sources: Sequence[DraftLine]) -> Iterator[str]:
    """Faults of one line.

    Args:
        text: without its references.
        sources: the draft lines it was made from.
    """
    whole = tuple(dict.fromkeys(x for line in sources for x in sentences(line.support)))
    told = told_clauses(sources)
    for sentence in sentences(plain_wording(text)):
        spoken = _groups(sentence, "also")
        parts = clauses(sentence)
        between = _groups(sentence, "said") - NO_GROUPS.union(*(_groups(x, "said") for x in parts))
        yield from _unsaid(between, sentence, whole)
        for clause in parts:
            about = clause if _about(clause, whole) else sentence
            yield from _unsaid(_groups(clause, "said"), about, whole)
            for group in sorted(_left_out(clause, told) - spoken):
                yield f"{group!r} was left out: {clause[:80]}"


def _unsaid(groups: frozenset[str], part: str, told: Sequence[str]) -> Iterator[str]:
    """Groups of which no sentence about the same has a word."""
    about = _about(part, told) if groups else []
    firm = frozenset(group for group in groups if _data()[group].get("firm"))
    if firm and not about:
        groups, about = firm, list(told)
    known = NO_GROUPS.union(*(_groups(other, "also") for other in about))
    for group in sorted(groups - known if about else NO_GROUPS):
        yield f"{group!r} is not said by its sources: {part[:80]}"


def _about(text: str, told: Sequence[str]) -> list[str]:
    """The sentences about the same, and the one behind each."""
    about = [place for place, other in enumerate(told) if shared(text, other)]
    places = sorted({*about, *(place + 1 for place in about)})
    return [told[place] for place in places if place < len(told)]


def _left_out(clause: str, told: Sequence[str]) -> frozenset[str]:
    """What all the nearest clauses of the sources say, or all with its figures."""
    numbers = numbers_of(clause)
    with_them = [other for other in told if numbers and numbers <= numbers_of(other)]
    return _of_all(nearest(clause, told)) | _of_all(with_them)


def _of_all(clauses: Sequence[str]) -> frozenset[str]:
    """The groups that must stay of which each clause has a word."""
    if not clauses:
        return NO_GROUPS
    first, *rest = (_groups(clause, "kept") for clause in clauses)
    return first.intersection(*rest)


@lru_cache(maxsize=16_384)
def _groups(text: str, table: str) -> frozenset[str]:
    """The groups of which a text has a word; `also`: or one that may stand for it."""
    lexicon = _lexicon(table)
    text = MARKED.sub(" ", text)
    if table != "also":
        return frozenset(match.category for match in lexicon.find(text))
    entries = lexicon.entries
    found = (entries[index].categories for _, _, index in lexicon.occurrences(text))
    return NO_GROUPS.union(*found)


@cache
def _lexicon(table: str) -> Lexicon:
    """The words of all groups: `said`, of those that must stay (`kept`), or with `also`."""
    rows = {name: row for name, row in _data().items() if table != "kept" or row.get("kept")}
    return Lexicon(
        {
            name: (*row["en"], *row["zh"], *(row["also"] if table == "also" else ()))
            for name, row in rows.items()
        }
    )


@cache
def _data() -> Mapping[str, Any]:
    return read_toml(Path(__file__).with_name("operators.toml"))
