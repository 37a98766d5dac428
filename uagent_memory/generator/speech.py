"""Speech as it was written down: what the transcriber noted is cut out, and so is stammering.

A cut is marked where words stand on both sides of it; what is left stands as it was said.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from functools import cache, lru_cache
from itertools import pairwise
from pathlib import Path

from uagent_memory.config import read_toml
from uagent_memory.render.marks import GAP

__all__ = ["clauses", "common_words", "is_broken_off", "spoken_words"]

_BRACKET = re.compile(r"[{\[<(（【]")
_WORD = re.compile(r"\S+")
_EDGE = " \t\r\n,，、"
_RESTARTED = 3
"""Words at most that somebody says once more after breaking off."""
_CLAUSE_END = re.compile(r"[，；;：](?:\s|(?=\S))|(?<=\s),\s|,\s(?=and |but |so |because |which )")
_ENDED = re.compile(r"[.!?。！？…][\"'”’」』）)]*\s*\Z")


@lru_cache(maxsize=1 << 12)
def spoken_words(text: str) -> str:
    """The words of a stretch of speech on one line; "" where it holds nothing but noises."""
    line = " ".join(text.split())
    if _BRACKET.search(line) is None:
        return line[_opening(line) :].lstrip(_EDGE) if _says(line) else ""
    pieces = [piece.strip(_EDGE) for piece in _noise().split(line)]
    pieces = [piece for piece in pieces if _says(piece)]
    if not pieces:
        return ""
    told = [_before(piece, after) for piece, after in pairwise(pieces)]
    told = [piece for piece in (*told, pieces[-1]) if _says(piece)]
    words = f" {GAP} ".join(told)
    return words[_opening(words) :].lstrip(_EDGE)


def clauses(text: str, *, most: int) -> Iterator[tuple[int, int]]:
    """Stretches of about equal length that end where a clause does, each within `most`
    characters where its clauses are; a text that is short enough is one."""
    count = -(-len(text) // most)
    start = 0
    for number in range(1, count):
        least = start + (len(text) - start) // (2 * (count - number + 1))
        wanted = start + (len(text) - start) // (count - number + 1)
        ends = [m.end() for m in _CLAUSE_END.finditer(text, least, start + most)]
        if ends:
            end = min(ends, key=lambda place: abs(place - wanted))
            yield start, end
            start = end
    yield start, len(text)


@cache
def common_words() -> frozenset[str]:
    """Words, and pairs of Chinese characters, that tell nothing of what a talk is about."""
    common = _data()["common"]
    return frozenset((*common["en"], *common["zh"]))


def is_broken_off(text: str) -> bool:
    """Somebody was interrupted, or gave a sentence up."""
    return _ENDED.search(text) is None


def _before(piece: str, after: str) -> str:
    """A piece without its last words where the next one begins with them once more."""
    words = list(_WORD.finditer(piece))
    again = [match.group().casefold() for match in _WORD.finditer(after)][:_RESTARTED]
    for count in range(min(len(words), len(again)), 0, -1):
        if [match.group().casefold() for match in words[-count:]] == again[:count]:
            return piece[: words[-count].start()].rstrip(_EDGE)
    return piece


def _opening(words: str) -> int:
    """Where the first word stands that says something."""
    opening = _hesitations().match(words)
    return opening.end() if opening else 0


def _says(words: str) -> bool:
    """It holds more than such openings."""
    return any(map(str.isalnum, words[_opening(words) :]))


@cache
def _noise() -> re.Pattern[str]:
    """Notes, with the hesitations around them."""
    data = _data()
    notes = "|".join(map(re.escape, data["notes"]))
    sounds = _sounds()
    note = rf"\{{[^{{}}\n]{{1,40}}\}}|[\[<(（【](?:{notes})[\]>)）】]"
    return re.compile(rf"(?:{sounds})*(?:{note})(?:[\s,，、]*(?:{note}|{sounds}))*", re.IGNORECASE)


@cache
def _hesitations() -> re.Pattern[str]:
    data = _data()
    en, zh = _either(data["opening"]["en"]), _either(data["opening"]["zh"])
    return re.compile(rf"(?:(?:(?:{en})(?![\w'])|(?:{zh}))[\s,，、.。]*)+", re.IGNORECASE)


def _sounds() -> str:
    data = _data()["sounds"]
    en, zh = _either(data["en"]), _either(data["zh"])
    return rf"(?<!\w)(?:{en})(?!\w)[\s,.]*|(?:{zh})[\s，、。]*"


@cache
def _data() -> dict[str, dict[str, list[str]]]:
    return read_toml(Path(__file__).with_name("speech.toml"))


def _either(words: list[str]) -> str:
    return "|".join(map(re.escape, sorted(words, key=len, reverse=True)))
