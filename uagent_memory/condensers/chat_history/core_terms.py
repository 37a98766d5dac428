"""CoreTerms: the terms and words of a batch whose loss would be felt, with their weights."""

from __future__ import annotations

import math
import re
from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property, lru_cache

from uagent_memory.analyzer.terms import content_words, terms_of
from uagent_memory.condensers.chat_history.settings import chat_settings
from uagent_memory.messages import Message, Role

__all__ = ["CoreTerms", "atoms_of", "words_of"]

NUMBER = re.compile(r"(?<![A-Za-z0-9_.])\d+(?:\.\d+)?(?![A-Za-z0-9_.]*\d)")
COUNTED = re.compile(r"(?P<number>\d+(?:\.\d+)?)[^\W\d_]{1,3}")


@lru_cache(maxsize=2048)
def words_of(text: str) -> frozenset[str]:
    """Atoms as they stand, and content words."""
    return atoms_of(text).union(content_words(text))


@lru_cache(maxsize=2048)
def atoms_of(text: str) -> frozenset[str]:
    """Paths, names and numbers as they stand."""
    return frozenset(terms_of(text))


def _said(term: str) -> frozenset[str]:
    """The forms in which a reader still knows a term: 15 of 15个, the file's name of a path."""
    forms = {term}
    counted = COUNTED.fullmatch(term)
    if counted is not None:
        forms.add(counted["number"])
    name = term.rstrip("/").rpartition("/")[2]
    if "." in name:
        forms.add(name)
    return frozenset(forms)


@dataclass(frozen=True)
class CoreTerms:
    """Weights of the different terms, the heaviest first.

    What several messages mention weighs more, what all mention less, names weigh most.
    """

    weights: Mapping[str, float]

    @classmethod
    def of(cls, messages: Sequence[Message]) -> CoreTerms:
        """The terms of some messages: names first, then what a user said, then other words."""
        settings = chat_settings().quality
        seen: Counter[str] = Counter()
        atoms: set[str] = set()
        asked: set[str] = set()
        for message in messages:
            words = words_of(message.full_text)
            atoms.update(atoms_of(message.full_text))
            if message.role is Role.USER:
                asked.update(words)
            seen.update(words)
        most = math.log1p(len(messages))

        def weight(term: str, count: int) -> float:
            kind = settings.other
            if term in atoms:
                kind = settings.atom
            elif term in asked:
                kind = settings.asked
            rarity = math.log1p(len(messages) / count) / most
            return kind * rarity * min(count, settings.counted)

        weighed = {term: weight(term, count) for term, count in seen.items()}
        return cls(dict(sorted(weighed.items(), key=lambda pair: (-pair[1], pair[0]))))

    @cached_property
    def total(self) -> float:
        return sum(self.weights.values())

    def worth(self, terms: Iterable[str]) -> float:
        """The weight of some of the terms, 0..1 of all."""
        return (
            sum(self.weights.get(term, 0.0) for term in terms) / self.total if self.total else 0.0
        )

    def retention(self, text: str) -> float:
        """Of the heaviest terms, the weight of those that stand in a text, 0..1; 1 without any."""
        core = list(self.weights)[: chat_settings().quality.core_terms]
        if not core:
            return 1.0
        held = words_of(text) | frozenset(NUMBER.findall(text))
        kept = (self.weights[term] for term in core if term in text or _said(term) & held)
        return sum(kept) / sum(self.weights[term] for term in core)
