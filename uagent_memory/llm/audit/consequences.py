"""What follows from a condition: "if it fails, go on" where the sources then go back."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from uagent_memory.llm.audit.alignment import nearest, sentences
from uagent_memory.llm.audit.cue_words import has_cue
from uagent_memory.llm.audit.material import DraftLine
from uagent_memory.llm.audit.senses import meant, shared
from uagent_memory.llm.audit.wording import plain_wording
from uagent_memory.llm.audit.words import clauses

__all__ = ["wrong_consequences"]


def wrong_consequences(text: str, sources: Sequence[DraftLine]) -> Iterator[str]:
    """Faults of one line.

    Args:
        text: without its references.
        sources: the draft lines it was made from.
    """
    told = [x for line in sources for part in line.told for x in sentences(plain_wording(part))]
    known = {clause: place for place, x in enumerate(told) for clause in _conditions(x)}
    for sentence in sentences(plain_wording(text)) if known else ():
        for condition in _conditions(sentence):
            places = [known[clause] for clause in nearest(condition, known)]
            around = " ".join(" ".join(told[max(0, x - 1) : x + 2]) for x in places)
            rest = [x for x in clauses(sentence) if x != condition and meant(x)]
            if places and rest and not any(shared(x, around) for x in rest):
                yield f"another consequence than in its sources: {rest[0][:80]}"


def _conditions(sentence: str) -> list[str]:
    """Clauses on which others depend; none of a sentence of nothing else."""
    parts = clauses(sentence)
    found = [clause for clause in parts if has_cue("strict", clause)]
    return found if len(found) < len(parts) else []
