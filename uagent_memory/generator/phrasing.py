"""How a statement is phrased: lead-ins, intentions, narration and fillers say little or nothing."""

from __future__ import annotations

import re
from collections.abc import Iterable
from functools import cache, lru_cache
from pathlib import Path
from typing import Literal, TypeAlias

from uagent_memory.config import read_toml
from uagent_memory.generator.settings import GeneratorSettings

__all__ = [
    "Doubt",
    "counts_something",
    "doubt_of",
    "holds_to_it",
    "is_acknowledgement",
    "is_bare",
    "is_continuing",
    "is_courtesy",
    "is_filler",
    "is_finding_it",
    "is_guess",
    "is_intention",
    "is_inviting",
    "is_lead_in",
    "is_musing",
    "is_observing",
    "is_placeholder",
    "is_refuting",
    "is_requiring",
    "is_restating",
    "is_telling",
    "is_verdict",
    "is_wondering",
    "names_example",
    "names_fix",
    "tells_fix",
]

Doubt: TypeAlias = Literal["doubting", "objecting", "disbelieving"]
Emptiness: TypeAlias = Literal["bare", "filler", "verdict"]

_ASKED_AGAIN = 16
"""Texts for which the last answers are kept: each is asked for its targets and for its worth."""
_WORDS = re.compile(r"[^\W\d_]+(?:['’-][^\W\d_]+)*")
_LATIN = re.compile(r"[a-z]+(?:['’-][a-z]+)*")
_DIGIT = re.compile(r"\d")
_FIGURES = re.compile(r"\d+")
_SPECIFIC = re.compile(r"[\d`/_=<>$#@]|[a-z][A-Z]|\w\.\w")
"""Marks of numbers, code, paths and names: what holds one says something."""
_ANNOTATION = re.compile(r"\{[^{}]{1,40}\}|\[[^\[\]]{1,40}\]|<[^<>]{1,40}>")
""""{pause}", "[laughter]": what a transcriber noted."""


def is_lead_in(text: str) -> bool:
    """It announces what follows it: without that it says nothing."""
    return text.rstrip("*_` ").endswith((":", "："))


@lru_cache(maxsize=_ASKED_AGAIN)
def is_intention(text: str) -> bool:
    """It announces the next action."""
    return _openings("intention").match(text) is not None


@lru_cache(maxsize=_ASKED_AGAIN)
def is_restating(text: str) -> bool:
    """An agent repeats what the user wants."""
    return _openings("restating").match(text) is not None


def is_telling(text: str) -> bool:
    """It tells of the work rather than of a term."""
    return _openings("telling").match(text) is not None


def is_guess(text: str) -> bool:
    """It says what may be, or gives a cause that may turn out to be another; no option weighed."""
    return _says(text, "guess") and not _says(text, "weighing")


def is_refuting(text: str) -> bool:
    """It begins by taking something back, or by what was found instead."""
    return _openings("refuting").match(text) is not None


@lru_cache(maxsize=_ASKED_AGAIN)
def is_wondering(text: str) -> bool:
    """It begins as somebody wonders."""
    return _openings("wondering").match(text) is not None


@lru_cache(maxsize=_ASKED_AGAIN)
def is_musing(text: str) -> bool:
    """It begins as somebody thinks on, aloud."""
    return _openings("musing").match(text) is not None


def is_observing(text: str) -> bool:
    """It says what seems to be, as somebody does who has looked."""
    return _says(text, "observing")


def is_finding_it(text: str) -> bool:
    """It ends a search: "Found it: ...", "找到了"."""
    return _openings("found").match(text) is not None


def doubt_of(text: str) -> Doubt | None:
    """How a user doubts what was said: "are you sure?", "emm - doesn't it ...?", 不是说...吗？"""
    hesitation = _hesitation().match(text)
    begin = hesitation.end() if hesitation else 0
    if _openings("disbelieving").match(text, begin):
        return "disbelieving"
    if not text.rstrip().endswith(("?", "？")):
        return None
    asked: tuple[Doubt, ...] = ("doubting", "objecting")
    return next((doubt for doubt in asked if _openings(doubt).match(text, begin)), None)


def holds_to_it(answer: str, doubt: Doubt) -> bool:
    """How an answer begins by which what was doubted stands after all."""
    return _openings("affirming" if doubt == "doubting" else "denying").match(answer) is not None


@cache
def _hesitation() -> re.Pattern[str]:
    lists = _table("hesitating")
    en, zh = _either(lists["en"]), _either(lists["zh"])
    return re.compile(rf"(?:[\W_]*(?:(?:{en})(?!\w)|(?:{zh}))){{1,3}}", re.IGNORECASE)


def is_placeholder(text: str) -> bool:
    """A command or piece of code that only shows where one is to stand."""
    words = text.casefold()
    return any(word in words for word in _placeholders())


@cache
def _placeholders() -> tuple[str, ...]:
    lists = _table("placeholder")
    return (*lists["en"], *lists["zh"])


def is_continuing(text: str) -> bool:
    """It belongs to the frame of a summary with which a log is continued."""
    return _openings("continuing").match(text) is not None


def names_example(heading: str) -> bool:
    """What stands under this heading, or in this tag, is an example."""
    return _says(heading.replace("_", " "), "example")


def is_verdict(text: str) -> bool:
    """It says only how the tests, the build or the checks ended: "All 12 tests pass now."."""
    if not _may_be_empty(text) or not _says(text, "ended"):
        return False
    plain = _FIGURES.sub(" ", text)
    return not _SPECIFIC.search(plain) and _is_empty(plain, "verdict")


def is_inviting(text: str) -> bool:
    """It asks somebody for particulars, for leave, or for the next wish."""
    return _says(text, "inviting")


def is_requiring(text: str) -> bool:
    """It begins by asking somebody for particulars, or by saying what they are needed for."""
    return _openings("requiring").match(text) is not None


def names_fix(text: str) -> bool:
    """It calls what it tells a fix."""
    return _says(text, "mending")


def tells_fix(text: str) -> bool:
    """It says what was or is to be changed."""
    return _says(text, "fixing")


def _says(text: str, name: str) -> bool:
    """One of the words stands in the text; to see that none can is much faster."""
    if text.isascii() and not any(map(text.lower().__contains__, _lowered(name))):
        return False
    return _anywhere(name).search(text) is not None


@cache
def _lowered(name: str) -> tuple[str, ...]:
    return tuple(map(str.lower, _table(name)["en"]))


def is_courtesy(text: str) -> bool:
    """It greets, thanks, or hands over to somebody."""
    return _says(text, "courtesy")


def counts_something(text: str) -> bool:
    """It holds a number, in figures or in words."""
    return _DIGIT.search(text) is not None or _says(text, "counting")


@cache
def _anywhere(name: str) -> re.Pattern[str]:
    lists = _table(name)
    return re.compile(rf"\b(?:{_either(lists['en'])})\b|(?:{_either(lists['zh'])})", re.IGNORECASE)


def is_acknowledgement(line: str) -> bool:
    """A tool only says that an edit went through."""
    words = line.lower()
    return any(phrase in words for phrase in _acknowledgements())


@cache
def _acknowledgements() -> tuple[str, ...]:
    lists = _table("acknowledgement")
    return (*lists["en"], *lists["zh"])


def is_bare(text: str) -> bool:
    """Narration or courtesy without content: "Now I understand.", "让我看看。"."""
    return _may_be_empty(text) and not _SPECIFIC.search(text) and _is_empty(text, "bare")


def is_filler(text: str) -> bool:
    """A turn of speech without content: "Yeah, okay.", "嗯对"."""
    return _may_be_empty(text) and _is_mere_filler(text)


@lru_cache(maxsize=1 << 12)
def _is_mere_filler(text: str) -> bool:
    """Short turns come again and again in talk."""
    return _is_empty(_ANNOTATION.sub(" ", text), "filler")


def _may_be_empty(text: str) -> bool:
    return len(text) <= GeneratorSettings.load().limits.empty_characters


def _is_empty(text: str, kind: Emptiness) -> bool:
    plain = text.lower().replace("’", "'").replace(" '", "'")
    for phrase in _phrases(kind):
        plain = plain.replace(phrase, " ")
    known, han = _words(kind), _han(kind)
    words = (found.group() for found in _WORDS.finditer(plain))
    said = all(
        word in known if _LATIN.fullmatch(word) else han.fullmatch(word) is not None
        for word in words
    )
    return said and not any(map(str.isdigit, text))


@cache
def _lists() -> dict[str, dict[str, list[str]]]:
    return read_toml(Path(__file__).with_name("phrasing.toml"))


def _table(name: str) -> dict[str, list[str]]:
    return _lists()[name]


@cache
def _openings(name: str) -> re.Pattern[str]:
    lists = _table(name)
    return re.compile(
        rf"[\W_]*(?:(?:{_either(lists['en'])})(?!\w)|(?:{_either(lists['zh'])}))", re.IGNORECASE
    )


@cache
def _words(kind: Emptiness) -> frozenset[str]:
    return frozenset(_table(kind)["en"])


@cache
def _phrases(kind: Emptiness) -> tuple[str, ...]:
    return tuple(_table(kind).get("phrases", ()))


@cache
def _han(kind: Emptiness) -> re.Pattern[str]:
    """Nothing but the listed words, one after the other; none is tried twice at a place."""
    words = sorted(_table(kind)["zh"], key=len, reverse=True)
    return re.compile(rf"(?:{_either(words)})*+", re.IGNORECASE)


def _either(words: Iterable[str]) -> str:
    return "|".join(map(re.escape, words))
