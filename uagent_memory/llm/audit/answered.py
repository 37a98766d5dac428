"""What the sources only ask may not be told as so, unless the answer is yes."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from functools import cache

from uagent_memory.analyzer.lexicon import any_of
from uagent_memory.llm.audit.alignment import nearest, sentences
from uagent_memory.llm.audit.claims import denies
from uagent_memory.llm.audit.data import audit_data, rewording_data
from uagent_memory.llm.audit.material import DraftLine
from uagent_memory.llm.audit.modality import is_guess
from uagent_memory.llm.audit.words import clauses

__all__ = ["asked_only"]

ASKS = re.compile(r"[?？]\s*$")


def asked_only(text: str, sources: Sequence[DraftLine]) -> Iterator[str]:
    """Faults of one line.

    Args:
        text: without its references.
        sources: the draft lines it was made from.
    """
    questions: list[str] = []
    refused: set[str] = set()
    told: list[str] = []
    for line in sources:
        parts = sentences(line.support)
        for place, sentence in enumerate(parts):
            if not ASKS.search(sentence) or not _closed().search(sentence):
                told += [part for part in clauses(sentence) if not ASKS.search(sentence)]
                continue
            *before, asked = clauses(sentence) or ("",)
            told += before
            questions.append(asked)
            if not _is_affirmed("".join(parts[place + 1 : place + 2])):
                refused.add(asked)
    for sentence in sentences(text):
        for clause in clauses(sentence):
            if is_guess(sentence) or denies(clause):
                continue
            near = nearest(clause, (*told, *questions))
            if near and all(other in refused for other in near):
                yield f"only asked in its sources: {clause[:80]}"


@cache
def _closed() -> re.Pattern[str]:
    """It can be answered by yes or no."""
    data = rewording_data()["closed"]
    return re.compile(
        rf"[{data['at_end']}]\s*[?？]?\s*$|{any_of(data['zh'])}|^\s*(?:{any_of(data['en'])})\b",
        re.IGNORECASE,
    )


def _is_affirmed(answer: str) -> bool:
    words = audit_data()["affirmed"]
    lowered = answer.lower().lstrip()
    return lowered.startswith((*words["en"], *words["zh"]))
