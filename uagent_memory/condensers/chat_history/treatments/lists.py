"""Lists and runs of like lines: one of each sort in full, of the others what differs."""

from __future__ import annotations

import re
from collections.abc import Sequence

from uagent_memory.analyzer.shapes import marker_length
from uagent_memory.analyzer.terms import terms_of
from uagent_memory.condensers.chat_history.settings import Wording

__all__ = ["merged_list"]

NUMBER = re.compile(r"\d+(?:[.,]\d+)*")
HOLE = "\0"
FEWEST = 3
"""Like items that are worth merging."""


def merged_list(items: Sequence[str], wording: Wording) -> list[str]:
    """The items, like ones merged into one piece each, in order of their first.

    Items are alike when they are the same but for names, paths and numbers. The first of a sort
    stands as it is, of the others follow the names and numbers that set them apart.
    """
    groups: dict[str, list[str]] = {}
    for item in items:
        text = " ".join(item[marker_length(item) :].split())
        if text:
            groups.setdefault(_skeleton(text), []).append(text)
    merged: list[str] = []
    for members in groups.values():
        fresh = list(dict.fromkeys(members))
        if len(fresh) < FEWEST:
            merged.extend(fresh)
        else:
            others = wording.join.join(_apart(text, fresh[0]) for text in fresh[1:])
            count = wording.items.format(n=len(members))
            merged.append(f"{fresh[0]} ({count}{wording.colon}{others})")
    return merged


def _variable(text: str) -> list[str]:
    """Names, paths and numbers, the longest first."""
    found = {*terms_of(text), *NUMBER.findall(text)}
    return sorted(found, key=lambda term: (-len(term), term))


def _skeleton(text: str) -> str:
    for term in _variable(text):
        text = text.replace(term, HOLE)
    return re.sub(f"{HOLE}+", HOLE, text)


def _apart(text: str, first: str) -> str:
    """What an item says that the first of its sort does not, in its own order."""
    found: list[tuple[int, str]] = []
    taken = text
    for term in _variable(text):
        at = taken.find(term)
        if at >= 0:
            found.append((at, term))
            taken = taken.replace(term, HOLE * len(term))
    known = set(_variable(first))
    own = [term for _, term in sorted(found) if term not in known]
    return " ".join(own) if own else text
