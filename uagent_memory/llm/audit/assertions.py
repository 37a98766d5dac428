"""What a line asserts that its sources do not: results, states, a "not", a deed."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence

from uagent_memory.llm.audit.alignment import sentences, told_clauses
from uagent_memory.llm.audit.claims import Claim, alike, claims_of, denies, says_chosen
from uagent_memory.llm.audit.cue_words import has_cue
from uagent_memory.llm.audit.data import audit_data, grammar
from uagent_memory.llm.audit.denials import turned
from uagent_memory.llm.audit.material import DraftLine
from uagent_memory.llm.audit.plans import done_early
from uagent_memory.llm.audit.senses import shared
from uagent_memory.llm.audit.telling import told_as_done
from uagent_memory.llm.audit.words import (
    clauses,
    is_planned,
    is_undone,
    names_of,
    stem_of,
    stems_of,
)

__all__ = ["wrong_assertions"]

QUESTION = re.compile(r"[?？]")
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
    yield from _gone_on(text, sources)
    yield from _still_open(text, sources)
    yield from turned(text, sources)
    yield from done_early(text, sources)
    yield from told_as_done(text, sources)


def _claims(text: str, sources: Sequence[DraftLine]) -> Iterator[str]:
    """A result, state or verdict that the sources do not state, or state of something else."""
    support = "\n".join(line.support for line in sources)
    known = claims_of(support)
    if any(has_cue("open_label", line.text) for line in sources):
        known |= {Claim("open", "state")}
    told = clauses(support)
    is_asked = QUESTION.search(support) is not None
    by_user = any(line.is_users or "user" in line.speakers for line in sources) or any(
        has_cue(name, support) for name in ("users", "spoken_to")
    )
    for clause, is_conditional in _with_conditions(text):
        claims = claims_of(clause)
        groups = {claim.group for claim in claims}
        for claim in sorted(claims):
            if claim.group == "extent" and not groups & {"outcome", "state", "verdict"}:
                continue
            if claim.group == "mention" or (claim.group == "speaker" and by_user):
                continue
            if is_conditional and f"if {claim.category}" in {x.category for x in known}:
                continue
            if not _is_claimed(claim, clause, known, told, is_asked=is_asked):
                yield f"no source says {claim.category!r}: {clause[:80]}"
            elif claim.group in {"outcome", "state", "change"} and _is_of_another(
                clause, claim.category, claim.group, sources
            ):
                yield f"{claim.category!r} is said of something else: {clause[:80]}"


def _with_conditions(text: str) -> Iterator[tuple[str, bool]]:
    """The clauses, and whether a condition stands in the sentence of each."""
    for sentence in sentences(text):
        is_conditional = has_cue("strict", sentence)
        yield from ((clause, is_conditional) for clause in clauses(sentence))


def _is_over(clause: str) -> bool:
    """It is said of any, or of what is no more."""
    return grammar("ended").search(clause) is not None


def _still_open(text: str, sources: Sequence[DraftLine]) -> Iterator[str]:
    """What is said to be left to do, where no source speaks of anything to be done."""
    told = tuple(x for line in sources for x in sentences(line.support))
    if any(has_cue("open_label", line.text) for line in sources):
        return
    if any((is_planned(x) or is_undone(x)) and not has_cue("strict", x) for x in told):
        return
    for clause in clauses(text):
        if has_cue("left_to_do", clause):
            yield f"no source leaves it to be done: {clause[:80]}"


def _gone_on(text: str, sources: Sequence[DraftLine]) -> Iterator[str]:
    """A fault of which the sources only say that it was put right."""
    fault, mended = Claim("fail", "outcome"), Claim("done", "state")
    told = [claims_of(clause) for clause in told_clauses(sources)]
    about = [claims for claims in told if fault in claims]
    if not about or not all(mended in claims for claims in about):
        return
    for clause in clauses(text):
        claims = claims_of(clause)
        if fault in claims and mended not in claims and not _is_over(clause):
            yield f"a fault that was put right is told as one: {clause[:80]}"


def _repeated(text: str, sources: Sequence[DraftLine]) -> Iterator[str]:
    """A result told more often than the sources tell it."""
    parts = [claims_of(clause) for clause in clauses(text) if not _is_over(clause)]
    told = [claims_of(clause) for clause in told_clauses(sources)]
    for claim in sorted({claim for claims in parts for claim in claims}):
        if claim.group == "outcome" and 0 < _count(claim, told) < _count(claim, parts):
            yield f"{claim.category!r} is said once too often"


def _count(claim: Claim, clauses: Iterable[frozenset[Claim]]) -> int:
    return sum(claim in claims for claims in clauses)


def _is_claimed(
    claim: Claim, clause: str, known: frozenset[Claim], told: Sequence[str], *, is_asked: bool
) -> bool:
    stems = frozenset(stems_of(clause))
    if claim.category in {"rejected", "if rejected", "cancelled"} and any(
        denies(other) and len(shared(clause, other)) >= max(1, min(ALIKE, len(stems) - 1))
        for other in told
    ):
        return True
    if claim.group == "condition":
        return _is_awaited(claim, clause, known) or any(
            claim.category == other.category for other in known
        )
    is_ruled = claim.category.startswith("not ") and (
        is_planned(clause) or grammar("rule").search(clause) is not None
    )
    is_known = (
        alike(claim) & known
        or (is_ruled and Claim(f"if {claim.category}", "mention") in known)
        or _is_awaited(claim, clause, known)
        or _is_fault(claim, clause, told)
        or _is_needless(claim, clause, told)
        or _is_denied(claim, clause, told)
        or (claim.category == "pass" and _is_over(clause) and any(map(_is_mended, told)))
    )
    if is_known:
        return True
    if claim.category == "done" and _is_attributive(clause, told):
        return True
    if claim.category != "open":
        return claim.category == "picked" and any(map(says_chosen, told))
    is_question = is_asked and has_cue("questioned", clause)
    return is_question or (
        is_undone(clause) and any(is_undone(x) and stems & set(stems_of(x)) for x in told)
    )


def _is_attributive(clause: str, told: Sequence[str]) -> bool:
    """It only tells something apart by what a source does to it: "the committed file"."""
    stems = {stem_of(word.lower()) for word in grammar("attributive").findall(clause)}
    return bool(stems) and any(stems & set(stems_of(x)) and not denies(x) for x in told)


def _is_awaited(claim: Claim, clause: str, known: frozenset[Claim]) -> bool:
    """It tells when something is or was so, or what any such thing does."""
    bare = claim.category.removeprefix("if ")
    is_open = has_cue("occasion", clause) or grammar("any").search(clause) is not None
    return is_open and any(other.category in {bare, f"if {bare}"} for other in known)


def _is_mended(clause: str) -> bool:
    """It says that a fault was put right."""
    return {Claim("fail", "outcome"), Claim("done", "state")} <= claims_of(clause)


def _is_needless(claim: Claim, clause: str, told: Sequence[str]) -> bool:
    """A source says that it is not needed."""
    return claim.category == "needless" and any(
        denies(other) and has_cue("needing", other) and shared(clause, other) for other in told
    )


def _is_fault(claim: Claim, clause: str, told: Sequence[str]) -> bool:
    """A source names the error by which something failed."""
    return claim.category == "fail" and any(
        grammar("fault").search(other) and not denies(other) and shared(clause, other)
        for other in told
    )


def _is_denied(claim: Claim, clause: str, told: Sequence[str]) -> bool:
    """A source clause denies it by the verb itself: "I cannot confirm it"."""
    turned_round = {other: name for name, other in audit_data()["opposites"].items()}
    category = turned_round.get(claim.category, claim.category)
    if category == claim.category and not claim.category.startswith("not "):
        return False
    names = (category.removeprefix("not "), claim.category)
    mentions = {Claim(f"if {name}", "mention") for name in names}
    return any(
        mentions & claims_of(other) and denies(other) and shared(clause, other) for other in told
    )


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
    said += [
        {"fail"} for x in sources if has_cue("open_label", x.text) and names & names_of(x.text)
    ]
    said = [categories for categories in said if categories]
    return bool(said) and not any(category in categories for categories in said)
