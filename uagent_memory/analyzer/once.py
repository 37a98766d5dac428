"""Texts that come again and again in talk ("ok", "yes"), each read once."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from typing import TypeVar

__all__ = ["all_once", "each_once"]

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
