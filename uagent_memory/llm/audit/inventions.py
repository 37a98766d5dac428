"""What a line says that its sources do not."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterator, Sequence
from functools import cache

from uagent_memory.analyzer.lexicon import load_table
from uagent_memory.llm.audit.assertions import wrong_assertions
from uagent_memory.llm.audit.data import audit_data
from uagent_memory.llm.audit.figures import wrong_figures
from uagent_memory.llm.audit.listing import counted
from uagent_memory.llm.audit.material import DraftLine, Material
from uagent_memory.llm.audit.novelty import novel_words
from uagent_memory.llm.audit.words import (
    clauses,
    names_of,
    numbers_of,
    one_line,
    stems_of,
)
from uagent_memory.masking import STAND_IN
from uagent_memory.segments import Entry
from uagent_memory.validator.trace import LiteralTracer

__all__ = ["Inventions"]

CAPITALISED = re.compile(r"(?<![\w`./-])([A-Z][a-z]{1,20})(?![\w(./-])")
SENTENCE_START = re.compile(r"(?:^|[.!?:;。]\s+|[-–—→*\"'(\[]\s*)$")
ASCII_END = 128


class Inventions:
    """Checks lines against their sources; each fault names what it is about."""

    def __init__(self, material: Material) -> None:
        self._material = material
        self._tracer = LiteralTracer.of_messages(material.messages, extra=material.names)
        self._known = set(material.text)

    def of_line(self, text: str, sources: Sequence[DraftLine]) -> Iterator[str]:
        """Faults of one line.

        Args:
            text: without its references.
            sources: the draft lines it was made from.
        """
        if not sources:
            yield f"no source says: {text[:80]}"
            return
        yield from self._literals(text, sources)
        yield from self._foreign(text)
        yield from _commands(text, self._material.one_line)
        yield from _words(text, sources)
        yield from _numbers(text, sources)
        yield from wrong_assertions(text, sources)
        yield from wrong_figures(text, sources)
        yield from novel_words(text, sources, self._material.names)

    def _literals(self, text: str, sources: Sequence[DraftLine]) -> Iterator[str]:
        spans = tuple(dict.fromkeys(span for line in sources for span in line.spans))
        entry = Entry(text=text, sources=spans)
        for literal in self._tracer.untraceable(entry):
            yield f"not in its sources: {literal[:80]}".replace("\0", "…")
        for stand_in in STAND_IN.finditer(text):
            if stand_in.group() not in self._material.text:
                yield f"a stand-in of nothing: {stand_in.group()}"

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
            if word.lower() in lowered or (opens and self._is_ordinary(word)):
                continue
            yield f"a name that no source holds: {word}"

    def _is_ordinary(self, word: str) -> bool:
        """It may open a sentence: a known word, or one the conversation writes small."""
        if _is_opener(word):
            return True
        small = re.compile(rf"(?<![\w./-]){word.lower()}(?![\w./-])")
        return any(small.search(message.text) for message in self._material.messages.values())


def _is_other_letter(char: str) -> bool:
    if unicodedata.category(char)[0] != "L":
        return False
    name = unicodedata.name(char, "")
    return not name.startswith(("CJK UNIFIED", "CJK COMPATIBILITY"))


@cache
def _openers() -> frozenset[str]:
    tables = (load_table(name) for name in ("technical", "cues", "stop_words"))
    return frozenset(
        (*audit_data()["openers"]["en"], *audit_data()["labels"]["en"], *_words_of(*tables))
    )


def _words_of(*tables: object) -> Iterator[str]:
    """The single words of nested lists."""
    for table in tables:
        if isinstance(table, str):
            if table.isalpha():
                yield table
        elif isinstance(table, dict):
            yield from _words_of(*table.values())
        elif isinstance(table, list):
            yield from _words_of(*table)


def _is_opener(word: str) -> bool:
    """A word that may open a sentence: a known one, or a form of a verb or adverb."""
    lowered = word.lower()
    return lowered in _openers() or lowered.endswith(("ed", "ing", "ly", "tion", "ment", "ness"))


@cache
def _command() -> re.Pattern[str]:
    data = audit_data()["commands"]
    programs = "|".join(map(re.escape, data["programs"]))
    follows = "|".join(map(re.escape, data["follows"]))
    git = "|".join(data["git"])
    return re.compile(
        rf"(?<![\w./-])((?:{programs})\s+(?:{follows})\S*|git\s+(?:{git})(?![\w-])(?:\s+-\S+)*)"
    )


def _commands(text: str, known: str) -> Iterator[str]:
    for match in _command().finditer(one_line(text)):
        if match.group(1).rstrip(".,;:") not in known:
            yield f"a command that no source holds: {match.group(1)}"


def _words(text: str, sources: Sequence[DraftLine]) -> Iterator[str]:
    """Too few of the words, or too many in a row, stand in no source."""
    limits = audit_data()["limits"]
    words = stems_of(text)
    known = {stem for line in sources for stem in stems_of(line.support)}
    run = longest = 0
    for word in words:
        run = 0 if word in known else run + 1
        longest = max(longest, run)
    held = sum(word in known for word in words)
    named = names_of(text) & frozenset().union(*(names_of(line.support) for line in sources))
    least = limits["word_share_named"] if named else limits["word_share"]
    if len(words) >= limits["few_words"] and held < least * len(words):
        yield f"says what no source says: {text[:80]}"
    elif longest >= limits["foreign_run"] * (2 if any(not w.isascii() for w in words) else 1):
        yield f"says more than its sources: {text[:80]}"


def _numbers(text: str, sources: Sequence[DraftLine]) -> Iterator[str]:
    """A number in words without a source, or one that stands beside another's words."""
    known = frozenset().union(*(numbers_of(line.support) for line in sources))
    for number in sorted(numbers_of(text) - known - counted(text)):
        yield f"a number that its sources do not hold: {number}"
    places = [clause for line in sources for clause in clauses(line.support)]
    for clause in clauses(text):
        words = frozenset(stems_of(clause))
        for number in sorted(numbers_of(clause) & known):
            own = [set(stems_of(place)) for place in places if number in numbers_of(place)]
            if not words or any(not stems or words & stems for stems in own):
                continue
            others = [p for p in places if numbers_of(p) and number not in numbers_of(p)]
            if any(words & set(stems_of(place)) for place in others):
                yield f"the number {number} belongs to something else"
