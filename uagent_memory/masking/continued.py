"""Secrets that a log or a terminal has broken over several lines."""

from __future__ import annotations

import re
from collections.abc import Iterator
from itertools import pairwise
from typing import NamedTuple

from uagent_memory.masking.finder import find_secrets
from uagent_memory.masking.patterns import load_patterns

__all__ = ["Continued", "continued_secrets"]

TAIL = re.compile(r"[A-Za-z0-9_+/=.~-]{6,}(?=[\\\"']{0,2}$)")
HEAD = re.compile(r"[ \t|>+\"']{0,12}([A-Za-z0-9_+/.~-]{1,200}={0,2})(?=[\s\\\"',;]|$)")
ONLY = re.compile(r"[\\\"',;\s]*$")
DIGITS = re.compile(r"\d")
MIXED = re.compile(r"(?=.*\d)(?=.*[A-Za-z])|.*[a-z][A-Z]|(?=.*[a-z]).*[A-Z]{2}")
LONGEST_LINE, MOST_LINES, LEAST_PIECE = 2_000, 8, 8
LEAST_WHOLE = 4
"""A shorter piece is taken for the rest of a secret only where it is needed for one."""


class Continued(NamedTuple):
    """A secret in pieces, one a line."""

    kind: str
    value: str
    pieces: tuple[str, ...]


def continued_secrets(text: str) -> Iterator[Continued]:
    """Secrets of which each line holds a piece, behind the prefix that a log repeats."""
    if "\n" not in text:
        return
    seen = -1
    for _, place, _ in load_patterns().anchors.find_matches_as_indexes(text, overlapping=True):
        start = text.rfind("\n", 0, place) + 1
        if start <= seen:
            continue
        seen = start
        lines = text[start : start + LONGEST_LINE * 2].split("\n")[: MOST_LINES + 1]
        if len(lines) > 1 and len(lines[0]) <= LONGEST_LINE:
            found = _continued(lines)
            if found is not None:
                yield found


def _continued(lines: list[str]) -> Continued | None:
    first = lines[0].rstrip()
    tail = TAIL.search(first, first.rfind(" ") + 1)
    if tail is None:
        return None
    joined = lines[0][: tail.end()]
    ends = [len(joined)]
    for line in lines[1:]:
        head = HEAD.match(line, _prefix(lines[0], line))
        if head is None:
            break
        piece, is_alone = head.group(1), ONLY.match(line, head.end()) is not None
        if len(piece) < LEAST_WHOLE:
            return _found(joined, ends) or (
                _found(joined + piece, [*ends, len(joined + piece)]) if is_alone else None
            )
        if not _goes_on(piece):
            break
        joined += piece
        ends.append(len(joined))
        if not is_alone:
            break
    return _found(joined, ends)


def _found(joined: str, ends: list[int]) -> Continued | None:
    """The secret that goes over the first line's end."""
    if len(ends) == 1:
        return None
    for secret in find_secrets(joined):
        if secret.start < ends[0] < secret.end:
            return _pieces(joined, secret.kind, secret.start, secret.end, ends)
    return None


def _goes_on(piece: str) -> bool:
    """Part of a secret rather than a word or a figure."""
    return MIXED.match(piece) is not None or (len(piece) >= 2 * LEAST_PIECE and not piece.islower())


def _prefix(line: str, other: str) -> int:
    """Length of what both begin with, figures aside: a time, a level, a name."""
    one, two = DIGITS.sub("0", line[:200]), DIGITS.sub("0", other[:200])
    size = next((i for i, (a, b) in enumerate(zip(one, two, strict=False)) if a != b), 0)
    cut = max(two.rfind(sign, 0, size) for sign in (" ", "\t", "|", ">"))
    return cut + 1


def _pieces(joined: str, kind: str, start: int, end: int, ends: list[int]) -> Continued:
    borders = [start, *(place for place in ends if start < place < end), end]
    parts = [joined[a:b] for a, b in pairwise(borders)]
    return Continued(
        kind, joined[start:end], tuple(part for part in parts if len(part) >= LEAST_PIECE)
    )
