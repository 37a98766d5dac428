"""Lines that list: "Two options: a; b", "Open: start the replay"."""

from __future__ import annotations

import re
from functools import cache

from uagent_memory.llm.audit.data import audit_data, grammar
from uagent_memory.llm.audit.words import names_of
from uagent_memory.validator.numerals import number_words

__all__ = ["counted", "is_to_do"]

COLON = re.compile(r"[:：]\s*")
ASIDE = re.compile(r"[（(][^()（）]*[)）]")
SEMICOLON = re.compile(r"\s*[;；]\s*(?=\S)")


def counted(text: str) -> frozenset[str]:
    """Numbers in words that only count what the line lists behind a colon, or names: "the two"."""
    found: set[str] = set()
    things = names_of(text) | frozenset(grammar("listed_letter").findall(text))
    if len(things) > 1 and grammar("the_two").search(text):
        found.add("2")
    text = ASIDE.sub("", text)
    for colon in COLON.finditer(text):
        before, rest = text[: colon.start()], text[colon.end() :]
        separators = (SEMICOLON, grammar("between_items"))
        parts = (separator.split(rest.rstrip(" .。;；")) for separator in separators)
        sizes = next(({str(len(found))} for found in parts if len(found) > 1), set())
        clause = re.split(r"[.。;；]", before)[-1]
        found |= number_words(clause) & sizes
    return frozenset(found)


@cache
def _labels() -> frozenset[str]:
    data = audit_data()["todo"]
    return frozenset((*data["en"], *data["zh"]))


def is_to_do(text: str) -> bool:
    """A label in front says that what follows is to be done."""
    label = COLON.split(text, maxsplit=1)[0].strip("*_[]【】 ").casefold()
    return label in _labels()
