"""What is called a cause, where the sources speak of it only to deny that."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from uagent_memory.llm.audit.alignment import sentences, told_clauses
from uagent_memory.llm.audit.claims import denies
from uagent_memory.llm.audit.cue_words import cues_in
from uagent_memory.llm.audit.data import audit_limits, grammar
from uagent_memory.llm.audit.material import DraftLine
from uagent_memory.llm.audit.modality import is_guess
from uagent_memory.llm.audit.opposites import scopes_of
from uagent_memory.llm.audit.senses import Meant, held, meaning, meaning_of, meant
from uagent_memory.llm.audit.words import clauses

__all__ = ["wrongly_blamed"]


def wrongly_blamed(text: str, sources: Sequence[DraftLine]) -> Iterator[str]:
    """Faults of one line.

    Args:
        text: without its references.
        sources: the draft lines it was made from.
    """
    causes = [
        (clause, meant(clause[match.end :])[: audit_limits().reach])
        for clause in clauses(text)
        if not denies(clause)
        for match in cues_in("blaming", clause)
    ]
    told = told_clauses(sources) if causes else ()
    denied = [meaning_of(scope) for clause in told for scope in scopes_of(clause)]
    plain = [meaning(clause) for clause in told if not denies(clause)]
    for clause, cause in causes:
        if cause and _is_in(cause, denied) and not _is_in(cause, plain):
            yield f'a "not" was left out: {clause[:80]}'
    yield from _named_otherwise(text, sources)


def _named_otherwise(text: str, sources: Sequence[DraftLine]) -> Iterator[str]:
    """What is called a cause, of which no sentence of the sources tells even half."""
    named = [
        (clause, meant(clause[: match.start()]))
        for clause in clauses(text)
        if not is_guess(clause)
        for match in grammar("named_cause").finditer(clause)
        if not denies(clause[: match.start()])
    ]
    told = [x for line in sources for x in sentences(line.support)] if named else []
    known = [meaning(x) for x in told if not denies(x)]
    for clause, cause in named:
        shares = (sum(held(word, x) for word in cause) for x in known)
        if cause and 2 * max(shares, default=0) < len(cause):
            yield f"another cause than in its sources: {clause[:80]}"


def _is_in(words: Sequence[Meant], told: Sequence[frozenset[str | int]]) -> bool:
    return any(all(held(word, known) for word in words) for known in told)
