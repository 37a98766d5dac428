"""Names and figures with words that the sources only have with another one of the kind."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from functools import lru_cache
from typing import NamedTuple

from uagent_memory.llm.audit.alignment import sentences
from uagent_memory.llm.audit.common import common_stems
from uagent_memory.llm.audit.data import audit_limits, grammar
from uagent_memory.llm.audit.figures import units
from uagent_memory.llm.audit.material import DraftLine
from uagent_memory.llm.audit.senses import Meant, held, meaning, meant
from uagent_memory.llm.audit.words import names_of, numbers_of

__all__ = ["wrong_neighbours"]

SPAN = re.compile(r"(\d+)\s?[-–:]\s?(\d+)(?![\w.]*\d)")
"""Two figures that are one: a range, a place, a time."""
PAUSE = re.compile(r"[,;()，；（）、]")
LABEL = re.compile(r"[*`]*([A-Za-z][\w-]*)[*`]*:\s")
STATE = re.compile(r"^\[[^\]\d]{2,20}\]\s*")
FORM = "/.(_ "
ALONE = 1
"""A single word around a name or figure, which has to stand right beside the other one."""


class _Near(NamedTuple):
    """A name or figure, and the words around it that tell something."""

    thing: str
    words: tuple[Meant, ...]


def wrong_neighbours(text: str, sources: Sequence[DraftLine]) -> Iterator[str]:
    """Faults of one line.

    Args:
        text: without its references.
        sources: the draft lines it was made from.
    """
    support = "\n".join(part for line in sources for part in line.told)
    yield from _spans(text, support)
    yield from _labels(text, sources)
    told = tuple(
        dict.fromkeys(x for line in sources for part in line.told for x in sentences(part))
    )
    things = frozenset().union(*map(_things, told))
    for sentence in sentences(text):
        for thing, words in _around(sentence):
            if thing not in things or not words or _is_head(thing, sentence):
                continue
            if _most(words, thing, told):
                continue
            others = [x for x in things if _is_like(x, thing)]
            if len(words) == ALONE:
                others = [x for x in others if _is_beside(words[0], x, told)]
                others = [x for x in others if not _are_listed(thing, x, sentence)]
            least = audit_limits().neighbours * len(words)
            if any(_most(words, other, told) >= least for other in others):
                yield f"{thing} stands with the words of another: {sentence[:80]}"


def _is_head(thing: str, sentence: str) -> bool:
    """It stands in front of a colon, if need be behind the state of a task."""
    return STATE.sub("", sentence).startswith(f"{thing}:")


def _spans(text: str, support: str) -> Iterator[str]:
    """Two figures joined in an order that the sources do not have."""
    beside = set(grammar("side_by_side").findall(support))
    for one, other in grammar("range").findall(text):
        if (other, one) in beside and (one, other) not in beside:
            yield f"joined otherwise than in its sources: {one} {other}"
    known = set(SPAN.findall(support))
    for one, other in SPAN.findall(text):
        if (one, other) not in known and any({one, other} & set(pair) for pair in known):
            yield f"joined otherwise than in its sources: {one} {other}"


def _labels(text: str, sources: Sequence[DraftLine]) -> Iterator[str]:
    """A speaker in front who said none of it."""
    label = LABEL.match(text)
    speakers = {name for line in sources for name in line.speakers}
    if label is None or label[1] in speakers or not all(line.speakers for line in sources):
        return
    if "_" in label[1] and any("_" in name for name in speakers):
        yield f"said by another: {text[:80]}"


@lru_cache(maxsize=16_384)
def _things(text: str) -> frozenset[str]:
    return names_of(text) | numbers_of(text)


def _most(words: Sequence[Meant], thing: str, told: Sequence[str]) -> int:
    """How many of the words the sources have beside a thing, in one sentence."""
    texts = [x for x in told if thing in _things(x)]
    return max((sum(held(word, _meaning(x)) for word in words) for x in texts), default=0)


def _is_beside(word: Meant, thing: str, told: Sequence[str]) -> bool:
    """The sources have the word itself around a thing."""
    return any(
        word.stem == other.stem
        for sentence in told
        for near in _around(sentence)
        if near.thing == thing
        for other in near.words
    )


def _are_listed(one: str, other: str, sentence: str) -> bool:
    """Nothing stands between two but what joins the members of a list."""
    ends = re.escape(one), re.escape(other)
    between = grammar("listed_with").pattern
    return any(
        re.search(rf"{x}`?(?:{between})+`?{y}", sentence) is not None for x, y in (ends, ends[::-1])
    )


@lru_cache(maxsize=16_384)
def _meaning(text: str) -> frozenset[str | int]:
    return meaning(text) | names_of(text)


@lru_cache(maxsize=4096)
def _around(sentence: str) -> tuple[_Near, ...]:
    """Each with the nearest words on both sides that are no general language."""
    near = audit_limits().beside
    found = []
    for thing in sorted(_things(sentence)):
        before, is_there, after = sentence.partition(thing)
        if not is_there or thing in after:
            continue
        parts = (PAUSE.split(before)[-1], PAUSE.split(after)[0])
        every = [meant(_without(part, sentence)) for part in parts]
        ahead, behind = (
            [word for word in side if word.stem not in common_stems() | units()] for side in every
        )
        if thing[0].isdigit() and not (ahead or behind):
            ahead, behind = ([word for word in side if word.stem not in units()] for side in every)
        found.append(_Near(thing, tuple(dict.fromkeys((*ahead[-near:], *behind[:near])))))
    return tuple(found)


def _without(part: str, sentence: str) -> str:
    """A part of a sentence without names, which are no words."""
    for name in sorted(names_of(sentence), key=lambda name: (-len(name), name)):
        part = part.replace(name, " ")
    return part


def _is_like(one: str, other: str) -> bool:
    if one == other or one in other or other in one or one[0].isdigit() != other[0].isdigit():
        return False
    return all((mark in one) == (mark in other) for mark in FORM)
