"""Two names that have changed places: "`b` calls `a`" where the sources have "`a` calls `b`"."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from functools import cache, lru_cache
from itertools import pairwise
from typing import NamedTuple

from uagent_memory.llm.audit.alignment import sentences
from uagent_memory.llm.audit.cue_words import has_cue
from uagent_memory.llm.audit.data import audit_limits, grammar, rewording_data, turns_data
from uagent_memory.llm.audit.material import DraftLine
from uagent_memory.llm.audit.senses import held, meaning, meant, sense_of
from uagent_memory.llm.audit.words import MARKED, stem_of

__all__ = ["swapped_names"]

WORD = re.compile(r"[A-Za-z]+|[\u3400-\u9fff]+")


class Joined(NamedTuple):
    """Two names in a row, and what stands between them and behind them."""

    one: str
    other: str
    between: str
    behind: str

    @property
    def words(self) -> tuple[str, ...]:
        """What joins the two; none of names that are only listed."""
        words = [word.lower() for word in WORD.findall(self.between)]
        told = tuple(word for word in words if not grammar("articles").fullmatch(word))
        listing = rewording_data()["listing"]
        return () if set(told) <= {*listing["en"], *listing["zh"]} else told

    @property
    def suffered(self) -> str:
        """What is done to the first, by the last word for it."""
        found = [match.group() for match in _suffering().finditer(self.between)]
        told = (word for phrase in found for word in phrase.split())
        words = list(filter(grammar("participle").fullmatch, told))
        return words[-1] if words else "".join(found)


def swapped_names(text: str, sources: Sequence[DraftLine]) -> Iterator[str]:
    """Faults of one line.

    Args:
        text: without its references.
        sources: the draft lines it was made from.
    """
    said = [pair for sentence in sentences(text) for pair in _joined(sentence)]
    if not said:
        return
    told = tuple(
        dict.fromkeys(x for line in sources for part in line.told for x in sentences(part))
    )
    for pair in said[: audit_limits().compared]:
        if _is_turned(pair, told):
            yield f"told the other way round: {pair.one} {pair.between.strip()[:40]} {pair.other}"
    yield from _taken_over(said, told)
    yield from _crossed(text, told)


def _taken_over(said: Sequence[Joined], told: Sequence[str]) -> Iterator[str]:
    """The same words join a name to another one than in the sources, which have both."""
    known = [pair for sentence in told for pair in _joined(sentence)]
    names = frozenset(name for pair in known for name in pair[:2])
    for pair in said[: audit_limits().compared]:
        alike = [x for x in known if pair.words and x.words == pair.words]
        ends = {x[:2] for x in alike}
        if pair[:2] in ends or not names >= {pair.one, pair.other}:
            continue
        if any((x.one == pair.one) != (x.other == pair.other) for x in alike):
            yield f"said of another name: {pair.one} {pair.between.strip()[:40]} {pair.other}"


def _is_turned(pair: Joined, told: Sequence[str]) -> bool:
    """Each source sentence that joins the two by the same words does so the other way round."""
    found = []
    if len(meant(pair.between)) > audit_limits().joined:
        return False
    for other in _between(pair, told):
        behind = meaning(other.behind)
        words = [word for word in meant(pair.between) if not held(word, behind)]
        is_owned = not words and all(has_cue("having", x.between) for x in (pair, other))
        if not is_owned and not any(held(word, meaning(other.between)) for word in words):
            continue
        is_same = other.one == pair.one
        if bool(pair.suffered) == bool(other.suffered):
            found.append(not is_same)
        elif _is_told_as(pair, other) or _is_told_as(other, pair):
            found.append(is_same)
    return bool(found) and all(found)


def _is_told_as(one: Joined, other: Joined) -> bool:
    """What is done to a name is what the other one tells a name to do."""
    word = one.suffered.lower()
    if not word or word in other.between.lower().split():
        return False
    return held(sense_of(stem_of(word)), meaning(other.between))


def _between(pair: Joined, told: Sequence[str]) -> Iterator[Joined]:
    for sentence in told:
        one, other = sentence.find(pair.one), sentence.find(pair.other)
        if one < 0 or other < 0:
            continue
        (start, first), (end, last) = sorted(((one, pair.one), (other, pair.other)))
        if start + len(first) <= end:
            behind = sentence[end + len(last) :]
            yield Joined(first, last, sentence[start + len(first) : end], behind)


@lru_cache(maxsize=4096)
def _joined(sentence: str) -> tuple[Joined, ...]:
    places = list(MARKED.finditer(sentence))
    return tuple(
        Joined(one[1], other[1], sentence[one.end() : other.start()], sentence[other.end() :])
        for one, other in pairwise(places)
        if one[1] != other[1] and one[1] not in other[1] and other[1] not in one[1]
        if not grammar("between_clauses").search(sentence[one.end() : other.start()])
    )


def _crossed(text: str, told: Sequence[str]) -> Iterator[str]:
    """Each of two names stands behind the word that only the other one stands behind."""
    said = [(name, word) for sentence in sentences(text) for name, word in _governed(sentence)]
    known: dict[str, set[str]] = {}
    for name, word in (pair for sentence in told for pair in _governed(sentence)):
        known.setdefault(name, set()).add(word)
    own = [(name, word) for name, word in said if name in known]
    for (one, before), (other, word) in pairwise(own[: audit_limits().compared]):
        if one == other:
            continue
        theirs, its = known[one] - known[other], known[other] - known[one]
        if before in its and word in theirs:
            yield f"{one} and {other} have changed places: {text[:80]}"


@lru_cache(maxsize=4096)
def _governed(sentence: str) -> tuple[tuple[str, str], ...]:
    """Marked names, each with the stem of the word in front of it."""
    return tuple(
        (match[1], stem_of(before[1].lower()))
        for match in MARKED.finditer(sentence)
        if (before := grammar("before_name").search(sentence[: match.start()]))
    )


@cache
def _suffering() -> re.Pattern[str]:
    return re.compile("|".join(turns_data()["suffering"]), re.IGNORECASE)
