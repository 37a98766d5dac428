"""A change from one thing to another, told the other way round."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator, Sequence
from functools import cache, lru_cache
from typing import TypeVar

from uagent_memory.llm.audit.data import turns_data
from uagent_memory.llm.audit.material import DraftLine
from uagent_memory.llm.audit.senses import shared
from uagent_memory.llm.audit.words import (
    clauses,
    stem_of,
    stems_of,
    with_inner_marks,
    without_inner_marks,
)
from uagent_memory.validator.numerals import number_words

__all__ = ["same_changes", "wrong_turns"]

T = TypeVar("T")

THING = r"(`[^`\n]+`|[\"'“]?[\w.+#/-]+[\"'”]?)"
UNIT = r"(?:\s?(?:ms|s|sec|secs|seconds|min|mins|minutes|h|hours|days|%|[KMGT]i?B|EUR|USD)\b)?"
PHRASE = 4
"""Words of a phrase in which the same thing is named."""
BASED = re.compile(r"^(\d+)-based$")
QUOTES = "`\"'“”"
ARTICLE = r"(?:the |an? )?"
BETWEEN = r"(?:\s+[\w-]+){0,2}?\s+"


def wrong_turns(text: str, sources: Sequence[DraftLine]) -> Iterator[str]:
    """Faults of one line.

    Args:
        text: without its references.
        sources: the draft lines it was made from.
    """
    said = _pairs(text)
    told = _of_sources(_pairs, sources) if said else said
    for before, after in sorted(said):
        if (after, before) in told and (before, after) not in told:
            yield f"a change told the other way round: from {before} to {after}"
    yield from _done_by_others(text, sources)
    yield from _of_others(text, sources)
    yield from _other_ends(text, sources)
    for name, pairs in (("order", _orders), ("cause", _causes), ("condition", _conditions)):
        joined = pairs(text)
        known = _of_sources(pairs, sources) if joined else joined
        for first, then in sorted(joined):
            if _is_reversed(first, then, known, name):
                yield f"told in another {name}: {first[:40]}, {then[:40]}"


def same_changes(text: str, sources: Sequence[DraftLine]) -> frozenset[tuple[str, str]]:
    """What was before and what is after, as the text and the sources have it."""
    said = _pairs(text)
    return said & _of_sources(_pairs, sources) if said else said


def _of_sources(found: Callable[[str], frozenset[T]], sources: Sequence[DraftLine]) -> frozenset[T]:
    """What the sources have of a kind."""
    return frozenset().union(*(found(line.support) for line in sources))


def _done_by_others(text: str, sources: Sequence[DraftLine]) -> Iterator[str]:
    """Who does it to whom, exchanged, or somebody else whom the sources name."""
    done = _deeds(text)
    if not done:
        return
    deeds = _of_sources(_deeds, sources)
    parts = [stems_of(x) for line in sources for x in clauses(line.support)]
    known = frozenset(word for words in parts for word in words)
    beside = frozenset(
        (words[place], other)
        for words in parts
        for place in range(len(words))
        for other in words[place + 1 : place + PHRASE]
    )
    for who, deed, whom in sorted(done - deeds):
        others = {x[0] for x in deeds if x[1:] == (deed, whom)} & known
        is_other = others and who in known and not any((who, x) in beside for x in others)
        if is_other or (whom, deed, who) in deeds:
            yield f"told the other way round: {who} {deed} {whom}"


def _of_others(text: str, sources: Sequence[DraftLine]) -> Iterator[str]:
    """What the sources say that others did."""
    said = _subjects(text)
    told = _of_sources(_subjects, sources) if said else said
    names = {who for who, _ in told}
    for who, deed in sorted(said - told):
        others = {other for other, done in told if done == deed}
        if who in names and others:
            yield f"done by {min(others)}, not by {who}: {deed}"


@lru_cache(maxsize=4096)
def _subjects(text: str) -> frozenset[tuple[str, str]]:
    """Names and what whoever has them does, by the verb's stem."""
    found = (match for form in _forms("subjects") for match in form.finditer(text))
    return frozenset(
        (match[1], stem_of(match[2]))
        for match in found
        if stems_of(match[1]) and stems_of(match[2])
    )


@lru_cache(maxsize=4096)
def _deeds(text: str) -> frozenset[tuple[str, ...]]:
    """Who does what to whom, each by its stem."""
    done = [
        match.groups()
        for form in _forms("deeds")
        for match in form.finditer(text)
        if not _cue("of").search(text[: match.start()])
    ]
    suffered = [match.groups() for form in _forms("suffered") for match in form.finditer(text)]
    told = (*done, *(found[::-1] for found in suffered))
    return frozenset(
        tuple(stem_of(word.lower()) for word in found)
        for found in told
        if stems_of(found[0]) and stems_of(found[-1]) and not number_words(found[0])
    )


def _is_reversed(first: str, then: str, known: Iterable[tuple[str, str]], name: str) -> bool:
    is_back = False
    each: int = turns_data()["each"].get(name, 1)
    for one, other in known:
        across = (_common(first, other), _common(then, one))
        along = _common(first, one) + _common(then, other)
        if along > sum(across):
            return False
        is_back |= min(across) >= each and sum(across) >= max(turns_data()["least"], 2 * along)
        is_back |= name == "order" and _is_crossed((first, then), (one, other))
    return is_back


def _is_crossed(said: tuple[str, str], told: tuple[str, str]) -> bool:
    """A word of each side stands on the other one: "fetched once it is written"."""
    return all(
        shared(own, its) - shared(own, here) - shared(own, beside)
        for own, beside, here, its in (
            (said[0], said[1], told[0], told[1]),
            (said[1], said[0], told[1], told[0]),
        )
    )


@lru_cache(maxsize=4096)
def _orders(text: str) -> frozenset[tuple[str, str]]:
    return _joined(text, "order", "order_back")


@lru_cache(maxsize=4096)
def _conditions(text: str) -> frozenset[tuple[str, str]]:
    return _joined(text, "condition", "condition_back")


def _joined(text: str, forth: str, back: str) -> frozenset[tuple[str, str]]:
    """Pairs by the forms of two tables, the second of which tells them backwards."""
    text = without_inner_marks(text)
    ahead = {(m[1], m[2]) for form in _forms(forth) for m in form.finditer(text)}
    both = ahead | {(m[2], m[1]) for form in _forms(back) for m in form.finditer(text)}
    return frozenset((with_inner_marks(one), with_inner_marks(other)) for one, other in both)


def _other_ends(text: str, sources: Sequence[DraftLine]) -> Iterator[str]:
    """To what something was changed, where the sources only change it from that; the reverse."""
    said = _ends(text)
    told = _of_sources(_ends, sources) if said else said
    for thing, end in sorted(said - told):
        if any(thing == other for other, _ in told):
            yield f"a change told the other way round: {end} {thing}"


@lru_cache(maxsize=4096)
def _ends(text: str) -> frozenset[tuple[str, str]]:
    """What something is changed to or from, and which of the two."""
    return frozenset(
        (_head(match[1]), name.removeprefix("end_"))
        for name in ("end_to", "end_from")
        for form in _forms(name)
        for match in form.finditer(text)
        if _head(match[1])
    )


@lru_cache(maxsize=4096)
def _causes(text: str) -> frozenset[tuple[str, str]]:
    near: int = turns_data()["near"]
    places = {text[max(0, m.start() - near) : m.end() + near] for m in _cue("cues").finditer(text)}
    forth = {(m[1], m[2]) for form in _forms("cause") for x in places for m in form.finditer(x)}
    back = {(m[2], m[1]) for form in _forms("effect") for x in places for m in form.finditer(x)}
    return frozenset(forth | back)


def _common(one: str, other: str) -> int:
    return len(shared(one, other))


@lru_cache(maxsize=4096)
def _pairs(text: str) -> frozenset[tuple[str, str]]:
    forth = ((m[1], m[2]) for form in _forms("changes") for m in form.finditer(text))
    near: int = turns_data()["near"]
    cues = _cue("back_cues").finditer(text)
    places = {text[max(0, m.start() - near) : m.end() + near] for m in cues}
    back = ((m[2], m[1]) for form in _forms("back") for x in places for m in form.finditer(x))
    pairs = ((_head(one), _head(other)) for one, other in (*forth, *back))
    return frozenset(pair for pair in pairs if all(pair))


def _head(thing: str) -> str:
    thing = thing.strip(QUOTES)
    if not thing.isascii():
        return thing[: turns_data()["head"]]
    return BASED.sub(r"\1", thing.lower().rstrip("."))


@cache
def _forms(name: str) -> tuple[re.Pattern[str], ...]:
    return tuple(re.compile(_spelled(form), re.IGNORECASE) for form in turns_data()[name])


def _spelled(form: str) -> str:
    spelled = form.replace("THING", THING).replace("THE", ARTICLE)
    return spelled.replace("UNIT", UNIT).replace("BETWEEN", BETWEEN)


@cache
def _cue(name: str) -> re.Pattern[str]:
    return re.compile("|".join(turns_data()[name]), re.IGNORECASE)
