"""Atoms of a text - paths, identifiers, ids, numbers, URLs, quoted terms - and its content words.

One `findall` cuts the text into words; each different word is taken apart once and remembered, so
that megabytes of tool output cost a fraction of a second.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping
from functools import cache, lru_cache
from operator import add
from sys import intern

from uagent_memory.analyzer.lexicon import load_table

__all__ = ["content_words", "terms_of"]

REMEMBERED = 1 << 18
"""Words whose atoms are remembered; when so many are known, all are forgotten."""
LONGEST_WORD = 400
"""A longer word is encoded data."""
AT_ONCE = 1 << 16
"""Characters cut into words in one go: memory that does not grow with the text."""
PARTING = " 。，"
"""Characters of no word."""

WORD = re.compile(r"(?:[A-Za-z]?[a-z]++\.?+(?![\w./~#@+%-])[ ,\n]*+)++|([\w./~#@+%-]+(?:,\d{3})*)")
"""A word, captured; or a run of plain words, which hold no atom."""
ASCII_WORDS = "".join(
    char if char.isalnum() or char in "_./~#@+%-" else " " for char in map(chr, range(128))
)
"""What `WORD` finds in an ASCII text stays, the rest is white space: to cut it is much faster."""
THOUSANDS = re.compile(r",\d{3}")
"""A comma inside a word."""
LISTING_PREFIX = re.compile(r"[ \t]*\d+(?:→|\t|:|-)")
"""Line numbers that a file viewer or `grep -n` prints are no facts."""
NEXT_PREFIX = re.compile(rf"\n{LISTING_PREFIX.pattern}")
"""Begins with one character, and so skips to the ends of lines."""
URL = re.compile(r"https?://[^\s'\"<>)\]}\\，。；、！？）】》”]+")
QUOTED = re.compile(r"[“「『]([^”」』\n]{2,40})[”」』]")
QUOTE = re.compile(r"[“「『]")
CJK = "\u3040-\u30ff\u3400-\u4dbf\u4e00-\u9fff\uac00-\ud7a3\uf900-\ufaff"
NOT_CJK = re.compile(f"[^{CJK}]+")
TRAILING = ".,:;"

PATH = r"(?:~|\.{1,2})?/?(?:[\w.-]+/)+[\w.-]*\w"
EMAIL = r"[\w.+-]+@[\w-]+\.[\w.-]*\w"
IDENTIFIER = r"#?\b(?=[\w-]*\d)(?=[\w-]*[A-Za-z])\w[\w-]{3,}\b"
"""Letters and digits together: hashes, ids, versions, names with a number."""
DOTTED = r"\b[^\W\d]\w*(?:\.[^\W\d]\w*)+\b"
SNAKE = r"\b_*[A-Za-z]\w*_\w+\b"
CAMEL = r"\b(?:[A-Z][a-z0-9]+(?:[A-Z][a-z0-9]*)+|[a-z]+[A-Z]\w+|[A-Z]{2,}[a-z]{2,}\w*)\b"
VERSION = r"\bv?\d+(?:\.\d+){2,}(?:[-+.]\w+)*\b"
NUMBER = (
    r"(?<![\w.-])\d{2,4}-\d{1,8}(?:-\d{1,8})?(?![\w-])"
    r"|(?<![\w.])(?:\d{1,3}(?:,\d{3})+|\d+\.\d+|\d{3,})(?!\w|\.\w|,\d)"
)
"""Dates and telephone numbers; thousands with commas, decimals, three digits or more."""
DASHED = re.compile(r"\d{3,}")
HAN_NUMBER = re.compile(r"\d+(?:\.\d+)?(?:[-~]\d+(?:\.\d+)?)?")

WHOLE = re.compile(
    r"[a-z][a-z0-9]*(?:_[a-z0-9]+)+|(?=\w{4})[a-z]+\d[a-z0-9]*|\d+\.\d+|\d{3,}", re.ASCII
)
"""Words that are one atom as they stand: most names and numbers, found out at once."""

LETTERS = re.compile(f"[\u3400-\u4dbf\u4e00-\u9fff]+|[^\\W\\d_{CJK}]+(?:['’][^\\W\\d_{CJK}]+)*")
ASCII_LETTERS = "".join(
    char.lower() if char.isalpha() or char == "'" else " " for char in map(chr, range(128))
)
"""Parts the words of an ASCII text as `LETTERS` does, much faster; an apostrophe may stand before
and behind them, and no two may stand together."""


ATOM_SIGN = re.compile(
    r"[\d_/@“「『.A-Z](?:(?<=[\d_/@“「『])|(?<=\.)(?=\w)|(?<=[^\W\d_A-Z][A-Z])|(?<=[A-Z])(?=[A-Z][a-z]))"
)
"""Stands in each text that holds an atom: most turns of talk hold none."""


class _Atoms(dict[str, tuple[str, ...]]):
    """The atoms of words."""

    def __missing__(self, word: str) -> tuple[str, ...]:
        if len(self) >= REMEMBERED:
            self.clear()
        atoms = self[word] = _atoms(word)
        return atoms


class _Told(dict[str, str]):
    """Lower-case words without apostrophes around them, each as the one object for all that are
    equal; "" of one that tells nothing by itself."""

    def __missing__(self, word: str) -> str:
        bare = word.strip("'")
        told = intern(bare) if len(bare) > 1 and bare not in _stop_words()[0] else ""
        if len(self) >= REMEMBERED:
            self.clear()
        if len(word) <= LONGEST_WORD:
            self[word] = told
        return told


def terms_of(text: str) -> dict[str, int]:
    """The atoms of a text with their counts, by first appearance of the words that hold them."""
    counts: dict[str, int] = {}
    if not ATOM_SIGN.search(text):
        return counts
    if "://" in text:
        for url in URL.findall(text):
            _add(counts, url.rstrip(TRAILING), 1)
    if len(text) <= AT_ONCE:
        text = _plain(text)
        _count_words(text, counts)
    else:
        for piece, begins_line in _pieces(text):
            _count_words(_plain(piece) if begins_line else URL.sub(" ", piece), counts)
        text = _plain(text) if QUOTE.search(text) else ""
    if not text.isascii():
        for match in QUOTED.finditer(text):
            _add(counts, match.group(), 1)
    return counts


def _plain(text: str) -> str:
    """The text without the numbers of its lines and without its addresses."""
    listed = LISTING_PREFIX.match(text)
    if listed is not None:
        text = text[listed.end() :]
    text = NEXT_PREFIX.sub("\n", text)
    return URL.sub(" ", text) if "://" in text else text


def _count_words(text: str, counts: dict[str, int]) -> None:
    known = _known().__getitem__
    for atoms in filter(None, map(known, _words(text))):
        for atom in atoms:
            counts[atom] = counts.get(atom, 0) + 1


def _words(text: str) -> Iterable[str]:
    """The words of a text; plain ones may be left out."""
    if text.isascii() and not ("," in text and THOUSANDS.search(text)):
        return text.translate(ASCII_WORDS).split()
    return filter(None, WORD.findall(text))


@lru_cache(maxsize=1 << 14)
def content_words(text: str) -> tuple[str, ...]:
    """Lower-case words without stop words, in order; Chinese text as pairs of characters."""
    if text.isascii():
        parted = "''" not in text
        found = text.translate(ASCII_LETTERS).split() if parted else LETTERS.findall(text.lower())
        told = _told()
        return tuple([word for word in map(told.__getitem__, found) if word])
    stop, stop_characters = _stop_words()
    words: list[str] = []
    for run in LETTERS.findall(text.lower().replace("’", "'")):
        if "\u3400" <= run[0] <= "\u9fff":
            for told in run.translate(stop_characters).split():
                words += map(add, told, told[1:])
        elif len(run) > 1 and run not in stop:
            words.append(run)
    return tuple(map(intern, words))


def _pieces(text: str) -> Iterator[tuple[str, bool]]:
    """The text in stretches, and whether each begins with a line.

    A stretch holds whole lines, or a part of a longer one that ends with a character of no word.
    """
    start, size = 0, len(text)
    while start < size:
        begins_line = start == 0 or text[start - 1] == "\n"
        most = min(start + AT_ONCE, size)
        if not begins_line:
            most = min(text.find("\n", start, most) + 1 or most, size)
        end = most
        if most < size and text[most - 1] != "\n":
            end = text.rfind("\n", start, most) + 1
            end = end or max(text.rfind(mark, start, most) for mark in PARTING) + 1 or most
        yield text[start:end], begins_line
        start = end


def _add(counts: dict[str, int], atom: str, count: int) -> None:
    counts[atom] = counts.get(atom, 0) + count


def _atoms(word: str) -> tuple[str, ...]:
    """The atoms in one word (as `WORD` cuts it), each once, in order."""
    if len(word) > LONGEST_WORD or (word.isascii() and word.isalpha() and _is_plain(word)):
        return ()
    if WHOLE.fullmatch(word):
        return (word,)
    if not ATOM_SIGN.search(word):
        return ()
    if not word.isascii() and (parts := NOT_CJK.findall(word)) != [word]:
        if not parts:
            return ()
        counted = _han_numbers(word)
        found = [atom for part in parts for atom in _atoms(part) if atom not in counted]
        return tuple(dict.fromkeys((*found, *counted.values())))
    found = []
    for match in _grammar().finditer(word):
        atom = match.group().rstrip(TRAILING)
        found.append(atom)
        if match.lastgroup == "number" and "-" in atom:
            found.extend(DASHED.findall(atom))
    return tuple(dict.fromkeys(found))


def _is_plain(word: str) -> bool:
    """Letters without an inner capital."""
    return word[1:].islower() or word.isupper() or len(word) == 1


def _han_numbers(word: str) -> dict[str, str]:
    """Numbers, each with the Chinese unit it counts: 762 -> 762元, 4.5 -> 4.5分."""
    found = {}
    for match in HAN_NUMBER.finditer(word):
        for length in (2, 1):
            unit = word[match.end() : match.end() + length]
            if unit in _han_units():
                found[match.group()] = match.group() + unit
                break
    return found


@cache
def _known() -> _Atoms:
    return _Atoms()


@cache
def _told() -> _Told:
    return _Told()


@cache
def _grammar() -> re.Pattern[str]:
    table = load_table("terms")
    extensions = "|".join(table["file_extensions"])
    units = "|".join(sorted(table["units"], key=len, reverse=True))
    return re.compile(
        f"(?P<path>{PATH})"
        rf"|(?P<file>\b[\w-]+\.(?:{extensions})\b)"
        f"|(?P<email>{EMAIL})"
        rf"|(?P<amount>(?<![\w.-])\d+(?:\.\d+)?(?i:{units})(?!\w))"
        f"|(?P<version>{VERSION})"
        f"|(?P<id>{IDENTIFIER})|(?P<dotted>{DOTTED})|(?P<snake>{SNAKE})|(?P<camel>{CAMEL})"
        f"|(?P<number>{NUMBER})"
    )


@cache
def _han_units() -> frozenset[str]:
    return frozenset(load_table("terms")["han_units"])


@cache
def _stop_words() -> tuple[frozenset[str], Mapping[int, str]]:
    """English ones, and Chinese characters as blanks."""
    words = load_table("stop_words")["words"]
    return frozenset(words["en"]), {ord(char): " " for char in words["zh"]}
