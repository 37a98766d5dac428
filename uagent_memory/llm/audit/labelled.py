"""Values of labels: "clicky switches" where the sources have "Switch Type: Linear"."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from functools import lru_cache

from uagent_memory.llm.audit.common import common_stems
from uagent_memory.llm.audit.material import DraftLine
from uagent_memory.llm.audit.senses import held, meaning, meant
from uagent_memory.llm.audit.words import clauses, negations, stems_of

__all__ = ["wrong_values"]

LABELLED = re.compile(
    r"(?:^|(?<=[;；\n,，(（]))[\s*-]*([A-Z][A-Za-z]+(?: [A-Za-z]+){0,2}|[\u3400-\u9fff]{2,6})"
    r"[*\s]*[:：][*\s]*([^\s;；:：,，.。\n*()（）\d]+(?: [^\s;；:：,，.。\n*()（）\d]+){0,2})\**"
    r"\s*(?=[;；\n,，)）]|$)"
)
LEAST = 2
"""Labels that make a list of values."""


def wrong_values(text: str, sources: Sequence[DraftLine]) -> Iterator[str]:
    """A clause with the words of a label and a word of no source, where its value stands nowhere.

    Args:
        text: without its references.
        sources: the draft lines it was made from.
    """
    rows = dict.fromkeys(row for line in sources for part in line.told for row in _rows(part))
    if not rows:
        return
    said, known = meaning(text), meaning("\n".join(line.support for line in sources))
    for clause in clauses(text):
        words = meant(clause)
        new = [x for x in words if not held(x, known) and x.stem not in common_stems()]
        for label, value in rows if new else ():
            names = frozenset(stems_of(label)) - common_stems()
            is_named = any(word.stem in names for word in words)
            if is_named and not any(held(word, said) for word in meant(value)):
                yield f"another value than in its sources: {clause[:80]}"


@lru_cache(maxsize=4096)
def _rows(text: str) -> tuple[tuple[str, str], ...]:
    """Labels and their values, where there are several; one that says "none" has no value."""
    found = [(match[1], match[2]) for match in LABELLED.finditer(text)]
    return tuple(row for row in found if not any(negations(row[1]))) if len(found) >= LEAST else ()
