"""Whether what a source only thinks possible, or on a condition, is told as so."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from functools import cache, lru_cache
from itertools import pairwise

from uagent_memory.llm.audit.alignment import nearest, sentences, told_clauses
from uagent_memory.llm.audit.cue_words import cues_in, has_cue
from uagent_memory.llm.audit.data import grammar, word_list
from uagent_memory.llm.audit.material import DraftLine
from uagent_memory.llm.audit.senses import meant, shared
from uagent_memory.llm.audit.wording import plain_wording
from uagent_memory.llm.audit.words import clauses

__all__ = ["is_guess", "made_certain"]

HEDGES = ("possible", "unsure", "seeming", "looking_so")
"""Lists of words that tell that something is not known for certain."""
LABEL = re.compile(r"[:：]")
LISTED = 2
"""Place of a clause behind a condition of two parts."""
BARE = 2
"""Content words of a clause that says something of its own."""


def made_certain(text: str, sources: Sequence[DraftLine]) -> Iterator[str]:
    """Faults of one line.

    Args:
        text: without its references.
        sources: the draft lines it was made from.
    """
    told = told_clauses(sources)
    conditional = _conditional(sources)
    occasions = _occasions(sources)
    seeming = frozenset(_seeming(sources))
    hedged = frozenset(_hedged(sources))
    for sentence in sentences(plain_wording(text)):
        is_hedged = any(has_cue(name, sentence) for name in HEDGES)
        may_be = has_cue("possible", sentence) or has_cue("seeming", sentence)
        is_conditional = has_cue("conditional", grammar("contrast").sub("", sentence))
        for clause in clauses(sentence):
            is_own = len(meant(clause)) >= BARE or has_cue("auxiliary", clause)
            is_own |= len(meant(clause)) == 1 and has_cue("pronoun", clause)
            is_own &= " " in clause or not clause.isascii()
            near = nearest(clause, told) if is_own else ()
            if not near:
                continue
            if not is_hedged and all(other in seeming for other in near):
                yield f"what only seems so was made certain: {clause[:80]}"
            is_open = may_be or has_cue("unsure", clause) or has_cue("unsure", _label(sentence))
            is_told = not is_open and not has_cue("asking", clause)
            if is_told and all(has_cue("possible", other) or other in hedged for other in near):
                yield f"a possibility was made certain: {clause[:80]}"
            elif not is_conditional and all(other in conditional for other in near):
                if not all(_is_told(conditional[other], sentence) for other in near):
                    yield f"a condition was left out: {clause[:80]}"
            elif all(other in occasions for other in near) and not any(
                shared(occasions[other], text) for other in near
            ):
                yield f"when it is so was left out: {clause[:80]}"


def _label(sentence: str) -> str:
    """What stands over the clauses of a sentence."""
    return LABEL.split(sentence, maxsplit=1)[0] if LABEL.search(sentence) else ""


def _is_told(condition: str, sentence: str) -> bool:
    """The sentence has most words of a condition: "a stale lock fails it"."""
    words = frozenset(word.stem for word in meant(condition))
    return len(words) > 1 and len(shared(condition, sentence)) * 3 >= len(words) * 2


def _hedged(sources: Sequence[DraftLine]) -> Iterator[str]:
    """Clauses behind nothing but a "probably"."""
    for line in sources:
        for sentence in sentences(plain_wording(line.support)):
            for before, clause in pairwise(clauses(sentence)):
                is_bare = len(before.split()) == 1 and len(meant(before)) < BARE
                if is_bare and has_cue("possible", before):
                    yield clause


def _seeming(sources: Sequence[DraftLine]) -> Iterator[str]:
    """Clauses that say that something seems so, and those beside nothing but "it seems"."""
    for line in sources:
        for sentence in sentences(plain_wording(line.support)):
            parts = clauses(sentence)
            is_bare = any(has_cue("seeming", x) and len(meant(x)) < BARE for x in parts)
            yield from (x for x in parts if is_bare or has_cue("seeming", x))


@lru_cache(maxsize=16_384)
def is_guess(clause: str) -> bool:
    """It asserts nothing: a question, or something thought possible."""
    return has_cue("possible", clause) or _is_question(clause)


def _is_question(clause: str) -> bool:
    return has_cue("asked", clause) or clause.endswith(tuple(word_list("asked")["at_end"]))


def _occasions(sources: Sequence[DraftLine]) -> Mapping[str, str]:
    """Clauses behind which it is told when they hold, and that."""
    return {
        clause: when
        for line in sources
        for sentence in sentences(plain_wording(line.support))
        for clause, when in pairwise(clauses(sentence))
        if grammar("occasion_head").match(when) and len(meant(when)) >= BARE
    }


def _conditional(sources: Sequence[DraftLine]) -> Mapping[str, str]:
    """Clauses that hold only if the clause beside them does, and that clause."""
    found: dict[str, str] = {}
    for line in sources:
        for sentence in sentences(plain_wording(line.support)):
            parts = clauses(sentence)
            for place, clause in enumerate(parts):
                before = parts[max(0, place - 1) : place]
                if place > 1 and len(meant(before[0])) < BARE:
                    before = ()
                elif place == LISTED and not has_cue("auxiliary", before[0]):
                    before = (*before, *filter(_is_strict, parts[:1]))
                beside = (*before, *parts[place + 1 : place + 2])
                hangs = _is_condition if has_cue("depending", clause) else _is_strict
                if _is_strict(clause) or any(map(hangs, beside)):
                    found[clause] = next(filter(hangs, beside), clause)
    return found


def _is_strict(clause: str) -> bool:
    return has_cue("strict", clause)


def _is_condition(clause: str) -> bool:
    """A word of a condition stands in it, and not only one that may also stand elsewhere."""
    return any(match.word.lower() not in _loose() for match in cues_in("conditional", clause))


@cache
def _loose() -> frozenset[str]:
    words = word_list("loose")
    return frozenset((*words["en"], *words["zh"]))
