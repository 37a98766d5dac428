"""A change from one thing to another, told the other way round."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence
from functools import cache, lru_cache

from uagent_memory.llm.audit.data import turns_data
from uagent_memory.llm.audit.material import DraftLine
from uagent_memory.llm.audit.senses import shared

__all__ = ["wrong_turns"]

THING = r"[\"'`“]?([\w.+#/-]+)[\"'`”]?"
ARTICLE = r"(?:the |an? )?"
BETWEEN = r"(?:\s+[\w-]+){0,2}?\s+"


def wrong_turns(text: str, sources: Sequence[DraftLine]) -> Iterator[str]:
    """Faults of one line.

    Args:
        text: without its references.
        sources: the draft lines it was made from.
    """
    told = {pair for line in sources for pair in _pairs(line.support)}
    for before, after in sorted(_pairs(text)):
        if (after, before) in told and (before, after) not in told:
            yield f"a change told the other way round: from {before} to {after}"
    for name, pairs in (("order", _orders), ("cause", _causes)):
        known = {pair for line in sources for pair in pairs(line.support)}
        for first, then in sorted(pairs(text)):
            if _is_reversed(first, then, known):
                yield f"told in another {name}: {first[:40]}, {then[:40]}"


def _is_reversed(first: str, then: str, known: Iterable[tuple[str, str]]) -> bool:
    is_back = False
    for one, other in known:
        across = (_common(first, other), _common(then, one))
        along = _common(first, one) + _common(then, other)
        if along > sum(across):
            return False
        is_back |= all(across) and sum(across) >= max(turns_data()["least"], 2 * along)
    return is_back


@lru_cache(maxsize=4096)
def _orders(text: str) -> frozenset[tuple[str, str]]:
    return frozenset((m[1], m[2]) for form in _forms("order") for m in form.finditer(text))


@lru_cache(maxsize=4096)
def _causes(text: str) -> frozenset[tuple[str, str]]:
    near: int = turns_data()["near"]
    places = {text[max(0, m.start() - near) : m.end() + near] for m in _cue().finditer(text)}
    forth = {(m[1], m[2]) for form in _forms("cause") for x in places for m in form.finditer(x)}
    back = {(m[2], m[1]) for form in _forms("effect") for x in places for m in form.finditer(x)}
    return frozenset(forth | back)


def _common(one: str, other: str) -> int:
    return len(shared(one, other))


@lru_cache(maxsize=4096)
def _pairs(text: str) -> frozenset[tuple[str, str]]:
    return frozenset(
        (_head(match.group(1)), _head(match.group(2)))
        for form in _forms("changes")
        for match in form.finditer(text)
    )


def _head(thing: str) -> str:
    return thing.lower().rstrip(".") if thing.isascii() else thing[: turns_data()["head"]]


@cache
def _forms(name: str) -> tuple[re.Pattern[str], ...]:
    return tuple(re.compile(_spelled(form), re.IGNORECASE) for form in turns_data()[name])


def _spelled(form: str) -> str:
    return form.replace("THING", THING).replace("THE", ARTICLE).replace("BETWEEN", BETWEEN)


@cache
def _cue() -> re.Pattern[str]:
    return re.compile("|".join(turns_data()["cues"]), re.IGNORECASE)
