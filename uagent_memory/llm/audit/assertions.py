"""What a line asserts that its sources do not: results, states, a "not", a deed."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from itertools import pairwise

from uagent_memory.llm.audit.claims import Claim, alike, claims_of, denies
from uagent_memory.llm.audit.listing import is_to_do
from uagent_memory.llm.audit.material import DraftLine
from uagent_memory.llm.audit.telling import crossed, says_same, told_as_done
from uagent_memory.llm.audit.words import (
    clauses,
    is_planned,
    is_undone,
    names_of,
    negated_stems,
    stems_of,
)

__all__ = ["wrong_assertions"]

PRONOUN = re.compile(r"\b(?:it|them|that|this|these|those|him|her)\b|[它其这那]", re.IGNORECASE)
PAST = re.compile(r"\b([a-z]{2,}?)([a-z])ed\b", re.IGNORECASE)
AUXILIARY = re.compile(r"\b(?:is|are|was|were|has|have|had)\b|[是有]", re.IGNORECASE)
CHANGE = frozenset(("chang", "变化", "改变"))
ALIKE = 2
"""Content words that two clauses about the same thing share at least."""


def wrong_assertions(text: str, sources: Sequence[DraftLine]) -> Iterator[str]:
    """Faults of one line.

    Args:
        text: without its references.
        sources: the draft lines it was made from.
    """
    yield from _claims(text, sources)
    yield from _turned(text, sources)
    yield from _done_early(text, sources)
    yield from told_as_done(text, sources)
    yield from crossed(text, sources)


def _claims(text: str, sources: Sequence[DraftLine]) -> Iterator[str]:
    """A result, state or verdict that the sources do not state, or state of something else."""
    support = "\n".join(line.support for line in sources)
    known = claims_of(support)
    told = clauses(support)
    by_user = any(line.is_users for line in sources)
    for clause in clauses(text):
        claims = claims_of(clause)
        groups = {claim.group for claim in claims}
        for claim in sorted(claims):
            if claim.group == "extent" and not groups & {"outcome", "state", "verdict"}:
                continue
            if claim.group == "mention" or (claim.group == "speaker" and by_user):
                continue
            if not _is_claimed(claim, clause, known, told):
                yield f"no source says {claim.category!r}: {clause[:80]}"
            elif claim.group in {"outcome", "state", "change"} and _is_of_another(
                clause, claim.category, claim.group, sources
            ):
                yield f"{claim.category!r} is said of something else: {clause[:80]}"


def _is_claimed(claim: Claim, clause: str, known: frozenset[Claim], told: Sequence[str]) -> bool:
    stems = frozenset(stems_of(clause))
    if claim.category in {"rejected", "if rejected"} and any(
        denies(other) and len(stems & set(stems_of(other))) >= min(ALIKE, len(stems))
        for other in told
    ):
        return True
    if claim.group == "condition":
        return any(claim.category in {other.category, f"if {other.category}"} for other in known)
    if alike(claim) & known:
        return True
    if claim.category != "open" or not is_undone(clause):
        return False
    return any(is_undone(other) and stems & set(stems_of(other)) for other in told)


def _is_of_another(clause: str, category: str, group: str, sources: Sequence[DraftLine]) -> bool:
    """Every source line that names what the clause names says another thing of it."""
    names = names_of(clause)
    if not names:
        return False
    said = [
        {claim.category for claim in claims_of(part) if claim.group == group}
        for line in sources
        for part in clauses(line.support)
        if names & names_of(part)
    ]
    said = [categories for categories in said if categories]
    return bool(said) and not any(category in categories for categories in said)


def _turned(text: str, sources: Sequence[DraftLine]) -> Iterator[str]:
    """A "not" that was put in front of something, or taken away from it."""
    parts = clauses(text)
    told = [clause for line in sources for clause in clauses(line.support)]
    denied = [clause for clause in told if denies(clause)]
    for scope in negated_stems(text):
        if any(scope & frozenset(stems_of(clause)) for clause in denied):
            continue
        if CHANGE & scope and any(map(says_same, told)):
            continue
        if any(scope & frozenset(stems_of(clause)) for clause in told) and not _is_meant(
            scope, parts, sources
        ):
            yield f'a "not" that no source has: {" ".join(sorted(scope))}'
    for part in parts:
        stems = frozenset(stems_of(part))
        if len(stems) < ALIKE and not AUXILIARY.search(part):
            continue
        if not denies(part) and _is_denied(stems, told) and not _is_to_do(part, text, denied):
            yield f'a "not" was left out: {part[:80]}'


def _is_meant(scope: frozenset[str], parts: Sequence[str], sources: Sequence[DraftLine]) -> bool:
    """A source denies it of a pronoun, for what the clause before names."""
    around = [frozenset(stems_of(part)) - scope for part in parts if scope <= set(stems_of(part))]
    for line in sources:
        told = clauses(line.support)
        for before, clause in pairwise(told):
            if denies(clause) and PRONOUN.search(clause) and scope <= set(stems_of(before)):
                stems = set(stems_of(clause))
                if any(len(stems & words) >= ALIKE for words in around):
                    return True
    return False


def _is_to_do(part: str, text: str, denied: Sequence[str]) -> bool:
    """It is told as something to be done, and the sources that deny it say: not so far."""
    stems = frozenset(stems_of(part))
    words = stems_of(part)
    so_far = [clause for clause in denied if len(stems & set(stems_of(clause))) >= ALIKE]
    if not so_far or not all(map(is_undone, so_far)) or PAST.search(part):
        return False
    scopes = [scope for clause in so_far for scope in negated_stems(clause)]
    opens = bool(words) and any(words[0] in scope for scope in scopes)
    return is_planned(part) or (opens and is_to_do(text))


def _is_denied(stems: frozenset[str], told: Sequence[str]) -> bool:
    """The source clause that is most like it denies it."""
    denied = plain = 0
    for clause in told:
        shared = len(stems & frozenset(stems_of(clause)))
        if not denies(clause):
            plain = max(plain, shared)
        elif any(stems & scope for scope in negated_stems(clause)):
            denied = max(denied, shared)
    return denied >= min(ALIKE, len(stems)) > 0 and denied > plain


def _done_early(text: str, sources: Sequence[DraftLine]) -> Iterator[str]:
    """A verb in the past of which the sources only say that it is to be done."""
    support = "\n".join(line.support for line in sources)
    lowered = support.lower()
    deeds = (
        match
        for clause in clauses(text)
        if not is_planned(clause)
        for match in PAST.finditer(clause)
    )
    for match in deeds:
        word = match.group().lower()
        if re.search(rf"\b{word}\b", lowered):
            continue
        stem = match.group(1).lower()
        bases = {f"{stem}{match.group(2)}", f"{stem}{match.group(2)}e", stem}
        if match.group(2) == "i":
            bases.add(f"{stem}y")
        pattern = re.compile(rf"\b(?:{'|'.join(map(re.escape, sorted(bases)))})\b", re.IGNORECASE)
        told = [clause for clause in clauses(support) if pattern.search(clause)]
        if told and all(is_planned(clause) for clause in told):
            yield f"a plan was made a deed: {word}"
