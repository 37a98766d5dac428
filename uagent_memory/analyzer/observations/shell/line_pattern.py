"""Patterns of stream editors, as far as they can be held against a line in little time."""

from __future__ import annotations

import re
from collections.abc import Iterator
from functools import lru_cache

__all__ = ["LinePattern", "line_pattern"]

_KEPT = frozenset("wWsSbB")
"""Letters that mean the same after a backslash here and there."""
_OPERATORS = frozenset("(){}|+?<>`'")
"""Signs that mean themselves unless a backslash stands before them."""
_STARS = 1
_REPEATS = 60
"""Of a sign with a star; of any sign, `.*`, there may be as many as there are."""
_LONGEST = 1000


class LinePattern:
    """Parts that stand in a line in this order, whatever stands between them."""

    def __init__(self, parts: list[re.Pattern[str]]) -> None:
        self._parts = parts

    def fits(self, line: str) -> bool:
        at = 0
        for part in self._parts:
            found = part.search(line[:_LONGEST], at)
            if found is None:
                return False
            at = found.end()
        return True


@lru_cache(maxsize=256)
def line_pattern(basic: str) -> LinePattern | None:
    """A basic regular expression of plain signs, `.`, `*`, `^`, `$` and sets; None for others."""
    pieces = [piece for piece in _pieces(basic) if piece is not None]
    if not basic or len(pieces) < sum(1 for _ in _pieces(basic)):
        return None
    parts: list[list[str]] = [[]]
    for piece in pieces:
        if piece != "*":
            parts[-1].append(piece)
        elif parts[-1][-1:] == ["."]:
            parts[-1].pop()
            parts.append([])
        elif parts[-1] and parts[-1][-1] not in "^$":
            parts[-1].append(f"{{0,{_REPEATS}}}")
        else:
            return None
    stars = sum(piece.startswith("{0,") for part in parts for piece in part)
    texts = ["".join(part) for part in parts if part]
    if stars > _STARS:
        return None
    try:
        return LinePattern([re.compile(text) for text in texts]) if texts else None
    except re.error:
        return None


def _pieces(basic: str) -> Iterator[str | None]:
    at = 0
    while at < len(basic):
        sign = basic[at]
        if sign == "\\" and at + 1 < len(basic):
            after_it = basic[at + 1]
            is_plain = not after_it.isalnum() and after_it not in _OPERATORS
            if after_it in _KEPT:
                yield f"\\{after_it}"
            else:
                yield re.escape(after_it) if is_plain else None
            at += 2
        elif sign == "[":
            end = basic.find("]", at + 2)
            yield basic[at : end + 1] if end > 0 and "[:" not in basic[at:end] else None
            at = end + 1 if end > 0 else len(basic)
        else:
            yield sign if sign in ".*^$" else re.escape(sign)
            at += 1
