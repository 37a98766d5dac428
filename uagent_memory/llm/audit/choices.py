"""One of two things, told as both: "a and then b" for "a or b"."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import lru_cache

from uagent_memory.llm.audit.alignment import sentences
from uagent_memory.llm.audit.claims import denies
from uagent_memory.llm.audit.cue_words import has_cue
from uagent_memory.llm.audit.data import grammar
from uagent_memory.llm.audit.material import DraftLine
from uagent_memory.llm.audit.senses import meaning, meant

__all__ = ["wrong_choices"]

SIDE = 2
"""Words on each side of an "or" by which its things are known."""


def wrong_choices(text: str, sources: Sequence[DraftLine]) -> Iterator[str]:
    """Faults of one line.

    Args:
        text: without its references.
        sources: the draft lines it was made from.
    """
    told = [x for line in sources for part in line.told for x in sentences(part)]
    choices = [sides for x in told for sides in _choices(x)]
    for sentence in sentences(text) if choices else ():
        if has_cue("choosing", sentence) or "/" in sentence or not has_cue("joining", sentence):
            continue
        known = meaning(sentence)
        for one, other in choices:
            if one <= known and other <= known and not _are_joined(one | other, told):
                yield f"both are told, where its sources have one or the other: {sentence[:80]}"
                break


def _are_joined(things: frozenset[str], told: Sequence[str]) -> bool:
    """A sentence of the sources tells both without a choice."""
    return any(things <= meaning(x) and not has_cue("choosing", x) for x in told)


@lru_cache(maxsize=4096)
def _choices(sentence: str) -> tuple[tuple[frozenset[str], frozenset[str]], ...]:
    """The words right in front of each "or" and right behind it, where nothing is denied."""
    if denies(sentence) or has_cue("conditional", sentence):
        return ()
    found = []
    for match in grammar("choice").finditer(sentence):
        one = [word.stem for word in meant(match["one"] or match["han"])][-SIDE:]
        other = [word.stem for word in meant(match["other"] or match["its"])]
        if one and other:
            own = frozenset(one[-1:])
            its = frozenset(other[:1]) - own or frozenset(other[:SIDE]) - own
            if its:
                found.append((own, its))
    return tuple(found)
