"""What the sources only deny, told after all."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from itertools import pairwise
from typing import NamedTuple

from uagent_memory.llm.audit.claims import denies
from uagent_memory.llm.audit.cue_words import cues_in, has_cue
from uagent_memory.llm.audit.data import audit_limits
from uagent_memory.llm.audit.opposites import negated, opposed
from uagent_memory.llm.audit.senses import HAN_RUN, Meant, held, meaning, meaning_of, meant, shared
from uagent_memory.llm.audit.words import negations, stems_of

__all__ = ["Statements", "has_itself", "is_always_denied", "is_joined_over"]

HAN_VERB = 2
"""Characters of most Chinese verbs."""
HAVING = "有能再曾"
"""What may stand between a Chinese "not" and the verb."""


class Statements(NamedTuple):
    """What the sources say that a sentence can be held against, clause by clause."""

    clauses: Sequence[str]
    plain: Sequence[str]
    denied: Sequence[str]
    taken_back: Sequence[tuple[str, str]]
    """A clause, and the next that denies something of it."""

    @classmethod
    def of(cls, told: Sequence[str]) -> Statements:
        return cls(
            clauses=told,
            plain=[clause for clause in told if not denies(clause)],
            denied=[clause for clause in told if denies(clause)],
            taken_back=[(before, x) for before, x in pairwise(told) if denies(x) and _points(x)],
        )


def is_always_denied(part: str, told: Statements) -> bool:
    """It tells what the sources only deny."""
    if has_cue("replaced", part):
        return False
    if has_cue("equating", part) and any(_says_no(clause, part) for clause in told.denied):
        return True
    if any(_denies_it(before, clause, part) for before, clause in told.taken_back):
        return True
    if any(_says_it_was(part, clause, told) for clause in told.denied):
        return True
    if any(_is_other_of_two(part, before, x, told) for before, x in pairwise(told.clauses)):
        return True
    denial = next((clause for clause in told.denied if _is_denied_by(part, clause, told)), None)
    return denial is not None and not opposed(part, denial)


def is_joined_over(part: str, told: Statements) -> bool:
    """A clause that denies something and the next one, told as one without what is denied."""
    words = frozenset(meant(part))
    for before, clause, after in zip(
        ("", *told.clauses), told.clauses, (*told.clauses[1:], ""), strict=False
    ):
        if not denies(clause) or not shared(part, clause):
            continue
        lost = meaning_of(tuple(word for scope in negated(clause) for word in scope))
        rest = [word for word in words if not held(word, meaning(clause))]
        beside = meaning(f"{before} {after}")
        if rest and all(held(x, beside) for x in rest) and not any(held(x, lost) for x in words):
            return True
    return False


def _says_it_was(part: str, clause: str, told: Statements) -> bool:
    """It has the Chinese verb right behind a "not", of the same thing; no other clause has it."""
    if not shared(part, clause):
        return False
    verbs = (clause[match.end :].lstrip(HAVING)[:HAN_VERB] for match in negations(clause))
    return any(
        len(verb) == HAN_VERB
        and HAN_RUN.fullmatch(verb) is not None
        and verb in part
        and not any(verb in other for other in told.plain)
        for verb in verbs
    )


def _is_other_of_two(part: str, before: str, clause: str, told: Statements) -> bool:
    """ "Per export", where the sources have "per page, not per export"."""
    first = next(iter(negations(clause)), None)
    if first is None or first.start or len(shared(part, before)) < audit_limits().alike_words:
        return False
    words = frozenset(meant(clause))
    known = meaning(part)
    return (
        0 < len(words) <= audit_limits().alike_words
        and all(held(word, known) for word in words)
        and not any(has_itself(words, other) for other in told.plain)
    )


def _is_denied_by(part: str, clause: str, told: Statements) -> bool:
    """A source clause denies a word of it, and no other one tells that word."""
    words = frozenset(meant(part))
    if len(words) == 1 and not has_cue("auxiliary", part):
        words = frozenset(word._replace(senses=frozenset()) for word in words)
    if len(shared(part, clause)) < max(1, min(audit_limits().alike_words, len(words) - 1)):
        return False
    for scope in negated(clause):
        first = meaning_of(scope[:1])
        same = [word for word in words if held(word, first)]
        exact = {word.stem for word in (*same, *scope[:1])}
        if same and all(exact.isdisjoint(stems_of(other)) for other in told.plain):
            return True
    return False


def _points(clause: str) -> bool:
    return any(match.start == 0 for match in cues_in("pointing", clause))


def _says_no(clause: str, part: str) -> bool:
    """ "That isn't the problem", of what the part calls one."""
    words = frozenset(meant(clause))
    known = meaning(part)
    has_both = has_cue("pointing", clause) and has_cue("equating", clause)
    return bool(words and has_both and all(held(word, known) for word in words))


def _denies_it(before: str, clause: str, part: str) -> bool:
    """ "It won't be found", of what the clause before names and the part tells."""
    if len(shared(part, before)) < audit_limits().alike_words:
        return False
    stems = frozenset(stems_of(part))
    return any(not stems.isdisjoint(word.stem for word in scope[:1]) for scope in negated(clause))


def has_itself(words: Iterable[Meant], clause: str) -> bool:
    """It has one of the words, no other one that may stand for it."""
    return not frozenset(stems_of(clause)).isdisjoint(word.stem for word in words)
