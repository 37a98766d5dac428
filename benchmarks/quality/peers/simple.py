"""Baselines of a few lines: what costs nothing, and what games a single figure."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Sequence
from itertools import pairwise

from benchmarks.quality.atoms import atoms
from benchmarks.quality.copied import words
from benchmarks.quality.peers.fitting import first_and_last, masked
from benchmarks.quality.record import RawMessage, history_text, message_text
from benchmarks.quality.tokens import cut, cut_tail

__all__ = ["head_and_tail", "identifier_dump", "last_tokens", "masking", "word_salad"]

NEIGHBOURS = 2


def last_tokens(history: Sequence[RawMessage], budget: int) -> str:
    return cut_tail(history_text(history), budget)


def head_and_tail(history: Sequence[RawMessage], budget: int) -> str:
    return first_and_last(history, budget)


def masking(history: Sequence[RawMessage], budget: int) -> str:
    """The first message and the end, old tool output masked."""
    return first_and_last(masked(history), budget)


def identifier_dump(history: Sequence[RawMessage], budget: int) -> str:
    """Nothing but literals, those mentioned in many recent messages first."""
    return cut(" ".join(_ranked(history)), budget)


def word_salad(history: Sequence[RawMessage], budget: int) -> str:
    """A literal and its most frequent neighbours a line: looks like content, says nothing."""
    lines = [words(line) for line in history_text(history).split("\n")]
    beside: dict[str, Counter[str]] = {}
    for line in lines:
        for left, right in pairwise(line):
            beside.setdefault(left, Counter())[right] += 1
            beside.setdefault(right, Counter())[left] += 1
    ranked = (" ".join((atom, *_neighbours(atom, beside))) for atom in _ranked(history))
    return cut("\n".join(ranked), budget)


def _neighbours(atom: str, beside: dict[str, Counter[str]]) -> list[str]:
    known = beside.get(next(iter(words(atom)), ""), Counter())
    return [word for word, _ in sorted(known.items(), key=lambda i: (-i[1], i[0]))[:NEIGHBOURS]]


def _ranked(history: Sequence[RawMessage]) -> list[str]:
    weights: defaultdict[str, float] = defaultdict(float)
    for place, message in enumerate(history, start=1):
        agents = 1.0 if message["role"] == "tool" else 3.0
        for atom in atoms(message_text(message)):
            weights[atom] += agents * place / len(history)
    return sorted(weights, key=lambda atom: (-weights[atom], atom))
