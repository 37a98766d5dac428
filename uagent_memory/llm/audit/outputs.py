"""What a call is said to have put out, where its output says nothing of it."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from functools import cache

from uagent_memory.analyzer.lexicon import any_word
from uagent_memory.llm.audit.common import common_stems
from uagent_memory.llm.audit.data import audit_data
from uagent_memory.llm.audit.material import DraftLine
from uagent_memory.llm.audit.senses import held, meaning, meant
from uagent_memory.llm.audit.words import clauses

__all__ = ["wrong_outputs"]

ARROW = re.compile(r"→|->")


def wrong_outputs(text: str, sources: Sequence[DraftLine]) -> Iterator[str]:
    """Faults of one line that was made from calls alone.

    Args:
        text: without its references.
        sources: the draft lines it was made from.
    """
    kinds = audit_data()["kinds"]["results"]
    if any(line.entry.kind not in kinds or not ARROW.search(line.text) for line in sources):
        return
    known = meaning("\n".join(ARROW.split(line.text, maxsplit=1)[1] for line in sources))
    for clause in clauses(text):
        for match in _output().finditer(clause):
            words = [x for x in meant(clause[match.end() :]) if x.stem not in common_stems()]
            if words and not any(held(word, known) for word in words):
                yield f"no output says so: {clause[:80]}"


@cache
def _output() -> re.Pattern[str]:
    return any_word(audit_data()["puts_out"])
