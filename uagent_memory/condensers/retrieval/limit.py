"""How long a result may be, and texts cut to it."""

from __future__ import annotations

from dataclasses import dataclass, replace

from uagent_memory.analyzer.sentences import sentence_spans
from uagent_memory.tokens import TokenCounter

__all__ = ["Limit"]


@dataclass(frozen=True, slots=True)
class Limit:
    """Most characters of a result, or most tokens in their place."""

    characters: int
    tokens: int | None
    counter: TokenCounter

    def fits(self, text: str) -> bool:
        if self.tokens is None:
            return len(text) <= self.characters
        return self.counter.count(text) <= self.tokens

    def shared(self, count: int) -> Limit:
        """Of one of so many parts."""
        tokens = None if self.tokens is None else max(self.tokens // count, 1)
        return replace(self, characters=max(self.characters // count, 1), tokens=tokens)

    def cut(self, text: str) -> str:
        """The text up to the last whole line or sentence that fits; "" if none does."""
        if self.fits(text):
            return text
        ends = [end for start, end in _lines(text) for end in _ends(text, start, end)]
        low, high = 0, len(ends)
        while low < high:
            middle = (low + high + 1) // 2
            if self.fits(text[: ends[middle - 1]].rstrip()):
                low = middle
            else:
                high = middle - 1
        return text[: ends[low - 1]].rstrip() if low else ""

    def clipped(self, text: str) -> str:
        """The text's beginning, wherever it ends."""
        size = min(len(text), self.characters)
        while size and not self.fits(text[:size]):
            size //= 2
        return text[:size]


def _lines(text: str) -> list[tuple[int, int]]:
    places, start = [], 0
    for line in text.split("\n"):
        places.append((start, start + len(line)))
        start += len(line) + 1
    return places


def _ends(text: str, start: int, end: int) -> list[int]:
    return [stop for _, stop in sentence_spans(text, start, end)] if start < end else []
