"""A "not" that was put in, left out, or turned into its contrary."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence
from itertools import pairwise

from uagent_memory.llm.audit.alignment import nearest, sentences, told_clauses
from uagent_memory.llm.audit.claims import Claim, claims_of, denies
from uagent_memory.llm.audit.listing import is_to_do
from uagent_memory.llm.audit.material import DraftLine
from uagent_memory.llm.audit.modality import is_guess
from uagent_memory.llm.audit.opposites import agreed, is_turned, negated, opposed
from uagent_memory.llm.audit.senses import Meant, held, meaning, meaning_of, meant, shared
from uagent_memory.llm.audit.telling import says_same
from uagent_memory.llm.audit.wording import plain_wording
from uagent_memory.llm.audit.words import (
    clauses,
    has_cue,
    is_planned,
    is_undone,
    negated_stems,
    stems_of,
)

__all__ = ["turned"]

PRONOUN = re.compile(r"\b(?:it|them|that|this|these|those|him|her)\b|[它其这那]", re.IGNORECASE)
AUXILIARY = re.compile(
    r"\b(?:is|are|was|were|has|have|had|do|does|did|will|would|can|could|should|must|may|might)\b"
    r"|[是有]",
    re.IGNORECASE,
)
ADOPTED = re.compile(r"采用|选用|仍用|\b(?:was|is|been) (?:adopted|taken up)\b")
COPULA = re.compile(r"\b(?:is|are|was|were|be)\b|是")
TOPIC = 6
"""Content words of a clause that says something by itself."""
PAST = re.compile(r"\b([a-z]{2,}?)([a-z])ed\b", re.IGNORECASE)
ALIKE = 2
"""Content words that two clauses about the same thing share at least."""


def turned(text: str, sources: Sequence[DraftLine]) -> Iterator[str]:
    """A "not" that was put in front of something, or taken away from it."""
    every = told_clauses(sources)
    firm = tuple(clause for clause in every if not is_guess(clause))
    for sentence in sentences(plain_wording(text)):
        is_denial = denies(sentence)
        told = every if is_guess(sentence) else firm
        denied = [clause for clause in told if denies(clause)]
        plain = [clause for clause in told if not denies(clause)]
        if not is_denial and _is_adopted_after_all(sentence, plain, denied):
            yield f'a "not" was left out: {sentence[:80]}'
        for part in clauses(sentence):
            near = () if _is_fragment(part, is_denial) else nearest(part, told)
            ways = {is_turned(part, clause) for clause in near}
            if denies(part):
                if (ways == {True} or _is_only_in(part, plain, denied)) and not _is_meant(
                    part, told
                ):
                    yield f'a "not" that no source has: {part[:80]}'
            elif _is_fragment(part, is_denial) and is_denial:
                continue
            elif _is_contrary(part, plain):
                yield f"the contrary of what its sources say: {part[:80]}"
            elif any(
                _is_answered_no(part, *three)
                for three in zip(every, every[1:], every[2:], strict=False)
            ):
                yield f"a question was answered no: {part[:80]}"
            elif (ways == {True} or _is_always_denied(part, plain, denied, told)) and not _is_to_do(
                part, text, [clause for clause in denied if shared(part, clause)]
            ):
                yield f'a "not" was left out: {part[:80]}'


def _is_fragment(part: str, is_denial: bool) -> bool:
    """No clause of its own: what the rest of the sentence speaks of."""
    if AUXILIARY.search(part):
        return False
    return len(meant(part)) < (TOPIC if is_denial else ALIKE)


def _is_answered_no(part: str, question: str, *after: str) -> bool:
    """A question about it is followed by a short "no"."""
    if not is_guess(question) or len(shared(part, question)) < ALIKE:
        return False
    return any(denies(clause) and len(meant(clause)) < ALIKE for clause in after)


def _is_adopted_after_all(sentence: str, plain: Sequence[str], denied: Sequence[str]) -> bool:
    """It takes up what the sources only say was not taken up."""
    if not ADOPTED.search(sentence):
        return False
    against = any(len(shared(sentence, clause)) >= ALIKE for clause in denied)
    return against and not any(
        ADOPTED.search(clause) and shared(sentence, clause) for clause in plain
    )


def _is_contrary(part: str, plain: Sequence[str]) -> bool:
    """It has the other word of a pair than each source clause that speaks of the same."""
    about = [clause for clause in plain if shared(part, clause)]
    against = any(opposed(part, clause) for clause in about)
    return against and not any(agreed(part, clause) for clause in about)


def _is_only_in(part: str, plain: Sequence[str], denied: Sequence[str]) -> bool:
    """What it denies is never denied in the sources, but told."""
    for scope in negated(part):
        if _has_any(scope, plain) and not _has_any(scope, denied):
            return not any(opposed(part, clause) for clause in plain)
    return False


def _is_always_denied(
    part: str, plain: Sequence[str], denied: Sequence[str], told: Sequence[str]
) -> bool:
    """It tells what the sources only deny."""
    words = frozenset(meant(part))
    if len(words) == 1 and not AUXILIARY.search(part):
        words = frozenset(word._replace(senses=frozenset()) for word in words)
    least = max(1, min(ALIKE, len(words) - 1))
    if has_cue("replaced", part):
        return False
    if COPULA.search(part) and any(_says_no(clause, part) for clause in denied):
        return True
    if any(_denies_it(before, clause, part) for before, clause in pairwise(told)):
        return True
    for clause in denied:
        for scope in negated(clause):
            first = meaning_of(scope[:1])
            same = [word for word in words if held(word, first)]
            exact = {word.stem for word in (*same, *scope[:1])}
            is_told = any(not exact.isdisjoint(stems_of(other)) for other in plain)
            if same and not is_told and len(shared(part, clause)) >= least:
                return not opposed(part, clause)
    return False


def _says_no(clause: str, part: str) -> bool:
    """ "That isn't the problem", of what the part calls one."""
    words = frozenset(meant(clause))
    known = meaning(part)
    has_both = PRONOUN.search(clause) and COPULA.search(clause)
    return bool(words and has_both and all(held(word, known) for word in words))


def _denies_it(before: str, clause: str, part: str) -> bool:
    """ "It won't be found", of what the clause before names and the part tells."""
    if not PRONOUN.match(clause) or not denies(clause) or len(shared(part, before)) < ALIKE:
        return False
    stems = frozenset(stems_of(part))
    return any(not stems.isdisjoint(word.stem for word in scope[:1]) for scope in negated(clause))


def _has_any(words: Iterable[Meant], told: Sequence[str]) -> bool:
    return any(held(word, meaning(clause)) for word in words for clause in told)


def _is_meant(part: str, told: Sequence[str]) -> bool:
    """A source says that something else took its place, or denies it in so many words."""
    if any(has_cue("replaced", clause) and shared(part, clause) for clause in told):
        return True
    if says_same(part) or any(says_same(clause) and shared(part, clause) for clause in told):
        return True
    return any(
        denies(clause) and _is_within(clause, part) and not opposed(clause, part) for clause in told
    )


def _is_within(clause: str, part: str) -> bool:
    """All but a word of it is said in the other."""
    words = frozenset(word.stem for word in meant(clause))
    common = shared(clause, part)
    return bool(common) and len(words) - len(common) <= (1 if clause.isascii() else ALIKE)


def _is_to_do(part: str, text: str, denied: Sequence[str]) -> bool:
    """It is told as something to be done, and the sources that deny it say: not so far."""
    stems = frozenset(stems_of(part))
    words = stems_of(part)
    so_far = [clause for clause in denied if len(stems & set(stems_of(clause))) >= ALIKE]
    if not so_far or not all(map(is_undone, so_far)):
        return False
    if Claim("open", "state") in claims_of(part):
        return True
    if PAST.search(part):
        return False
    scopes = [scope for clause in so_far for scope in negated_stems(clause)]
    opens = bool(words) and any(words[0] in scope for scope in scopes)
    return is_planned(part) or (opens and is_to_do(text))
