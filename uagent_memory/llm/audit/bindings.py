"""Like things - figures, or names - that have exchanged the words they stand beside."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from functools import lru_cache
from itertools import combinations
from typing import NamedTuple

from uagent_memory.llm.audit.alignment import sentences
from uagent_memory.llm.audit.data import audit_limits, grammar
from uagent_memory.llm.audit.figures import ends_of, units
from uagent_memory.llm.audit.material import DraftLine
from uagent_memory.llm.audit.records import recorded
from uagent_memory.llm.audit.turns import same_changes
from uagent_memory.llm.audit.words import names_of, numbers_of, stems_of

__all__ = ["wrong_bindings"]

WORD = re.compile(
    r"(?P<end>[;；\n]|\|\s*\|)|(?P<pause>[,，、)）])|[A-Za-z]+(?:'[a-z]+)?|[\u3400-\u9fff]+"
)
PAIR = 2


class Beside(NamedTuple):
    """What stands next to a name or figure."""

    words: frozenset[str] = frozenset()
    """As far as the next name or figure."""
    after: frozenset[str] = frozenset()
    """Names and figures that it comes next to."""
    ahead: frozenset[str] = frozenset()
    """The words in front of it."""

    @property
    def behind(self) -> frozenset[str]:
        return self.words - self.ahead


ALONE = Beside()


def wrong_bindings(text: str, sources: Sequence[DraftLine]) -> Iterator[str]:
    """Faults of one line.

    Args:
        text: without its references.
        sources: the draft lines it was made from.
    """
    listed = recorded(sources)
    ends = {number for line in sources for number in ends_of(line.support)}
    changes = same_changes(text, sources)
    for sentence in sentences(text)[: audit_limits().compared]:
        said = _beside(sentence)
        things = sorted(said.keys() - listed)[: audit_limits().compared]
        for one, other in combinations(things, PAIR):
            if not changes.isdisjoint(((one, other), (other, one))):
                continue
            is_alike = one[0].isdigit() == other[0].isdigit() and not {one, other} <= ends
            if is_alike and _are_exchanged(said, sources, one, other):
                yield f"{one} and {other} are exchanged: {sentence[:80]}"


def _are_exchanged(
    said: Mapping[str, Beside], sources: Sequence[DraftLine], one: str, other: str
) -> bool:
    texts = [text for line in sources for text in line.told]
    if _is_always_across(said, [_beside(text) for text in texts], one, other):
        return True
    told = [_beside(text) for text in texts if one in text and other in text]
    found = [_compared(said, beside, one, other) for beside in told]
    if any(across for _, across in found) and not any(along for along, _ in found):
        return True
    return any(
        _is_across(said, beside, one, other) or _is_turned_round(said, beside, one, other)
        for beside in told
    )


def _compared(
    said: Mapping[str, Beside], told: Mapping[str, Beside], one: str, other: str
) -> tuple[int, int]:
    """How many words that only one of two has beside it stand beside the same, and the other."""
    first, second = told.get(one, ALONE).words, told.get(other, ALONE).words
    first, second = first - second, second - first
    along = len(said[one].words & first) + len(said[other].words & second)
    across = len(said[one].words & second), len(said[other].words & first)
    return along, sum(across) if _is_like(one, other) or all(across) else 0


def _is_turned_round(
    said: Mapping[str, Beside], told: Mapping[str, Beside], one: str, other: str
) -> bool:
    """Behind each of two figures stands what only stands behind the other: "3 s of 5 jobs"."""
    if not one[0].isdigit():
        return False
    first, second = told.get(one, ALONE).behind, told.get(other, ALONE).behind
    first, second = first - second, second - first
    mine, its = said[one].behind, said[other].behind
    return bool(mine & second and its & first) and not (mine & first or its & second)


def _is_like(one: str, other: str) -> bool:
    """Two figures, two paths, or two names of the same form."""
    return all((mark in one) == (mark in other) for mark in "./_(")


def _is_always_across(
    said: Mapping[str, Beside], told: Sequence[Mapping[str, Beside]], one: str, other: str
) -> bool:
    """Each of two figures comes after a name that only the other comes after."""
    if not one[0].isdigit():
        return False
    first, second = (
        frozenset().union(*(beside.get(thing, ALONE).after for beside in told))
        for thing in (one, other)
    )
    return bool(said[one].after & (second - first) and said[other].after & (first - second))


def _is_across(
    said: Mapping[str, Beside], told: Mapping[str, Beside], one: str, other: str
) -> bool:
    """Each of two comes after what the other comes after."""
    first, second = told.get(one, ALONE).after, told.get(other, ALONE).after
    if first & second:
        return False
    return bool(said[one].after & second and said[other].after & first)


def _things(text: str) -> frozenset[str]:
    """Names, figures, and letters that name one of several."""
    return names_of(text) | numbers_of(text) | frozenset(grammar("listed_letter").findall(text))


@lru_cache(maxsize=4096)
def _beside(text: str) -> Mapping[str, Beside]:
    """Names and figures, each with what is next to it."""
    things = sorted(_things(text), key=lambda name: (-len(name), name))
    if len(things) < PAIR:
        return {}
    near = audit_limits().beside
    words: dict[str, set[str]] = {}
    after: dict[str, set[str]] = {}
    ahead: dict[str, set[str]] = {}
    last = ""
    listed: list[str] = []
    before: list[str] = []
    is_parted = False
    for thing, match in _parted(text, things):
        if match is None:
            listed = [*listed, thing] if listed and not before else [thing]
            beside = set().union(*(words.get(name, ()) for name in listed), before[-near:])
            words.update((name, words.get(name, set()) | beside) for name in listed)
            ahead.setdefault(thing, set()).update(before[-near:])
            after.setdefault(thing, set()).update({last} - {"", thing})
            last, before, is_parted = thing, [], False
        elif match["end"]:
            last, listed, before = "", [], []
        elif match["pause"]:
            before, is_parted = [], True
        else:
            word = match.group()
            stems = stems_of(word) or ((word,) if word in units() else ())
            for name in () if is_parted else listed:
                words[name].update(stems[: max(0, near - len(before))])
            listed = [] if stems and is_parted else listed
            before.extend(stems)
    return {
        name: Beside(frozenset(words[name]), frozenset(after[name]), frozenset(ahead[name]))
        for name in words
    }


def _parted(text: str, things: Sequence[str]) -> Iterator[tuple[str, re.Match[str] | None]]:
    """The text as things, the longer first, and what stands between them."""
    taken: list[tuple[int, int, str]] = []
    for thing in things:
        end = 0
        while (start := text.find(thing, end)) >= 0:
            end = start + len(thing)
            is_free = all(end <= first or last <= start for first, last, _ in taken)
            if is_free and not _is_inside(text, start, end):
                taken.append((start, end, thing))
    place = 0
    for start, end, thing in sorted(taken):
        yield from (("", match) for match in WORD.finditer(text, place, start))
        yield thing, None
        place = end
    yield from (("", match) for match in WORD.finditer(text, place))


def _is_inside(text: str, start: int, end: int) -> bool:
    """It is a part of a longer word or figure."""
    first, last = text[start], text[end - 1]
    before, after = text[start - 1 : start], text[end : end + 1]
    if first.isdigit():
        is_decimal = after == "." and text[end + 1 : end + 2].isdigit()
        return before.isdigit() or before == "." or after.isdigit() or is_decimal
    return (_is_latin(first) and _is_latin(before)) or (_is_latin(last) and _is_latin(after))


def _is_latin(char: str) -> bool:
    return char.isascii() and char.isalpha()
