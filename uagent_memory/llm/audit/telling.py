"""How a clause tells what the source clause most like it tells: as done, or of another thing."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from functools import cache, lru_cache

from uagent_memory.entry_kind import EntryKind
from uagent_memory.llm.audit.alignment import nearest, told_clauses
from uagent_memory.llm.audit.claims import denies
from uagent_memory.llm.audit.cue_words import cues_in, has_cue
from uagent_memory.llm.audit.data import audit_data, audit_limits, grammar, word_list
from uagent_memory.llm.audit.material import DraftLine
from uagent_memory.llm.audit.senses import held, meaning, sense_of
from uagent_memory.llm.audit.words import clauses, is_undone, stem_of

__all__ = ["points_back", "says_same", "told_as_done"]

ASIDE = re.compile(r"\s*[(（][^()（）]*[)）]")
USED = "used"
"""What was used was; what is used may be so always."""


def told_as_done(text: str, sources: Sequence[DraftLine]) -> Iterator[str]:
    """Told as done or so, where the most similar source clauses advise, deny or only allow it.

    Args:
        text: without its references.
        sources: the draft lines it was made from.
    """
    told = told_clauses(sources)
    forms = frozenset(word.lower() for clause in told for word in grammar("deed").findall(clause))
    yield from _tasks_done(text, sources)
    for clause in dict.fromkeys((*clauses(text), *clauses(ASIDE.sub("", text)))):
        near = () if _is_open(clause) else nearest(_aspect().sub("", clause), told)
        if not near:
            continue
        head = clause[: audit_limits().leading]
        is_awaited = has_cue("modal", text) and has_cue("occasion", head)
        if not is_awaited and _is_deed(clause, forms) and all(map(_is_open, near)):
            yield f"not told as done: {clause[:80]}"
        elif has_cue("too", clause) and all(denies(x) and not has_cue("too", x) for x in near):
            yield f'a "not" was left out: {clause[:80]}'


def _tasks_done(text: str, sources: Sequence[DraftLine]) -> Iterator[str]:
    """Something to be done that is told as done."""
    if any(line.entry.kind is not EntryKind.TASK or has_cue("told", line.text) for line in sources):
        return
    for clause in clauses(text):
        is_perfect = grammar("perfect_deed").search(clause) is not None
        was_done = is_perfect if clause.isascii() else has_cue("told", clause)
        if was_done and not _is_open(clause):
            yield f"a task was told as done: {clause[:80]}"


@lru_cache(maxsize=16_384)
def _is_open(clause: str) -> bool:
    return has_cue("hedge", clause) or is_undone(clause) or denies(clause)


def _is_deed(clause: str, forms: frozenset[str]) -> bool:
    """It tells a deed, in a word that the sources do not use for one."""
    if not clause.isascii() and has_cue("told", clause):
        return True
    known = meaning(" ".join(sorted(forms)))
    states = audit_data()["stative"]["en"]
    return any(
        (match.group().lower() not in states or match.group().lower() == USED)
        and not held(sense_of(stem_of(match.group().lower())), known)
        and grammar("perfect").search(clause[: match.start()])
        for match in grammar("deed").finditer(clause)
    )


@cache
def _aspect() -> re.Pattern[str]:
    return re.compile("|".join(word_list("aspect")["zh"]))


def says_same(clause: str) -> bool:
    """It says that something is as it was."""
    return has_cue("same", clause)


def points_back(sentence: str) -> bool:
    """It begins with a word for something that was named before."""
    return any(match.start == 0 for match in cues_in("back", sentence.lstrip("*_ ")))
