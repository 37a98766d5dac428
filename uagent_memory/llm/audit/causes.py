"""What a line names as a cause, and as what comes of one, against what its sources name so."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from functools import lru_cache
from itertools import pairwise
from typing import NamedTuple

from uagent_memory.llm.audit.alignment import sentences
from uagent_memory.llm.audit.clauses_of_line import Clause, clauses_of, lacking
from uagent_memory.llm.audit.data import accounted_data, grammar
from uagent_memory.llm.audit.rows_of_sources import rows_of, weight
from uagent_memory.llm.audit.wording import plain_wording

__all__ = ["wrong_causes"]


COMMA = re.compile(r"[,;](?=\s)|[，；：]")


class Told(NamedTuple):
    """The two sides of a sentence that tells why; of any other both are empty."""

    reasons: str = ""
    results: str = ""


def wrong_causes(text: str, told: Sequence[str]) -> Iterator[str]:
    """Faults of one line.

    Args:
        text: without its references.
        told: what its sources say, text by text.
    """
    parts = tuple(dict.fromkeys(part for said in told for part in sentences(said)))
    links = [link for said in told for link in _links(said)]
    for sentence in sentences(text) if grammar("causing").search(text) else ():
        if grammar("causing").search(sentence) and _is_without_cause(sentence, parts):
            yield f"a cause that its sources do not name as one: {sentence[:80]}"
            continue
        own = _sides("", sentence)
        for side, other in ((0, 1), (1, 0)):
            for clause in filter(_is_whole, clauses_of(own[side])):
                kept = [link[side] for link in links] + [x for x in parts if not any(_sides("", x))]
                if _is_said(clause, [link[other] for link in links]) and not _is_said(clause, kept):
                    yield f"a cause and what comes of it are exchanged: {clause.text[:80]}"


def _is_whole(clause: Clause) -> bool:
    """It says something by itself."""
    least: int = accounted_data()["limits"]["words"]
    return weight(clause.text) >= least


def _is_without_cause(sentence: str, told: Sequence[str]) -> bool:
    """None of the sentences that say a clause of it tells a cause."""
    near = [x for clause in clauses_of(sentence) for x in told if _is_said(clause, (x,))]
    return bool(near) and not any(map(grammar("may_cause").search, near))


def _is_said(clause: Clause, texts: Sequence[str]) -> bool:
    return any(not lacking(clause, row) for text in texts for row in rows_of(text))


def _links(text: str) -> Iterator[Told]:
    for before, sentence in pairwise(("", *sentences(text))):
        yield _sides(before, sentence)


@lru_cache(maxsize=4096)
def _sides(before: str, sentence: str) -> Told:
    """What stands beside the one word that tells why; "so ..." may have its reason in front."""
    plain = plain_wording(sentence)
    reasons, results = (list(grammar(name).finditer(plain)) for name in ("reason", "result"))
    if len(reasons) + len(results) != 1:
        return Told()
    [link] = (*reasons, *results)
    ahead = COMMA.split(plain[: link.start()].rstrip(" ,，;；"))[-1].strip()
    behind, *further = COMMA.split(plain[link.end() :])
    if results:
        return Told(ahead or before, behind)
    return Told(behind, ahead or "".join(further[:1]))
