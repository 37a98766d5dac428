"""How a clause tells what the source clause most like it tells: as done, or of another thing."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from functools import cache, lru_cache

from uagent_memory.entry_kind import EntryKind
from uagent_memory.llm.audit.alignment import nearest, sentences, told_clauses
from uagent_memory.llm.audit.claims import denies
from uagent_memory.llm.audit.cue_words import cues_in, has_cue
from uagent_memory.llm.audit.data import audit_data, audit_limits, grammar, word_list
from uagent_memory.llm.audit.material import DraftLine
from uagent_memory.llm.audit.modality import is_guess
from uagent_memory.llm.audit.risks import is_risky
from uagent_memory.llm.audit.senses import held, meaning, sense_of, shared
from uagent_memory.llm.audit.words import (
    clauses,
    is_negated,
    is_planned,
    is_undone,
    stem_of,
    stems_of,
)

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
    yield from _only_planned(text, sources)
    yield from _done_already(text, sources)
    yield from _only_advised(text, told)
    yield from _not_yet(text, told)
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


def _only_planned(text: str, sources: Sequence[DraftLine]) -> Iterator[str]:
    """A deed in a word that no source has, of what every sentence about it only plans."""
    if not grammar("perfect_deed").search(text):
        return
    every = tuple(dict.fromkeys(x for line in sources for x in sentences(line.support)))
    known = frozenset(stems_of("\n".join(every)))
    for clause in clauses(text):
        match = grammar("perfect_deed").search(clause)
        deed = match.group().split()[-1].lower() if match else ""
        if not is_risky(deed) or stem_of(deed) in known or _is_open(clause):
            continue
        about = [x for x in every if shared(clause, x)]
        if about and all(is_planned(x) and not grammar("perfect_deed").search(x) for x in about):
            yield f"only planned in its sources: {clause[:80]}"


def _done_already(text: str, sources: Sequence[DraftLine]) -> Iterator[str]:
    """What will be so, of which the sources only say that it is."""
    every = tuple(dict.fromkeys(x for line in sources for x in sentences(line.support)))
    for clause in clauses(text) if has_cue("future", text) else ():
        about = nearest(clause, every) if has_cue("future", clause) else ()
        if about and not any(_is_to_come(x) for x in about):
            yield f"done in its sources: {clause[:80]}"


def _is_to_come(sentence: str) -> bool:
    return has_cue("future", sentence) or has_cue("hedge", sentence) or is_planned(sentence)


def _only_advised(text: str, told: Sequence[str]) -> Iterator[str]:
    """What all the nearest clauses say should be so."""
    is_advised = any(has_cue("advising", x) for x in told)
    for sentence in sentences(text) if is_advised else ():
        if has_cue("hedge", sentence) or has_cue("advising", sentence):
            continue
        for clause in clauses(sentence):
            is_asked = clause.lower().startswith(tuple(word_list("looking")["en"]))
            is_own = not (is_asked or denies(clause) or has_cue("advised_so", clause))
            near = nearest(clause, told) if is_own else ()
            if near and all(has_cue("advising", x) for x in near):
                yield f"what should be so is told as so: {clause[:80]}"


def _not_yet(text: str, told: Sequence[str]) -> Iterator[str]:
    """A Chinese deed that the sources only tell as still to come; an option told as taken."""
    for clause in clauses(text):
        for verb in grammar("done_deed").findall(clause):
            having = [x for x in told if verb in x]
            was_done = re.compile(grammar("was_done").pattern.replace("VERB", verb))
            to_come = [x for x in having if _is_to_come_of(verb, x)]
            if to_come and not any(was_done.search(x) for x in having if x not in to_come):
                yield f"not told as done: {clause[:80]}"
        if grammar("done_to_it").search(clause) and not _is_open(clause):
            near = nearest(clause, told)
            if near and all(grammar("option").search(x) for x in near):
                yield f"only possible in its sources: {clause[:80]}"


def _is_to_come_of(verb: str, clause: str) -> bool:
    """It plans, asks or denies the deed; that it was turned down is another one."""
    is_denied = is_negated(clause.partition(verb)[0])
    return is_denied or is_undone(clause) or has_cue("hedge", clause) or is_guess(clause)


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
