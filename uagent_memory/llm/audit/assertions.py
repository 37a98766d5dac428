"""What a line asserts that its sources do not: results, states, a "not", a deed."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence

from uagent_memory.llm.audit.alignment import sentences, told_clauses
from uagent_memory.llm.audit.claims import Claim, alike, claims_of, denies, says_chosen
from uagent_memory.llm.audit.cue_words import has_cue
from uagent_memory.llm.audit.data import audit_data
from uagent_memory.llm.audit.denials import turned
from uagent_memory.llm.audit.material import DraftLine
from uagent_memory.llm.audit.senses import shared
from uagent_memory.llm.audit.telling import told_as_done
from uagent_memory.llm.audit.words import (
    clauses,
    is_planned,
    is_undone,
    names_of,
    stems_of,
)

__all__ = ["wrong_assertions"]

PAST = re.compile(r"\b([a-z]{2,}?)([a-z])ed\b", re.IGNORECASE)
AUXILIARY = re.compile(
    r"\b(?:is|are|was|were|has|have|had|does|did|it|they|he|she|we|i|which|who)\b", re.IGNORECASE
)
CONDITION = re.compile(r"\b(?:if|unless)\b", re.IGNORECASE)
"""What makes no plan of a participle beside it."""
ELLIPTIC = 5
"""Words of a clause that leaves out what the clause before says."""
ALIKE = 2
"""Content words that two clauses about the same thing share at least."""


def wrong_assertions(text: str, sources: Sequence[DraftLine]) -> Iterator[str]:
    """Faults of one line.

    Args:
        text: without its references.
        sources: the draft lines it was made from.
    """
    yield from _claims(text, sources)
    yield from _repeated(text, sources)
    yield from turned(text, sources)
    yield from _done_early(text, sources)
    yield from told_as_done(text, sources)


def _claims(text: str, sources: Sequence[DraftLine]) -> Iterator[str]:
    """A result, state or verdict that the sources do not state, or state of something else."""
    support = "\n".join(line.support for line in sources)
    known = claims_of(support)
    told = clauses(support)
    by_user = any(line.is_users or "user" in line.speakers for line in sources) or has_cue(
        "users", support
    )
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


def _repeated(text: str, sources: Sequence[DraftLine]) -> Iterator[str]:
    """A result told more often than the sources tell it."""
    parts = [claims_of(clause) for clause in clauses(text)]
    told = [claims_of(clause) for clause in told_clauses(sources)]
    for claim in sorted({claim for claims in parts for claim in claims}):
        if claim.group == "outcome" and 0 < _count(claim, told) < _count(claim, parts):
            yield f"{claim.category!r} is said once too often"


def _count(claim: Claim, clauses: Iterable[frozenset[Claim]]) -> int:
    return sum(claim in claims for claims in clauses)


def _is_claimed(claim: Claim, clause: str, known: frozenset[Claim], told: Sequence[str]) -> bool:
    stems = frozenset(stems_of(clause))
    if claim.category in {"rejected", "if rejected", "cancelled"} and any(
        denies(other) and len(shared(clause, other)) >= max(1, min(ALIKE, len(stems) - 1))
        for other in told
    ):
        return True
    if claim.category == "picked" and any(map(says_chosen, told)):
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


def _done_early(text: str, sources: Sequence[DraftLine]) -> Iterator[str]:
    """A verb in the past of which the sources only say that it is to be done."""
    support = "\n".join(line.support for line in sources)
    lowered = support.lower()
    deeds = (match for clause in _told(text) for match in PAST.finditer(clause))
    same = "|".join(audit_data()["unchanged"]["en"])
    perfect = re.compile(rf"\b(?:was|were|been)\s+(?:\w+ly\s+)?({same})\b", re.IGNORECASE)
    has_been = {word.lower() for word in perfect.findall(support)}
    for word in (word.lower() for clause in _told(text) for word in perfect.findall(clause)):
        if word not in has_been and _is_to_come((word,), support):
            yield f"a plan was made a deed: {word}"
    for word, base in _irregular_deeds(text):
        if not re.search(rf"\b{word}\b", lowered) and _is_to_come((base,), support):
            yield f"a plan was made a deed: {word}"
    for match in deeds:
        word = match.group().lower()
        if re.search(rf"\b{word}\b", lowered):
            continue
        stem = match.group(1).lower()
        bases = {f"{stem}{match.group(2)}", f"{stem}{match.group(2)}e", stem}
        if match.group(2) == "i":
            bases.add(f"{stem}y")
        if _is_to_come(bases, support):
            yield f"a plan was made a deed: {word}"


def _is_to_come(bases: Iterable[str], support: str) -> bool:
    """A sentence of the sources says that it is to be done."""
    forms = "|".join(map(re.escape, sorted(bases)))
    going = "|".join(re.escape(base.removesuffix("e")) for base in sorted(bases))
    verb = re.compile(rf"\b(?:{forms})\b", re.IGNORECASE)
    gerund = re.compile(rf"\b(?:{going})ing\b", re.IGNORECASE)
    whole = sentences(support)
    if any(re.match(rf"(?:[\w.]+: |\W+)?(?:{forms})\b(?!:)", x, re.IGNORECASE) for x in whole):
        return True
    return any(is_planned(x) for x in whole if verb.search(x)) or any(
        is_planned(CONDITION.sub("", x)) for x in whole if gerund.search(x)
    )


def _told(text: str) -> Iterator[str]:
    """Clauses that are not of what is to be done; one without a verb form goes with that before."""
    for sentence in sentences(text):
        was_planned = False
        for clause in clauses(sentence):
            is_elliptic = not AUXILIARY.search(clause) and len(clause.split()) <= ELLIPTIC
            was_planned = is_planned(clause) or (was_planned and is_elliptic)
            if not was_planned:
                yield clause


def _irregular_deeds(text: str) -> Iterator[tuple[str, str]]:
    """Irregular verbs in the past, with their base, outside what is to be done."""
    forms = audit_data()["irregular"]
    for clause in _told(text):
        for word in re.findall(r"[a-z]+", clause.lower()):
            if word in forms:
                yield word, forms[word]
