"""Whether each clause of a line says only what one clause of the sources says, or two in a row."""

from __future__ import annotations

import re
from bisect import bisect
from collections import Counter
from collections.abc import Iterator, Sequence
from functools import cache
from itertools import accumulate, groupby, pairwise
from typing import NamedTuple

from uagent_memory.analyzer.lexicon import HAN
from uagent_memory.analyzer.terms import content_words
from uagent_memory.llm.audit.alignment import sentences
from uagent_memory.llm.audit.common import label_stems
from uagent_memory.llm.audit.data import accounted_data, audit_data, grammar
from uagent_memory.llm.audit.listing import counted
from uagent_memory.llm.audit.material import DraftLine
from uagent_memory.llm.audit.rows_of_sources import Row, row_of, rows_of, small_words
from uagent_memory.llm.audit.senses import Meant, han_words, sense_of
from uagent_memory.llm.audit.words import clauses, numbers_of, stem_of, stems_of

__all__ = ["unaccounted"]

LABEL = re.compile(r"^[\W_]*((?:[\w/-]+\s+){0,3}[\w/-]+)[*_\s]*[:：]")
WORD = re.compile(r"[a-z]+")
PIECE = re.compile(r"[a-z0-9_]+|[\u3400-\u9fff]+")
APART = ".{0,4}?"
"""What may stand between two characters of a word that a line shortens."""


class Clause(NamedTuple):
    """A clause of a line."""

    text: str
    words: tuple[tuple[str, Meant], ...]
    """English ones that a source must have."""
    numbers: frozenset[str]


def unaccounted(text: str, sources: Sequence[DraftLine]) -> Iterator[str]:
    """Faults of one line.

    Args:
        text: without its references.
        sources: the draft lines it was made from.
    """
    told = tuple(dict.fromkeys(said for line in sources for said in line.told))
    rows = {row.text: row for said in told for row in rows_of(said)}
    for clause in _clauses(text):
        lacking = [(_lacking(clause, row), row) for row in rows.values()]
        saying = [row for found, row in lacking if not found]
        if not saying:
            least = min((found for found, _ in lacking), key=len, default=())
            what = f"{' '.join(least)} ({clause.text[:60]})"
            yield f"no clause of its sources says all of this: {what}"
        elif all(_is_mixed(clause, row) for row in saying):
            yield f"put together from what is said of two things: {clause.text[:80]}"
        elif all(_is_turned(clause, row) for row in saying):
            yield f"told the other way round: {clause.text[:80]}"
    parts = tuple(dict.fromkeys(part for said in told for part in sentences(said)))
    for sentence in sentences(text):
        if grammar("causing").search(sentence) and _is_without_cause(sentence, parts):
            yield f"a cause that its sources do not name as one: {sentence[:80]}"


def _is_without_cause(sentence: str, told: Sequence[str]) -> bool:
    """None of the sentences that say a clause of it tells a cause."""
    near = [
        other
        for clause in _clauses(sentence)
        for other in told
        if any(not _lacking(clause, row) for row in rows_of(other))
    ]
    return bool(near) and not any(map(grammar("may_cause").search, near))


def _clauses(text: str) -> Iterator[Clause]:
    label = LABEL.match(text)
    free = label_stems() & frozenset(stems_of(label[1])) if label else frozenset[str]()
    sums = counted(text)
    for spelled in clauses(text):
        clause = _respelled(spelled)
        amounts = (word for word in WORD.findall(clause.lower()) if word in _amounts())
        words = (*(word for word in content_words(clause) if word.isascii()), *amounts)
        told = ((word, sense_of(stem_of(word))) for word in words)
        if not _is_label(clause):
            own = tuple(x for x in told if x[1].stem not in free and x[1].stem not in _harmless())
            yield Clause(clause.lower(), own, numbers_of(clause) - sums)


def _respelled(clause: str) -> str:
    for pattern, other in accounted_data()["spellings"]:
        clause = re.sub(pattern, other, clause)
    return clause


def _lacking(clause: Clause, row: Row) -> tuple[str, ...]:
    """What of the clause the sources do not say there."""
    often = Counter(sense.stem for _, sense in clause.words)
    words = (
        word
        for word, sense in clause.words
        if not row.says(word, sense) or 1 < often[sense.stem] > row.often.get(sense.stem, 0)
    )
    numbers = sorted(clause.numbers - row.numbers)
    return (*words, *numbers, *(_lacking_han(clause.text, row) if HAN.search(clause.text) else ()))


def _lacking_han(clause: str, row: Row) -> Iterator[str]:
    """Runs of characters that stand in no word of its own or of the list, and nowhere there."""
    words = {word for word, senses in han_words(clause) if senses & row.meaning}
    words.update(_harmless_words().findall(clause))
    said = {
        place
        for word in words
        for match in re.finditer(re.escape(word), clause)
        for place in range(*match.span())
    }
    for place in range(len(clause) - 1):
        if clause[place : place + 2] in row.pairs:
            said.update((place, place + 1))
    free = [
        place in said
        or not HAN.match(char)
        or char in _harmless_characters()
        or any(other in row.text for other in small_words().get(char, ()))
        for place, char in enumerate(clause)
    ]
    for is_free, places in groupby(range(len(clause)), free.__getitem__):
        run = "" if is_free else "".join(clause[place] for place in places)
        if run and not _is_shortened(run, row.text):
            yield run


def _is_shortened(run: str, text: str) -> bool:
    """Its characters stand there in this order, close together: 月费 for 每月费用."""
    return re.search(APART.join(map(re.escape, run)), text) is not None


def _is_mixed(clause: Clause, row: Row) -> bool:
    """It needs several clauses and goes from a later one, which it does not tell whole, to another.

    So it tells of one thing what is said of another.
    """
    if not row.parts or any(not _lacking(clause, part) for part in row.parts):
        return False
    ends = tuple(accumulate(len(part.text) + len(", ") for part in row.parts))
    told = [{bisect(ends, place) for place in places} for _, places in _places(clause, row)]
    sides = [sole for parts in told if len(parts) == 1 for sole in parts]
    early = {one for place, one in enumerate(sides) if any(x < one for x in sides[place:])}
    switches = sum(one != other for one, other in pairwise(sides))
    is_inserted = switches <= _limit("inserted") and all(
        _is_whole(row.parts[x], clause) for x in early
    )
    return bool(early) and not is_inserted


def _is_whole(part: Row, clause: Clause) -> bool:
    """The clause says all that the part says."""
    row = row_of(clause.text)
    return all(not _lacking(told, row) for told in _clauses(part.text))


def _is_turned(clause: Clause, row: Row) -> bool:
    """Three of its words in a row stand there in the contrary order, in the same voice."""
    told = _places(clause, row)
    for (one, places), (_, between), (other, others) in zip(told, told[1:], told[2:], strict=False):
        if min(places) > max(between) and min(between) > max(others):
            own = clause.text[clause.text.find(one) : clause.text.rfind(other)]
            if not any(map(grammar("voice").search, (own, row.text[min(others) : max(places)]))):
                return True
    return False


def _places(clause: Clause, row: Row) -> list[tuple[str, tuple[int, ...]]]:
    """The words of the clause that stand there, and of Chinese the longest pieces, in order."""
    words = dict(clause.words)
    found: list[tuple[str, tuple[int, ...]]] = []
    for match in PIECE.finditer(clause.text):
        piece = match.group()
        if not piece.isascii():
            found += _han_places(piece, row)
        elif piece in words and (places := row.places(piece, words[piece])):
            found.append((piece, places))
        elif piece in clause.numbers and piece in row.words:
            found.append((piece, row.words[piece]))
    return found


def _han_places(run: str, row: Row) -> Iterator[tuple[str, tuple[int, ...]]]:
    start = 0
    while start < len(run) - 1:
        end = start + 2
        if run[start:end] not in row.pairs:
            start += 1
            continue
        while end < len(run) and run[start : end + 1] in row.text:
            end += 1
        piece = run[start:end]
        yield piece, tuple(match.start() for match in re.finditer(piece, row.text))
        start = end


def _is_label(clause: str) -> bool:
    bare = clause.strip("*_`[]()（）【】 ").lower()
    stems = [stem_of(word) for word in bare.split()]
    return bare in _labels() or (
        0 < len(stems) <= _limit("label") and all(stem in label_stems() for stem in stems)
    )


def _limit(name: str) -> int:
    limit: int = accounted_data()["limits"][name]
    return limit


@cache
def _labels() -> frozenset[str]:
    listed = accounted_data()["labels"]
    return frozenset((*listed["en"].split(), *listed["zh"].split(), *audit_data()["labels"]["zh"]))


@cache
def _amounts() -> frozenset[str]:
    """Small words that say of how many something is said."""
    return frozenset(accounted_data()["amounts"]["en"].split())


@cache
def _harmless() -> frozenset[str]:
    return frozenset(map(stem_of, accounted_data()["harmless"]["en"].split()))


@cache
def _harmless_characters() -> frozenset[str]:
    return frozenset(word for word in accounted_data()["harmless"]["zh"].split() if len(word) == 1)


@cache
def _harmless_words() -> re.Pattern[str]:
    words = [word for word in accounted_data()["harmless"]["zh"].split() if len(word) > 1]
    return re.compile("|".join(sorted(words, key=lambda word: (-len(word), word))))
