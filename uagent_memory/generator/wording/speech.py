"""Speech as it was written down: what the transcriber noted is cut out, and so is stammering.

A cut is marked where words stand on both sides of it; what is left stands as it was said.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from functools import cache, lru_cache
from itertools import pairwise
from pathlib import Path
from typing import Any

from uagent_memory.analyzer.lexicon import any_of
from uagent_memory.config import read_toml
from uagent_memory.render.marks import GAP

__all__ = ["NOTE_BEGINS", "clauses", "spoken_words"]

_OPENED = r"{\[<(（【"
NOTE_BEGINS = re.compile(f"[{_OPENED}]")
"""A transcriber's note may begin there."""
_EDGE = " \t\r\n,，、"


@lru_cache(maxsize=1 << 12)
def spoken_words(text: str) -> str:
    """The words of a stretch of speech on one line; "" where it holds nothing but noises."""
    line = " ".join(text.split())
    line = text if line == text else line  # most are one line already: no second copy is kept
    if NOTE_BEGINS.search(line) is None:
        words = line[_opening(line) :]
        return words.lstrip(_EDGE) if any(map(str.isalnum, words)) else ""
    pieces = [piece.strip(_EDGE) for piece in _noise().split(line)]
    pieces = [piece for piece in pieces if _says(piece)]
    if not pieces:
        return ""
    told = [
        before
        for piece, after in pairwise(pieces)
        if (before := _before(piece, after)) is piece or _says(before)
    ]
    words = f" {GAP} ".join((*told, pieces[-1]))
    return words[_opening(words) :].lstrip(_EDGE)


def clauses(text: str, *, most: int) -> Iterator[tuple[int, int]]:
    """Stretches of about equal length that end where a clause does, each within `most`
    characters where its clauses are; a text that is short enough is one."""
    count = -(-len(text) // most)
    start = 0
    for number in range(1, count):
        least = start + (len(text) - start) // (2 * (count - number + 1))
        wanted = start + (len(text) - start) // (count - number + 1)
        ends = [m.end() for m in _clause_end().finditer(text, least, start + most)]
        if ends:
            end = min(ends, key=lambda place: abs(place - wanted))
            yield start, end
            start = end
    yield start, len(text)


def _before(piece: str, after: str) -> str:
    """A piece without its last words where the next one begins with them once more."""
    most = int(_data()["restarted_words"])
    last = [word.casefold() for word in piece.rsplit(None, most)[-most:]]
    if after.split(None, 1)[0].casefold() not in last:
        return piece
    again = [word.casefold() for word in after.split(None, most)[:most]]
    for count in range(min(len(last), len(again)), 0, -1):
        if last[-count:] == again[:count]:
            rest = piece.rsplit(None, count)
            return rest[0].rstrip(_EDGE) if len(rest) > count else ""
    return piece


def _opening(words: str) -> int:
    """Where the first word stands that says something."""
    if words[:1].lower() not in _first_letters():
        return 0
    opening = _hesitations().match(words)
    return opening.end() if opening else 0


def _says(words: str) -> bool:
    """It holds more than such openings."""
    return any(map(str.isalnum, words[_opening(words) :]))


@cache
def _clause_end() -> re.Pattern[str]:
    """In English a comma ends one that stands apart, or before a word that goes on."""
    going_on = any_of(_data()["going_on"])
    return re.compile(rf"[，；;：](?:\s|(?=\S))|(?<=\s),\s|,\s(?=(?:{going_on}) )")


@cache
def _noise() -> re.Pattern[str]:
    """Notes, with the hesitations around them.

    It says first with what they begin: most places of a text are passed over at once.
    """
    data = _data()
    notes = any_of(data["notes"])
    sounds = _sounds()
    begin = "".join(re.escape(word[0]) for words in data["sounds"].values() for word in words)
    note = rf"\{{[^{{}}\n]{{1,40}}\}}|[\[<(（【](?:{notes})[\]>)）】]"
    around = rf"(?:{sounds})*(?:{note})(?:[\s,，、]*(?:{note}|{sounds}))*"
    return re.compile(rf"(?=[{_OPENED}{begin}]){around}", re.IGNORECASE)


@cache
def _first_letters() -> frozenset[str]:
    opening = _data()["opening"]
    return frozenset(word[0].lower() for words in opening.values() for word in words)


@cache
def _hesitations() -> re.Pattern[str]:
    data = _data()
    en, zh = any_of(data["opening"]["en"]), any_of(data["opening"]["zh"])
    return re.compile(rf"(?:(?:(?:{en})(?![\w'])|(?:{zh}))[\s,，、.。]*)+", re.IGNORECASE)


def _sounds() -> str:
    data = _data()["sounds"]
    en, zh = any_of(data["en"]), any_of(data["zh"])
    return rf"(?<!\w)(?:{en})(?!\w)[\s,.]*|(?:{zh})[\s，、。]*"


@cache
def _data() -> dict[str, Any]:
    return read_toml(Path(__file__).with_name("speech.toml"))
