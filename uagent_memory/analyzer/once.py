"""Texts that come again and again, each read once: "ok" in a talk, a log at each hand-off."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from typing import Generic, TypeVar

__all__ = ["KnownTexts", "all_once", "each_once"]

T = TypeVar("T")


def each_once(read: Callable[[str], T], texts: Sequence[str]) -> list[T]:
    """What is read from each text, in order; equal texts share it."""
    known = {text: read(text) for text in dict.fromkeys(texts)}
    return [known[text] for text in texts]


def all_once(read: Callable[[Sequence[str]], Iterable[T]], texts: Sequence[str]) -> list[T]:
    """The same with a reader that takes all texts at once."""
    different = list(dict.fromkeys(texts))
    known = dict(zip(different, read(different), strict=True))
    return [known[text] for text in texts]


class KnownTexts(Generic[T]):
    """What a reader read from texts, kept for the next time that it is asked.

    Args:
        most: texts that are kept; beyond them only those that were asked for last.
    """

    def __init__(self, most: int) -> None:
        self._most = most
        self._known: dict[str, T] = {}

    def read(self, reader: Callable[[Sequence[str]], Iterable[T]], texts: Sequence[str]) -> list[T]:
        """`all_once`, with what is known of the texts.

        Args:
            reader: takes all texts at once; each time the same, whatever its other inputs are.
            texts: to be read, in order.
        """
        if not self._most:
            return all_once(reader, texts)
        known = self._known
        unread = [text for text in dict.fromkeys(texts) if text not in known]
        known.update(zip(unread, reader(unread), strict=True))
        found = [known[text] for text in texts]
        if len(known) > self._most:
            self._known = dict(zip(texts[-self._most :], found[-self._most :], strict=True))
        return found
