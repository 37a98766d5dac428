"""The five parts of a summary: their names, how they are written, how they are read back."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from enum import StrEnum
from functools import cache
from itertools import zip_longest
from pathlib import Path
from typing import Literal, TypeAlias

from pydantic import BaseModel, ConfigDict

from uagent_memory.analyzer.lexicon import is_mostly_han
from uagent_memory.config import read_toml
from uagent_memory.messages import Author, Message
from uagent_memory.render.marks import END_MARK

__all__ = ["FivePartSummary", "Language", "Part", "Phrases", "language_of", "parts_settings"]

Language: TypeAlias = Literal["en", "zh"]

PIECE_END = re.compile(r"(?<=[)）])(?:；|; )")
SOURCED = re.compile(r"\([\w./-]{1,80}\)$|）$|\w \d+\)$")
"""What an item of ours ends in: its source, or the counts of events."""


class Part(StrEnum):
    CONTEXT = "context"
    PROGRESS = "progress"
    STATE = "state"
    PENDING = "pending"
    FINDINGS = "findings"


class _Frozen(BaseModel):
    model_config = ConfigDict(frozen=True, extra="forbid")


class Phrases(_Frozen):
    """The words of one language."""

    language: str
    separator: str
    nothing: str
    more: str
    counts: str
    state: str
    created: str
    modified: str
    deleted: str
    renamed: str
    reverted: str
    stashed: str
    heading: Mapping[Part, str]


class _Length(_Frozen):
    near: int
    latest_request: int
    earlier: int


class _Settings(_Frozen):
    zh: Phrases
    en: Phrases
    most: Mapping[Part, int]
    length: _Length

    def phrases(self, language: Language) -> Phrases:
        return self.zh if language == "zh" else self.en


@cache
def parts_settings() -> _Settings:
    return _Settings.model_validate(read_toml(Path(__file__).with_name("parts.toml")))


def language_of(events: Iterable[Message]) -> Language:
    """The language that people use in these events; that of all text where nobody speaks."""
    listed = list(events)
    said = [event.text for event in listed if event.author is Author.USER and event.text]
    heard = [event.text[:400] for event in listed if event.author is Author.AGENT]
    return "zh" if is_mostly_han("\n".join(said or heard)) or _is_mixed_han(said) else "en"


def _is_mixed_han(said: Iterable[str]) -> bool:
    """A Chinese sentence full of English names is Chinese all the same."""
    text = "".join(said)
    han = sum("\u4e00" <= char <= "\u9fff" for char in text)
    words = len(re.findall(r"[A-Za-z]{2,}", text))
    return han > words and han > 1


@dataclass(frozen=True, slots=True)
class FivePartSummary:
    """A text per part; a part without any says so when it is rendered."""

    parts: Mapping[Part, str]
    language: Language

    @classmethod
    def parse(cls, text: str) -> FivePartSummary | None:
        """Read a summary in either language; None unless all five headings begin a line."""
        found = {language: _split(text, language) for language in _LANGUAGES}
        best = max(_LANGUAGES, key=lambda language: len(found[language]))
        return cls(found[best], best) if len(found[best]) == len(Part) else None

    @property
    def prose(self) -> str:
        """What the parts say, without those that say that there is nothing."""
        nothing = parts_settings().phrases(self.language).nothing
        return "\n".join(text for text in self.parts.values() if text and text != nothing)

    def render(self) -> str:
        """One line a part, in the document's order: `heading: text`."""
        words = parts_settings().phrases(self.language)
        return "\n".join(
            f"{words.heading[part]}: {self.parts.get(part) or words.nothing}" for part in Part
        )

    def items(self, part: Part) -> tuple[str, ...]:
        """What a part lists, each item ending in its sources; a text without any is one item."""
        text = self.parts.get(part, "").strip()
        if not text or text == parts_settings().phrases(self.language).nothing:
            return ()
        items: list[str] = []
        separator = parts_settings().phrases(self.language).separator
        for piece in PIECE_END.split(text):
            if items and not SOURCED.search(items[-1]):
                items[-1] = f"{items[-1]}{separator}{piece}"
            else:
                items.append(piece)
        return tuple(items)


_LANGUAGES: tuple[Language, ...] = ("en", "zh")


@cache
def _headings(language: Language) -> tuple[re.Pattern[str], dict[str, Part]]:
    names = {name: part for part, name in parts_settings().phrases(language).heading.items()}
    either = "|".join(map(re.escape, names))
    return re.compile(rf"^[ \t]*(?:[#*-]+[ \t]*)?({either})\**[ \t]*[:：]\**", re.MULTILINE), names


def _split(text: str, language: Language) -> dict[Part, str]:
    pattern, names = _headings(language)
    marks = list(pattern.finditer(text))
    text = text.rstrip().removesuffix(f"\n{END_MARK}")
    found: dict[Part, str] = {}
    for mark, following in zip_longest(marks, marks[1:]):
        end = following.start() if following is not None else len(text)
        body = " ".join(text[mark.end() : end].split())
        found.setdefault(names[mark[1]], body)
    return found
