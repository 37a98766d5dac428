"""Which items of an agent's list a user's message names: numbers, letters, ordinals."""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import Any

from uagent_memory.analyzer.lexicon import any_of
from uagent_memory.config import read_toml
from uagent_memory.generator.settings import GeneratorSettings

__all__ = ["Named", "asks_which", "label_of", "named_in", "points_back"]

_NUMBER = re.compile(r"\d{1,2}|[A-H]|[一二三四五六七八九十]")
_MARKER = re.compile(r"\s*(?:[-*+>#]+\s+)*[*_`]*[(（]?(\d{1,2}|[A-Ha-h])[.)、）:：]")


@dataclass(frozen=True, slots=True)
class Named:
    """What a message names of a list."""

    labels: tuple[str, ...] = ()
    """As written in the list, upper case: "2", "B"."""
    last: bool = False
    both: bool = False
    all: bool = False

    def __bool__(self) -> bool:
        return bool(self.labels) or self.last or self.both or self.all


def named_in(text: str) -> Named:
    """The items that a short message names; none where it names nothing."""
    if len(text) > GeneratorSettings.load().limits.naming_characters:
        return Named()
    text = _thanks().sub("", text)
    found = [
        _label(token)
        for match in _patterns().finditer(text)
        for token in _NUMBER.findall(match["list"] or "")
    ]
    found += [str(_table()["ordinal"][word.lower()]) for word in _ordinals().findall(text)]
    lowered = text.lower()
    every = _table()["every"]
    return Named(
        labels=tuple(dict.fromkeys(found)),
        last=_last().search(text) is not None,
        both=any(_says(lowered, words) for words in every["both"]),
        all=any(_says(lowered, words) for words in every["all"]),
    )


def label_of(text: str) -> str:
    """The number or letter that a list item, heading or sentence bears; "" if none."""
    match = _own_label().match(text) or _MARKER.match(text)
    return _label(match[1]) if match else ""


def points_back(text: str) -> bool:
    """It speaks of what stands before it: "these changes", 上述修改."""
    return _words("pointing").search(text) is not None


def asks_which(question: str) -> bool:
    """It asks for one of several: "Which way shall I go?", 选哪一种？"""
    return _words("choosing").search(question) is not None


@cache
def _thanks() -> re.Pattern[str]:
    """A sentence of thanks for what was done: what it names needs nothing more."""
    words = _table()["thanked"]
    thanks = rf"(?:{any_of(words['en'])})(?![\w'])|{any_of(words['zh'])}"
    sentence = rf"(?:^|(?<=[.!?。！？]))\s*(?:{thanks})[^.!?。！？\n]*"
    return re.compile(sentence, re.IGNORECASE | re.MULTILINE)


@cache
def _words(kind: str) -> re.Pattern[str]:
    words = _table()[kind]
    en, zh = any_of(words["en"]), any_of(words["zh"])
    return re.compile(rf"(?<![\w'])(?:{en})(?![\w'])|(?:{zh})", re.IGNORECASE)


def _label(token: str) -> str:
    digits: Mapping[str, int] = _table()["digit"]
    return str(digits[token]) if token in digits else token.upper()


def _says(text: str, words: str) -> bool:
    return re.search(rf"(?<![a-z]){words}(?![a-z])", text) is not None


@cache
def _table() -> dict[str, Any]:
    return dict(read_toml(Path(__file__).with_name("references.toml")))


@cache
def _patterns() -> re.Pattern[str]:
    """A naming word and the numbers or letters after it; or a message of nothing but these."""
    naming = _table()["naming"]
    after = any_of(naming["after"])
    number = rf"\d{{1,2}}(?![\dA-Za-z%:]|[.,-][\dA-Za-z]|\s*(?!(?:{after})\b)[a-zA-Z]{{3,}})[.)]?"
    one = rf"(?:{number}|[A-H](?![\w'’])|[一二三四五六七八九十](?!\w{{6,}}))"
    joint = rf"\s*(?:{any_of(naming['joining'])})\s*(?:第|#)?"
    listed = rf"(?:#|the\s+)?{one}(?:{joint}{one})*"
    return re.compile(
        rf"(?:(?<!\w)(?i:{any_of(naming['en'])})\s+|(?:{any_of(naming['zh'])})\s*"
        rf"|(?<![\w#])\#|\A\W*(?:(?i:yes|ok|okay|please|好的?)\W+)?(?={listed}\W*(?i:please)?\W*\Z))"
        rf"(?P<list>{listed})"
    )


@cache
def _ordinals() -> re.Pattern[str]:
    words = any_of(_table()["ordinal"])
    return re.compile(rf"(?<!\w)(?:the|and|or|,)\s+({words})(?!\w)", re.IGNORECASE)


@cache
def _last() -> re.Pattern[str]:
    counters = any_of(_table()["naming"]["counters"])
    return re.compile(
        rf"\bthe last (?:one|option|approach|item|suggestion|point)\b|最后一?(?:{counters})",
        re.IGNORECASE,
    )


@cache
def _own_label() -> re.Pattern[str]:
    labels = any_of(_table()["naming"]["labels"])
    return re.compile(
        rf"[\s#*_>-]*(?:\d{{1,2}}[.)]\s*)?[*_]*(?:{labels})\s*#?(\d{{1,2}}|[A-Ha-h]|[一二三四五六七八九十])(?!\w*[A-Za-z]\w)",
        re.IGNORECASE,
    )
