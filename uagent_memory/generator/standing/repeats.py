"""Said again: which statements a later one repeats, so that the newest says it for all."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping, Sequence
from typing import NamedTuple

from uagent_memory.generator.statement_settings import Repeats
from uagent_memory.messages import Span

__all__ = ["Said", "said_again"]

_FIGURES = re.compile(r"\d+")


class Said(NamedTuple):
    """A statement as it is compared with others."""

    span: Span
    words: frozenset[str]
    """Its content words."""
    figures: tuple[str, ...]

    @classmethod
    def of(cls, span: Span, text: str, words: Iterable[str]) -> Said:
        return cls(span, frozenset(words), tuple(_FIGURES.findall(text)))

    def repeats(self, earlier: Said, share: float) -> bool:
        """In nearly the same words."""
        own, others = len(self.words), len(earlier.words)
        few, most = (own, others) if own < others else (others, own)
        least = share * most
        return few >= least and len(self.words & earlier.words) >= least


class _Bearers(NamedTuple):
    """The last statements with one word, and their figures."""

    said: list[Said]
    figures: list[tuple[str, ...]]

    def alike(self, said: Said) -> Sequence[Said]:
        """Those with the same figures; mostly none, which is seen at once."""
        if said.figures not in self.figures:
            return ()
        return [other for other in self.said if other.figures == said.figures]

    def add(self, said: Said, *, most: int) -> None:
        self.said.append(said)
        self.figures.append(said.figures)
        if len(self.said) > most:
            del self.said[0], self.figures[0]


def said_again(
    statements: Iterable[Said], rarity: Mapping[str, float], settings: Repeats
) -> frozenset[Span]:
    """The places of statements that a later one says in nearly the same words.

    Statements whose figures differ are different ones. Each is compared with the last few that
    share one of its rarest words, so that the time is linear.

    Args:
        statements: in order.
        rarity: of the content words; rare ones high.
        settings: how alike, and how many are looked at.
    """
    found: set[Span] = set()
    by_word: dict[str, _Bearers] = {}
    ranks = {word: (rare, word) for word, rare in rarity.items()}
    for said in statements:
        ranked = [ranks.get(word) or (0.0, word) for word in said.words]
        ranked.sort(reverse=True)
        before: dict[int, Said] = {}
        for _, rare in ranked[: settings.rarest_words]:
            known = by_word.get(rare)
            if known is None:
                by_word[rare] = _Bearers([said], [said.figures])
                continue
            before.update((id(other), other) for other in known.alike(said))
            known.add(said, most=settings.looked_at)
        same = before.values()
        found.update(other.span for other in same if said.repeats(other, settings.share))
    return frozenset(found)
