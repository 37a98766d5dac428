"""What a line says by itself: words of risk, and whole pieces, that its sources do not hold."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from functools import cache, lru_cache
from itertools import groupby
from pathlib import Path
from typing import Any, NamedTuple

from uagent_memory.analyzer.lexicon import HAN
from uagent_memory.analyzer.terms import content_words
from uagent_memory.config import read_toml
from uagent_memory.llm.audit.alignment import sentences
from uagent_memory.llm.audit.common import common_places, common_stems, label_stems
from uagent_memory.llm.audit.cue_words import cues_in
from uagent_memory.llm.audit.data import audit_data, rewording_data
from uagent_memory.llm.audit.material import DraftLine
from uagent_memory.llm.audit.senses import han_words, held, meaning, sense_of
from uagent_memory.llm.audit.wording import plain_wording
from uagent_memory.llm.audit.words import MARKED, stem_of, stems_of
from uagent_memory.nested import strings_in

__all__ = ["is_risky", "novel_words"]

FAMILY = 5
"""Letters in common that make two words forms of one."""
BEFORE_ASIDE = re.compile(r"([\u3400-\u9fff]{2})(?=\()")
"""The end of a name with what tells it apart: 分店 in brackets."""
JOINED = re.compile(r"[A-Za-z0-9]+(?:[A-Z_][A-Za-z0-9]*)+")
PART = re.compile(r"[A-Z]?[a-z]+|[A-Z]+(?![a-z])")
"""Words of an identifier."""
LABEL = re.compile(
    r"(?:^|[.;]\s)[\W_]*((?:[\w/-]+\s+){0,7}[\w/-]+)[*_\s]*[:：]|\*\*([^*]+)\*\*|^[\W_]*([A-Za-z-]+)"
)
PIECE = re.compile(r"[^\w\s'’-]+|\s[-–—]+\s")
LISTED = re.compile(r"[\u3400-\u9fff]{2,}(?:、[\u3400-\u9fff]{2,})+")
PAIR = 2
MEASURE = re.compile(r"[一半]个?(?:小时|分钟|天|周|月|年|公里|米|元)")
KIND = re.compile(
    r"(?:(?![的个有是在到座家近])[\u3400-\u9fff]){2}(?:型|级|号线)|[东南西北][侧边面端门口部]|[左右前后内外]侧|[A-Z]\d?[口座区栋号]"
)
"""A kind or class by its name (Chinese)."""
TOKEN = re.compile(r"[A-Za-z]+(?:['’][a-z]+)?|\d+")
CAPITALS = re.compile(
    r"(?<![\w./-])(?:[A-Z]{2,}(?![\w./-]*[a-z])|(?<![\w)\]] )[+-]\d+(?:\.\d+)?\b)"
)
"""An abbreviation, or a figure with its sign."""
PER = re.compile(r"\b(?:per ([a-z]+)\b|for ([a-z]+) (?:reasons?|purposes?|grounds)\b)")
"""What something is measured by, or done for."""


class Known(NamedTuple):
    """What the sources of a line hold, and words that any line may have."""

    words: frozenset[str]
    stems: frozenset[str]
    heads: frozenset[str]
    meaning: frozenset[str | int]
    free: frozenset[str]

    def holds(self, word: str) -> bool:
        """The word, a form of it, or one that may stand for it."""
        stem = stem_of(word)
        is_said = word in self.words or stem in self.stems or word[:FAMILY] in self.heads
        return is_said or held(sense_of(stem), self.meaning)

    def lacks(self, word: str) -> bool:
        """Neither the sources nor general language have it."""
        return word.isalpha() and not self.holds(word) and stem_of(word) not in self.free


def novel_words(text: str, sources: Sequence[DraftLine], told: Iterable[str] = ()) -> Iterator[str]:
    """Faults of one line.

    Args:
        text: without its references.
        sources: the draft lines it was made from.
        told: further words that it may use, such as names of roles.
    """
    bare = MARKED.sub(" ` ", text)
    support = "\n".join((*(line.support for line in sources), *told))
    joined = (part for name in JOINED.findall(support) for part in PART.findall(name))
    support = f"{support}\n{' '.join(joined)}"
    yield from _english(bare, support)
    for match in cues_in("of_two", text):
        if match.word not in support.lower():
            yield f"which of two is not said by its sources: {match.word}"
    yield from _chinese(plain_wording(bare), support)


def is_risky(word: str) -> bool:
    """It tells a deed, a doer or a side: a line may not have it unless its sources do."""
    stem = stem_of(word)
    return stem in _stems("deeds") or word in _sides() or _is_doer(word)


def _is_doer(word: str) -> bool:
    word = word.removesuffix("'s")
    if stem_of(word) in _stems("doers"):
        return True
    single = word.removesuffix("s")
    return single.endswith(tuple(_data()["doers"]["endings"])) and single not in _no_doers()


def _english(text: str, support: str) -> Iterator[str]:
    known = _known(text, support)
    for match in CAPITALS.finditer(text):
        if match.group() not in support:
            yield f"does not stand so in its sources: {match.group()}"
    yield from _framed(text, support, known)
    limits = _data()["limits"]
    for sentence in sentences(plain_wording(text)):
        pieces = [content_words(piece) for piece in PIECE.split(sentence)]
        words = [word for piece in pieces for word in piece if word.isascii() and word.isalpha()]
        new = [word for word in words if not (known.holds(word) or stem_of(word) in known.free)]
        sides = (x for x in words if x in _sides() and stem_of(x) not in known.stems)
        for word in dict.fromkeys((*filter(is_risky, new), *sides)):
            yield f"a word that its sources do not hold: {word}"
        if len(new) >= limits["alone"] and len(new) > limits["share"] * len(words):
            yield f"not said by its sources: {sentence[:80]}"
        for match in PER.finditer(sentence):
            if not known.holds((match[1] or match[2]).lower()):
                yield f"a measure that its sources do not hold: {match.group()}"
        for run in _runs(sentence, frozenset(new)):
            if sum(not word.endswith("ly") for word in run) >= limits["run"]:
                yield f"words that its sources do not hold: {' '.join(run)}"


def _fours(text: str) -> list[tuple[str, str, str, str]]:
    words = [match.group().lower() for match in TOKEN.finditer(text)]
    return list(zip(words, words[1:], words[2:], words[3:], strict=False))


@lru_cache(maxsize=256)
def _frames(support: str) -> frozenset[tuple[str, str, str, str]]:
    fours = _fours(support)
    return frozenset(x for a, b, c, d in fours for x in ((a, b, "", d), (a, "", c, d)))


def _framed(text: str, support: str, known: Known) -> Iterator[str]:
    """A new word in the place of another between three words that are the same."""
    frames = _frames(support)
    for a, b, c, d in _fours(text):
        for word, frame in ((c, (a, b, "", d)), (b, (a, "", c, d))):
            if frame in frames and content_words(word) and known.lacks(word):
                yield f"a word in the place of another: {a} {b} {c} {d}"


def _runs(sentence: str, new: frozenset[str]) -> Iterator[list[str]]:
    """New words side by side, with nothing between them."""
    for piece in PIECE.split(sentence):
        words = [word.strip("'’-").lower() for word in piece.split()]
        for is_new, run in groupby(words, new.__contains__):
            if is_new:
                yield list(run)


def _known(text: str, support: str) -> Known:
    words = frozenset(content_words(support))
    heads = frozenset(word[:FAMILY] for word in words if word.isascii() and len(word) >= FAMILY)
    labels = " ".join(part for match in LABEL.findall(text) for part in match)
    free = _free_stems() | common_stems() | (label_stems() & frozenset(stems_of(labels)))
    return Known(words, frozenset(stems_of(support)), heads, meaning(support), free)


def _chinese(bare: str, support: str) -> Iterator[str]:
    labels = audit_data()["labels"]["zh"]
    for match in BEFORE_ASIDE.finditer(bare):
        if match.group(1) not in support and match.group(1) not in "".join(labels):
            yield f"a name that its sources do not hold: {match.group(1)}"
    known = meaning(support)
    words = han_words(bare)
    kept = set(support) | _free_characters()
    kept.update(*(word for word, senses in words if senses & known))
    kept.update(*(label for label in labels if label in bare))
    kept.update(bare[place] for place in common_places(bare))
    yield from _strange_items(bare, support)
    yield from _han_risks(bare, support, frozenset(x for x, senses in words if senses & known))
    least = _data()["limits"]["run_han"]
    for is_new, run in groupby(bare, lambda char: bool(HAN.match(char)) and char not in kept):
        piece = "".join(run) if is_new else ""
        if len(piece) >= least:
            yield f"words that its sources do not hold: {piece}"


def _strange_items(bare: str, support: str) -> Iterator[str]:
    """Of a list of Chinese names that the sources have, one that they have not."""
    for items in LISTED.findall(bare):
        first, *between, last = items.split("、")
        told = [first[-PAIR:], *between, last[:PAIR]]
        new = [item for item in told if item not in support]
        if len(new) < len(told) - len(new):
            yield from (f"a name that its sources do not hold: {item}" for item in new)
    for match in MEASURE.finditer(bare):
        if match.group() not in support:
            yield f"a measure that its sources do not hold: {match.group()}"


def _han_risks(bare: str, support: str, meant: frozenset[str]) -> Iterator[str]:
    """Chinese words of risk; and kinds by their names."""
    for match in _han_risk().finditer(bare):
        if match.group() not in support and match.group() not in meant:
            yield f"a word that its sources do not hold: {match.group()}"
    for char in dict.fromkeys(bare):
        if char in _data()["sides"]["zh"] and char not in support + "".join(meant):
            yield f"a word that its sources do not hold: {_around(char, bare)}"
    ordinary = common_places(bare)
    for match in _named().finditer(bare):
        is_ordinary = not ordinary.isdisjoint(range(match.start(), match.start() + PAIR))
        if match.group() not in support and not is_ordinary:
            yield f"a name that its sources do not hold: {match.group()}"
    for match in KIND.finditer(bare):
        if match.group() not in support:
            yield f"a kind that its sources do not hold: {match.group()}"


def _around(char: str, text: str) -> str:
    place = text.index(char)
    return text[max(0, place - 1) : place + 3]


@cache
def _data() -> Mapping[str, Any]:
    return read_toml(Path(__file__).with_name("risks.toml"))


@cache
def _stems(table: str) -> frozenset[str]:
    return frozenset(map(stem_of, _data()[table]["en"].split()))


@cache
def _sides() -> frozenset[str]:
    return frozenset(_data()["sides"]["en"].split())


@cache
def _no_doers() -> frozenset[str]:
    return frozenset(_data()["doers"]["none"].split())


@cache
def _han_risk() -> re.Pattern[str]:
    words = (*_data()["deeds"]["zh"].split(), *_data()["doers"]["zh"].split())
    return re.compile("|".join(sorted(words, key=lambda word: (-len(word), word))))


@cache
def _named() -> re.Pattern[str]:
    """A name by its last two characters and how it ends."""
    data = _data()["named"]
    ends = "|".join(sorted(data["zh"].split(), key=lambda end: (-len(end), end)))
    return re.compile(rf"(?:(?![{data['none']}])[\u3400-\u9fff]){{2}}(?:{ends})")


@cache
def _free_characters() -> frozenset[str]:
    """Chinese ones of words that a line may hold though its sources do not."""
    lists = (value for value in audit_data().values() if isinstance(value, dict))
    claimed = "".join(text for table in lists for text in strings_in(table))
    return frozenset(rewording_data()["words"]["zh"]).union(*HAN.findall(claimed))


@cache
def _free_stems() -> frozenset[str]:
    """Of words that a line may hold though its sources do not."""
    data = audit_data()
    listed = [
        word for row in data["claims"].values() for word in (*row["en"], *row.get("base", ()))
    ]
    for name in ("negation", "plan", "condition", "modal", "undone", "todo", "set"):
        listed += data[name]["en"]
    listed += rewording_data()["words"]["en"]
    return frozenset(stem_of(part) for word in listed for part in word.rstrip("*").split())
