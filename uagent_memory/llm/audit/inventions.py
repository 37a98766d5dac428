"""What a line says that its sources do not."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterator, Sequence
from functools import cache

from uagent_memory.llm.audit.common import common_stems, label_stems
from uagent_memory.llm.audit.data import audit_data
from uagent_memory.llm.audit.material import DraftLine, Material
from uagent_memory.llm.audit.words import numbers_of, one_line, stem_of
from uagent_memory.masking import STAND_IN
from uagent_memory.segments import Entry
from uagent_memory.validator.numerals import number_words
from uagent_memory.validator.trace import LiteralTracer

__all__ = ["Inventions"]

CAPITALISED = re.compile(r"(?<![\w`./-])([A-Z][a-z]{1,20})(?![\w(./-])")
SENTENCE_START = re.compile(r"(?:^|[.!?:;。\])]\s+|[-–—→*\"'(\[]\s*)$")
OPENING = "`\"'“*_ "
"""Marks in front of the first word of a line."""
SLASHED = re.compile(r"[A-Za-z]+(?:/[A-Za-z]+)+")
"""Words of which any is meant: "before/after"."""
PART = re.compile(r"\w+")
ARGUMENT = r"[^\s`\u2010-\u2027\u2190-\u21ff\u3000-\u303f\uff00-\uffef]"
"""A character of a command: no code mark, dash, arrow or full-width sign."""
COMMAND_END = ".,;:'\")]"
"""Marks behind a command that are none of it."""
ASCII_END = 128


class Inventions:
    """Checks lines against their sources; each fault names what it is about."""

    def __init__(self, material: Material) -> None:
        self._material = material
        self._tracer = LiteralTracer.of_messages(material.messages, extra=material.names)
        self._known = set(material.text)
        self._lowered = frozenset(word.lower() for word in PART.findall(material.text))
        self._words = frozenset(map(_plain, PART.findall(material.text))) | numbers_of(
            material.text
        )

    def of_line(self, text: str, sources: Sequence[DraftLine]) -> Iterator[str]:
        """Faults of one line.

        Args:
            text: without its references.
            sources: the draft lines it was made from.
        """
        yield from self._literals(text, sources)
        yield from self._foreign(text)
        yield from _commands(text, self._material.one_line)
        yield from self._numbers(text)

    def untraced(self, text: str, sources: Sequence[DraftLine]) -> Iterator[str]:
        """Doubts about one line: what stands otherwise in its sources, if only by an ending."""
        for literal in self._untraced(text, sources):
            yield f"does not stand so in its sources: {literal[:80]}".replace("\0", "…")

    def _untraced(self, text: str, sources: Sequence[DraftLine]) -> Sequence[str]:
        spans = tuple(dict.fromkeys(span for line in sources for span in line.spans))
        return self._tracer.untraceable(Entry(text=text, sources=spans))

    def _literals(self, text: str, sources: Sequence[DraftLine]) -> Iterator[str]:
        for literal in self._untraced(text, sources):
            is_opening = text.lstrip(OPENING).startswith(literal)
            if not self._is_put_together(literal, is_opening=is_opening):
                yield f"not in its sources: {literal[:80]}".replace("\0", "…")
        for stand_in in STAND_IN.finditer(text):
            if stand_in.group() not in self._material.text:
                yield f"a stand-in of nothing: {stand_in.group()}"

    def _numbers(self, text: str) -> Iterator[str]:
        """A figure that the material does not hold; one of another line is a doubt."""
        for number in sorted(numbers_of(text) - number_words(text) - self._words):
            yield f"a number that its sources do not hold: {number}"

    def _is_put_together(self, literal: str, *, is_opening: bool) -> bool:
        """Of parts that the material has: the line may be at fault, but nothing is invented.

        What a line begins with may have a capital for it.
        """
        if is_opening and literal[:1].isupper():
            literal = f"{literal[0].lower()}{literal[1:]}"
        parts = PART.findall(literal)
        is_slashed = SLASHED.fullmatch(literal) is not None
        return bool(parts) and all(
            self._is_word(part) or (is_slashed and _is_general(part)) for part in parts
        )

    def _is_word(self, part: str) -> bool:
        """The material has it; a word of more than capitals in any case."""
        is_named = part.isalpha() and not part.isupper() and part.lower() in self._lowered
        return is_named or _plain(part) in self._words

    def _foreign(self, text: str) -> Iterator[str]:
        """Letters and figures of a script that the material does not use; names it does not."""
        strange = {char for char in text if ord(char) >= ASCII_END and char not in self._known}
        for char in sorted(strange):
            if unicodedata.category(char)[0] == "N" or _is_other_letter(char):
                yield f"a character that no source holds: {char!r}"
        lowered = self._material.text.lower()
        for match in CAPITALISED.finditer(text):
            word = match.group(1)
            opens = SENTENCE_START.search(text[: match.start()]) is not None
            if opens or word.lower() in lowered or _is_general(word):
                continue
            yield f"a name that no source holds: {word}"


def _is_general(word: str) -> bool:
    """A word of general language, or of labels; not its letters alone."""
    stem = stem_of(word.lower())
    return stem in common_stems() or stem in label_stems()


def _plain(word: str) -> str:
    """A word in small letters without its ending; anything else as it is."""
    return stem_of(word) if word.isascii() and word.isalpha() and word.islower() else word


def _is_other_letter(char: str) -> bool:
    if unicodedata.category(char)[0] != "L":
        return False
    name = unicodedata.name(char, "")
    return not name.startswith(("CJK UNIFIED", "CJK COMPATIBILITY"))


@cache
def _command() -> re.Pattern[str]:
    data = audit_data()["commands"]
    programs = "|".join(map(re.escape, data["programs"]))
    follows = "|".join(map(re.escape, data["follows"]))
    git = "|".join(data["git"])
    return re.compile(
        rf"(?<![\w./-])((?:{programs})\s+(?:{follows}){ARGUMENT}*"
        rf"|git\s+(?:{git})(?![\w-])(?:\s+-{ARGUMENT}+)*)"
    )


def _commands(text: str, known: str) -> Iterator[str]:
    for match in _command().finditer(one_line(text)):
        if match.group(1).rstrip(COMMAND_END) not in known:
            yield f"a command that no source holds: {match.group(1)}"
