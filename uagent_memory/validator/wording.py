"""Whether a sentence was torn out of its text: at its beginning, at its end, or inside."""

from __future__ import annotations

import re
from pathlib import Path

from uagent_memory.analyzer.lexicon import Lexicon
from uagent_memory.prioritizer.word_lists import read_lexicon
from uagent_memory.validator.settings import ReadabilitySettings, ValidatorSettings

__all__ = ["begins_inside", "begins_with_reference", "breaks_off", "has_words", "is_listing"]

WORDS = Path(__file__).with_name("wording.toml")
NAMED = " (="
"""How the coherence pass names an open reference."""

BEGINS_INSIDE = re.compile(r"[,;)\]}，。；：！？）】》、]|[.:!?](?:\s|\Z)")
ENDS_INSIDE = re.compile(r"[,，、;；(\[{（【《“‘]\Z")
ENDS_ON_COLON = re.compile(r"[:：]\Z")
LISTING = re.compile(r"^[ ]*\d{1,7}(?:→|\t)|^[ ]{2,}\d{1,7}[ ]*[|│] ", re.MULTILINE)
WORD = re.compile(
    r"(?<![\w./\\-])[A-Za-z]?[a-z]+(?:'[a-z]+)?(?!\w|[./\\:-]\w|\()|[\u3400-\u4dbf\u4e00-\u9fff]"
)
"""An ordinary word: no part of a path, dotted or hyphened name, or call; or a Chinese character."""
CAPITALS = re.compile(r"\b[A-Z]{2,}\b", re.ASCII)
SENTENCE_ENDS = frozenset(".!?")
FENCE = "```"
CODE_SPAN = re.compile(r"(`{1,8})[^`]*\1")
PAIRS = {")": "(", "]": "[", "}": "{", "）": "（", "】": "【", "》": "《", "”": "“", "」": "「"}
OPENERS = frozenset(PAIRS.values())


def _limits() -> ReadabilitySettings:
    return ValidatorSettings.load().readability


def _words() -> Lexicon:
    return read_lexicon(WORDS)


def begins_with_reference(text: str) -> bool:
    """It begins with "it", "they", "this is", 它 ... and nothing in it says what that is."""
    head = text.lstrip()[: _limits().edge_characters]
    for match in _words().find(head):
        if match.start > 0:
            return False
        if match.category == "reference":
            return not head.startswith(NAMED, match.end)
    return False


def begins_inside(text: str) -> bool:
    """It begins in the middle of a sentence."""
    head = text.lstrip()[: _limits().edge_characters]
    if BEGINS_INSIDE.match(head):
        return True
    if not head[:1].islower():
        return False
    return any(m.category == "continuation" and m.start == 0 for m in _words().find(head))


def breaks_off(text: str, *, goes_on: bool = False) -> bool:
    """It ends in the middle of a sentence, or leaves a bracket, quotation or code span open.

    Args:
        text: a sentence or paragraph, not code.
        goes_on: something stands under it, so a colon at the end is no loss.
    """
    tail = text.rstrip()
    if ENDS_INSIDE.search(tail) or (ENDS_ON_COLON.search(tail) and not goes_on):
        return True
    return _dangles(tail[-_limits().edge_characters :]) or _is_open(tail)


def has_words(text: str) -> bool:
    """It holds an ordinary word besides names, numbers and signs, or is a sentence in capitals."""
    if WORD.search(text):
        return True
    return text.rstrip()[-1:] in SENTENCE_ENDS and CAPITALS.search(text) is not None


def is_listing(text: str) -> bool:
    """A line of it still carries the line number of a file listing ("  12→")."""
    return LISTING.search(text) is not None


def _dangles(tail: str) -> bool:
    return any(m.category == "dangling" and m.end == len(tail) for m in _words().find(tail))


def _is_open(text: str) -> bool:
    if text.count(FENCE) % 2:
        return True
    bare = CODE_SPAN.sub(" ", text)
    if "`" in bare:
        return True
    opened: list[str] = []
    for char in bare:
        if char in OPENERS:
            opened.append(char)
            if len(opened) > _limits().most_nesting:
                return True
        elif char in PAIRS and opened and opened[-1] == PAIRS[char]:
            opened.pop()
    return bool(opened)
