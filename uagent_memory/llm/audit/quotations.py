"""Quotations that stand behind another name than in the sources."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence

from uagent_memory.llm.audit.alignment import sentences
from uagent_memory.llm.audit.data import audit_limits
from uagent_memory.llm.audit.material import DraftLine
from uagent_memory.llm.audit.words import names_of, one_line

__all__ = ["wrong_quotations"]

QUOTED = re.compile(r"\"([^\"\n]{8,300})\"|“([^”\n]{4,300})”")
ENDS = " .,;:!。，；：！"


def wrong_quotations(text: str, sources: Sequence[DraftLine]) -> Iterator[str]:
    """Faults of one line.

    Args:
        text: without its references.
        sources: the draft lines it was made from.
    """
    told: dict[int, str] = {}
    for line in sources:
        told[line.tree] = f"{told.get(line.tree, '')} {one_line(line.support)}"
    for sentence in sentences(text):
        end = 0
        for match in QUOTED.finditer(sentence):
            before = sentence[max(end, match.start() - audit_limits().quoted_near) : match.start()]
            end = match.end()
            name = max(
                names_of(before), key=lambda name: (before.rfind(name), len(name)), default=""
            )
            quoted = (match[1] or match[2]).strip(ENDS)
            own = {tree for tree, support in told.items() if quoted in support}
            named = {tree for tree, support in told.items() if name and name in support}
            if own and named and own.isdisjoint(named):
                yield f"{quoted[:40]!r} is said of something else than {name}: {sentence[:80]}"
