"""What is called a cause, where the sources speak of it only to deny that."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from uagent_memory.llm.audit.alignment import told_clauses
from uagent_memory.llm.audit.claims import denies
from uagent_memory.llm.audit.cue_words import cues_in
from uagent_memory.llm.audit.data import audit_limits
from uagent_memory.llm.audit.material import DraftLine
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


def _is_in(words: Sequence[Meant], told: Sequence[frozenset[str | int]]) -> bool:
    return any(all(held(word, known) for word in words) for known in told)
