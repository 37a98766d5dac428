"""Names told one after the other, against the order of the messages that have them."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from functools import cache
from itertools import pairwise

from uagent_memory.analyzer.lexicon import any_of
from uagent_memory.llm.audit.alignment import sentences
from uagent_memory.llm.audit.data import word_list
from uagent_memory.llm.audit.material import DraftLine
from uagent_memory.llm.audit.words import names_of, numbers_of

__all__ = ["wrong_sequences"]


def wrong_sequences(text: str, sources: Sequence[DraftLine]) -> Iterator[str]:
    """Faults of one line.

    Args:
        text: without its references.
        sources: the draft lines it was made from.
    """
    for sentence in _joined(text) if _then().search(text) else ():
        parts = [_names(part) for part in _then().split(sentence)]
        for before, after in pairwise(parts):
            if before and after and _first(before[-1], sources) > _first(after[0], sources) >= 0:
                yield f"told in another order: {sentence[:80]}"


def _joined(text: str) -> Iterator[str]:
    """Sentences; one that begins with such a word goes with the one before it."""
    before = ""
    for sentence in sentences(text):
        yield f"{before} {sentence}" if _then().match(sentence) else sentence
        before = sentence


def _names(part: str) -> list[str]:
    """Names and figures in order."""
    names = names_of(part)
    figures = {x for x in numbers_of(part) if not any(x in name for name in names)}
    found = ((part.find(name), name) for name in names | figures)
    return [name for place, name in sorted(found) if place >= 0]


def _first(name: str, sources: Sequence[DraftLine]) -> int:
    """The number of the first message that has it; -1: none."""
    lines = (line for line in sources if name in line.text)
    having = (span.message_id for line in lines for span in line.spans[:1])
    return min((int(found.group()) for x in having if (found := NUMBER.search(x))), default=-1)


NUMBER = re.compile(r"\d+$")


@cache
def _then() -> re.Pattern[str]:
    words = word_list("then")
    return re.compile(rf"\b(?:{any_of(words['en'])})\b|{any_of(words['zh'])}", re.IGNORECASE)
