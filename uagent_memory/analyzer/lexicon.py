"""Word lists as data, matched in one pass: whole English words, Chinese substrings.

A list file (`lexicon/<name>.toml`) holds one table per category with lists by language. In an
entry a final `*` lets letters follow ("implement*" also finds "implemented"). Categories whose
name starts with `_` hold phrases that hide shorter entries inside them ("not a problem" hides
"problem"); they are never reported.
"""

from __future__ import annotations

import re
import tomllib
from collections.abc import Iterable, Mapping, Sequence
from functools import cache
from importlib import resources
from typing import Any, NamedTuple, TypeAlias

from ahocorasick_rs import AhoCorasick, Implementation, MatchKind

__all__ = [
    "HAN",
    "LAST_ASCII",
    "Entry",
    "Lexicon",
    "Match",
    "any_of",
    "any_word",
    "bounded_sample",
    "bounded_samples",
    "casefolded",
    "fold",
    "is_mostly_han",
    "load_table",
    "well_formed",
]

SURROGATE = re.compile("[\ud800-\udfff]")
HAN = re.compile("[\u3005\u3007\u3400-\u4dbf\u4e00-\u9fff\uf900-\ufaff\U00020000-\U0003134f]")
HAN_RUN = re.compile(f"(?:{HAN.pattern})+")
NO_SPACES = re.compile("[\u2e80-\u9fff\uf900-\ufaff\uff00-\uffef\U00020000-\U0003134f]")
"""Scripts without spaces between words, and full-width forms: next to them a word ends."""
JOINING = frozenset("abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789_")
ASCII_JOINS = bytes(chr(code) in JOINING for code in range(256))
"""Whether a character joins, by its code."""
LAST_ASCII = "\x7f"
ELLIPSIS = "\n…\n"
FOLDED_AT_ONCE = 1 << 16
"""Characters: folding takes up to twelve bytes for each besides the result."""
SHORT, REMEMBERED = 64, 1 << 12
"""Characters up to which the counts of a text are remembered, and of how many texts."""
DFA_LIMIT = 2000
"""Entries up to which the fastest automaton is worth its memory, and the time to build it."""


_Met: TypeAlias = tuple[int, int, int]
"""Index of an entry, start and end."""


class Match(NamedTuple):
    """An entry of a list found in a text: `word` as the list spells it, without its star."""

    category: str
    word: str
    start: int
    end: int


class Entry(NamedTuple):
    """A word or phrase of a list, without its star."""

    word: str
    categories: tuple[str, ...]
    left: bool
    """Whether the entry begins with a letter or digit that a word may not continue to the left."""
    right: bool
    stem: bool


class Lexicon:
    """Categories of words with one automaton over all of them."""

    def __init__(self, words: Mapping[str, Sequence[str]]) -> None:
        self._entries = _entries(words)
        self._edges = [(entry.left, entry.right, entry.stem) for entry in self._entries]
        self.shown = [
            [(name, entry.word) for name in entry.categories if not name.startswith("_")]
            for entry in self._entries
        ]
        """By entry, the categories that are told of it, each with its word."""
        self._counted: dict[str, Mapping[str, int]] = {}
        self._automaton = AhoCorasick(
            [entry.word for entry in self._entries] or ["\0"],
            matchkind=MatchKind.Standard,
            implementation=Implementation.DFA if len(self._entries) < DFA_LIMIT else None,
        )

    @property
    def entries(self) -> Sequence[Entry]:
        """What the indexes of `occurrences` mean."""
        return self._entries

    @staticmethod
    def load(*names: str) -> Lexicon:
        """The word lists of one or several files as one lexicon; compiled once a process."""
        return _load(names)

    def find(self, text: str) -> list[Match]:
        """Matches from left to right, the longest at each place, none overlapping another."""
        new = tuple.__new__
        return [
            new(Match, (category, word, start, end))
            for start, end, index in self.longest(fold(text))
            for category, word in self.shown[index]
        ]

    def count(self, text: str) -> Mapping[str, int]:
        """Number of matches by category; categories without a match are left out.

        Short texts come again and again in talk: what they hold is remembered.
        """
        if len(text) > SHORT:
            return self._count(text)
        known = self._counted.get(text)
        if known is None:
            if len(self._counted) >= REMEMBERED:
                self._counted.clear()
            known = self._counted[text] = self._count(text)
        return known

    def _count(self, text: str) -> Mapping[str, int]:
        counts: dict[str, int] = {}
        for _, _, index in self.longest(fold(text)):
            for category, _ in self.shown[index]:
                counts[category] = counts.get(category, 0) + 1
        return counts

    def occurrences(self, text: str) -> list[tuple[int, int, int]]:
        """Every entry as a whole word: (start, -end, index of the entry), the longer first."""
        return self._occurrences(fold(text))

    def _occurrences(self, folded: str) -> list[tuple[int, int, int]]:
        met = self._automaton.find_matches_as_indexes(folded, overlapping=True)
        if not met or not self._entries:
            return []
        found = self._whole_ascii(folded, met) if folded.isascii() else self._whole(folded, met)
        found.sort()
        return found

    def _whole_ascii(self, folded: str, met: Iterable[_Met]) -> list[tuple[int, int, int]]:
        """`_whole` of an ASCII text, in less time."""
        found = []
        joins, edges = folded.encode().translate(ASCII_JOINS) + b"\0", self._edges
        for index, start, end in met:
            left, right, stem = edges[index]
            if left and start and joins[start - 1]:
                continue
            if right and joins[end]:
                end = _stem_end(folded, end) if stem else 0  # noqa: PLW2901 - letters after a stem
                if not end:
                    continue
            found.append((start, -end, index))
        return found

    def _whole(self, folded: str, met: Iterable[_Met]) -> list[tuple[int, int, int]]:
        """Those met as whole words."""
        found = []
        size = len(folded)
        edges, joining = self._edges, JOINING
        for index, start, end in met:
            left, right, stem = edges[index]
            if left and start:
                char = folded[start - 1]
                if char in joining or (char > LAST_ASCII and _joins(char)):
                    continue
            if (
                right
                and end < size
                and ((char := folded[end]) in joining or (char > LAST_ASCII and _joins(char)))
            ):
                end = _stem_end(folded, end) if stem else 0  # noqa: PLW2901 - letters after a stem
                if not end:
                    continue
            found.append((start, -end, index))
        return found

    def longest(self, folded: str) -> list[tuple[int, int, int]]:
        """The entries in a folded text that no longer or earlier one overlaps: (start, end, index
        of the entry)."""
        kept = []
        done = 0
        for start, end, index in self._occurrences(folded):
            if start >= done:
                done = -end
                kept.append((start, done, index))
        return kept


def any_of(phrases: Iterable[str]) -> str:
    """A regular expression for any of several phrases, the longer first."""
    return "|".join(map(re.escape, sorted(phrases, key=len, reverse=True)))


def any_word(words: Mapping[str, Iterable[str]]) -> re.Pattern[str]:
    """Any of the words of two languages, `en` and `zh`; the English ones as whole words."""
    return re.compile(rf"\b(?:{any_of(words['en'])})\b|{any_of(words['zh'])}", re.IGNORECASE)


def fold(text: str) -> str:
    """Lower case, one code point for one; line breaks as spaces, apostrophes plain."""
    if text.isascii():
        return text.lower().replace("\n", " ")
    lowered = text.lower() if "\u0130" not in text else text.replace("\u0130", "i").lower()
    return well_formed(lowered.replace("\n", " ").replace("\u2019", "'"))


def casefolded(text: str) -> str:
    """`text.casefold()`, a long text piece by piece."""
    if len(text) <= FOLDED_AT_ONCE:
        return text.casefold()
    starts = range(0, len(text), FOLDED_AT_ONCE)
    return "".join([text[start : start + FOLDED_AT_ONCE].casefold() for start in starts])


def well_formed(text: str) -> str:
    """The text with lone surrogates replaced one for one, so that it has a UTF-8 form."""
    if text.isascii():
        return text
    try:
        text.encode()
    except UnicodeEncodeError:
        return SURROGATE.sub("\ufffd", text)
    return text


def is_mostly_han(text: str) -> bool:
    """Whether at least a third of the characters are Chinese ideographs."""
    return not text.isascii() and sum(map(len, HAN_RUN.findall(text))) * 3 >= len(text)


def bounded_sample(text: str, *, head: int, tail: int) -> str:
    """The text, or its first and last characters where it is longer than both together."""
    if len(text) <= head + tail:
        return text
    return f"{text[:head]}{ELLIPSIS}{text[len(text) - tail :]}"


def bounded_samples(texts: Iterable[str], *, head: int, tail: int) -> list[str]:
    """`bounded_sample` of each text; most are short."""
    most = head + tail
    return [
        text if len(text) <= most else bounded_sample(text, head=head, tail=tail) for text in texts
    ]


@cache
def load_table(name: str) -> dict[str, Any]:
    """The parsed TOML file `lexicon/<name>.toml`."""
    file = resources.files("uagent_memory.analyzer").joinpath("lexicon", f"{name}.toml")
    return tomllib.loads(file.read_text(encoding="utf-8"))


@cache
def _load(names: tuple[str, ...]) -> Lexicon:
    words: dict[str, list[str]] = {}
    for name in names:
        for category, by_language in load_table(name).items():
            listed = words.setdefault(category, [])
            for language in by_language:
                listed.extend(by_language[language])
    return Lexicon(words)


def _entries(words: Mapping[str, Sequence[str]]) -> tuple[Entry, ...]:
    categories: dict[str, list[str]] = {}
    for category, listed in words.items():
        for word in listed:
            known = categories.setdefault(fold(word), [])
            if category not in known:
                known.append(category)
    return tuple(_entry(word, tuple(known)) for word, known in categories.items())


def _entry(spelled: str, categories: tuple[str, ...]) -> Entry:
    word = spelled.removesuffix("*")
    return Entry(word, categories, _joins(word[0]), _joins(word[-1]), stem=spelled.endswith("*"))


def _joins(char: str) -> bool:
    """Whether a character next to a word would make it part of a longer one."""
    if char.isascii():
        return char in JOINING
    return char.isalpha() and NO_SPACES.match(char) is None


def _stem_end(text: str, end: int) -> int:
    """Where the letters that follow a stem end; 0 if a digit or underscore follows them."""
    while end < len(text) and text[end].isascii() and text[end].isalpha():
        end += 1
    return 0 if end < len(text) and _joins(text[end]) else end
