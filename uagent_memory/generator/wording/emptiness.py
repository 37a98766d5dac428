"""Sentences that say nothing: narration, courtesy, progress, mere verdicts, fillers of talk."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from functools import cache, lru_cache
from typing import Literal, TypeAlias

from uagent_memory.analyzer.lexicon import any_of
from uagent_memory.generator.settings import GeneratorSettings
from uagent_memory.generator.wording.phrase_index import lists_in, phrase_list

__all__ = [
    "is_bare",
    "is_filler",
    "is_joint",
    "is_praise",
    "is_progress",
    "is_verdict",
    "only_names",
]

Emptiness: TypeAlias = Literal["bare", "filler", "joint", "praise", "progress", "verdict"]

_ADDS_TO: Mapping[str, Sequence[Emptiness]] = {"praise": ("bare",), "progress": ("bare",)}
_JOINT = 40
"""Characters of what only joins."""
_WORDS = re.compile(r"[^\W\d_]+(?:['’-][^\W\d_]+)*")
_FIGURES = re.compile(r"\d+")
_LATIN = re.compile(r"[a-z]+(?:['’-][a-z]+)*")
_SPECIFIC = re.compile(r"[\d`/_=<>$#@]|[a-z][A-Z]|\w\.\w")
"""Marks of numbers, code, paths and names: what holds one says something."""
_CODE = re.compile(r"`[^`\n]*`")
_LETTER = re.compile(r"[^\W\d_]")
_ANNOTATION = re.compile(r"\{[^{}]{1,40}\}|\[[^\[\]]{1,40}\]|<[^<>]{1,40}>")
""""{pause}", "[laughter]": what a transcriber noted."""


def is_verdict(text: str) -> bool:
    """It says only how the tests, the build or the checks ended: "All 12 tests pass now."."""
    if not _may_be_empty(text) or "ended" not in lists_in(text):
        return False
    plain = _FIGURES.sub(" ", text)
    return not _SPECIFIC.search(plain) and _is_empty(plain, "verdict")


def is_bare(text: str) -> bool:
    """Narration or courtesy without content: "Now I understand.", "让我看看。"."""
    return _may_be_empty(text) and _is_empty(text, "bare") and not _SPECIFIC.search(text)


def is_progress(text: str) -> bool:
    """An agent's step went well, and it does not say which: "Good, the branch was created."."""
    return _may_be_empty(text) and not _SPECIFIC.search(text) and _is_empty(text, "progress")


def only_names(text: str) -> bool:
    """Nothing but code between backticks: "`load`.", "`len`=0"."""
    return "`" in text and not _LETTER.search(_CODE.sub("", text))


def is_praise(text: str) -> bool:
    """It calls something good and does not say what is good about it: "Great progress!"."""
    return _may_be_empty(text) and not _SPECIFIC.search(text) and _is_empty(text, "praise")


def is_joint(text: str) -> bool:
    """It only joins what stands before it to what comes after: "should be", 而不是."""
    leads_in = text.rstrip().endswith((":", "："))
    return len(text) <= _JOINT and not leads_in and _is_empty(text, "joint")


def is_filler(text: str) -> bool:
    """A turn of speech without content: "Yeah, okay.", "嗯对"."""
    return _may_be_empty(text) and _is_mere_filler(text)


@lru_cache(maxsize=1 << 12)
def _is_mere_filler(text: str) -> bool:
    """Short turns come again and again in talk."""
    noted = "{" in text or "[" in text or "<" in text
    return _is_empty(_ANNOTATION.sub(" ", text) if noted else text, "filler")


def _may_be_empty(text: str) -> bool:
    return len(text) <= _longest()


@cache
def _longest() -> int:
    return GeneratorSettings.load().limits.empty_characters


def _is_empty(text: str, kind: Emptiness) -> bool:
    plain = text.lower().replace("’", "'").replace(" '", "'")
    usual = _usual(kind)
    for word in plain.split():
        if word not in usual and word.isalpha() and word.isascii():
            return False
    for phrase in _phrases(kind):
        plain = plain.replace(phrase, " ")
    known, han = _words(kind), _han(kind)
    words = (found.group() for found in _WORDS.finditer(plain))
    only_known = all(
        word in known
        if word.isascii() or _LATIN.fullmatch(word)
        else han.fullmatch(word) is not None
        for word in words
    )
    return only_known and not any(map(str.isdigit, text))


@cache
def _words(kind: Emptiness) -> frozenset[str]:
    return frozenset(_all(kind, "en"))


@cache
def _usual(kind: Emptiness) -> frozenset[str]:
    """Those, and the words of the phrases."""
    return _words(kind).union(*(phrase.split() for phrase in _phrases(kind)))


@cache
def _phrases(kind: Emptiness) -> tuple[str, ...]:
    return tuple(_all(kind, "phrases"))


def _all(kind: Emptiness, part: str) -> Sequence[str]:
    """The words of a list, and of the one that it adds to."""
    lists = [phrase_list(name) for name in (*_ADDS_TO.get(kind, ()), kind)]
    return [word for one in lists for word in one.get(part, ())]


@cache
def _han(kind: Emptiness) -> re.Pattern[str]:
    """Nothing but the listed words, one after the other; none is tried twice at a place."""
    return re.compile(rf"(?:{any_of(_all(kind, 'zh'))})*+", re.IGNORECASE)
