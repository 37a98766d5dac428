"""Things told together of which the sources say the contrary: "off in a and b"."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from itertools import pairwise, permutations

from uagent_memory.analyzer.lexicon import HAN
from uagent_memory.llm.audit.alignment import sentences
from uagent_memory.llm.audit.claims import denies
from uagent_memory.llm.audit.common import common_stems
from uagent_memory.llm.audit.cue_words import has_cue
from uagent_memory.llm.audit.data import audit_limits, grammar
from uagent_memory.llm.audit.material import DraftLine
from uagent_memory.llm.audit.opposites import sides_in, things_in, word_of_pair
from uagent_memory.llm.audit.senses import meant
from uagent_memory.llm.audit.wording import plain_wording
from uagent_memory.llm.audit.words import clauses, negations, numbers_of

__all__ = ["wrongly_merged"]

PAIR = 2


def wrongly_merged(text: str, sources: Sequence[DraftLine]) -> Iterator[str]:
    """Faults of one line.

    Args:
        text: without its references.
        sources: the draft lines it was made from.
    """
    told = [clauses(x) for line in sources for part in line.told for x in sentences(part)]
    plain = [things_in(x) for parts in told for x in parts if not denies(x)]
    unlike = [own for parts in told if (own := _bare_denials(parts, plain))]
    for sentence in sentences(plain_wording(text)):
        said, sides = things_in(sentence), sides_in(sentence)
        if denies(sentence) or any(negations(sentence)):
            continue
        if any(_is_merged(said, sides, parts) for parts in told if sides):
            yield f"said of both, where its sources say the contrary of one: {sentence[:80]}"
        elif any(things & said for things in unlike):
            yield f'a "not" was left out: {sentence[:80]}'
        else:
            yield from _added(sentence, told)


def _added(sentence: str, told: Sequence[Sequence[str]]) -> Iterator[str]:
    """One more of which something is told that no sentence of the sources tells of it."""
    for before, clause in pairwise(clauses(sentence)):
        things = frozenset(word.stem for word in meant(clause))
        said = things_in(before)
        is_list = len(meant(before)) < PAIR or len(clause.split()) > PAIR or numbers_of(clause)
        if len(things) != 1 or is_list or not grammar("joined").search(sentence):
            continue
        having = [parts for parts in told if any(things <= things_in(x) for x in parts)]
        every = [frozenset().union(*map(things_in, parts)) for parts in having]
        whole = " ".join(part for parts in having for part in parts)
        is_open = has_cue("pronoun", whole) or not any(
            said <= things_in(x) for p in told for x in p
        )
        if having and not is_open and not any(said & other for other in every):
            yield f"said of one more than in its sources: {clause[:80]}"


def _is_merged(
    said: frozenset[str], sides: Mapping[int, frozenset[int]], parts: Sequence[str]
) -> bool:
    """It has one word of a pair, and a thing that stands with the other one only."""
    for one, other in permutations(parts[: audit_limits().compared], PAIR):
        here, there = sides_in(one), sides_in(other)
        opposite = [
            pair
            for pair, side in sides.items()
            if side == here.get(pair)
            and len(there.get(pair, ())) == 1
            and there[pair] != side
            and not HAN.fullmatch(word_of_pair(pair, other).group())
        ]
        if opposite:
            things, own = (
                only - common_stems() or only
                for only in (
                    things_in(other) - things_in(one),
                    things_in(one) - things_in(other),
                )
            )
            if things & said and own & said:
                return True
    return False


def _bare_denials(parts: Sequence[str], plain: Sequence[frozenset[str]]) -> frozenset[str]:
    """What a clause that ends with its "not" is said of, if nothing is told of it."""
    found: set[str] = set()
    for before, clause in pairwise(parts):
        last = max((match.end for match in negations(clause)), default=0)
        if not last or meant(clause[last:]) or denies(before):
            continue
        things = things_in(clause[:last])
        found |= {x for x in things if not any(x in other for other in plain)}
    return frozenset(found) - common_stems()
