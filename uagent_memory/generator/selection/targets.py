"""What it is worth to cover the terms and words of a text."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import cached_property
from typing import NamedTuple

from uagent_memory.analyzer.terms import content_words
from uagent_memory.generator.selection.needed_terms import NeededTerms
from uagent_memory.generator.settings import GeneratorSettings
from uagent_memory.generator.wording.word_rarity import rarity_of_words

__all__ = ["Targets", "Weight"]


class Weight(NamedTuple):
    """Of the terms and words of a text."""

    size: int
    worth: float


class Targets:
    """Of one history.

    Args:
        needed: which terms somebody is expected to need.
        said: every statement of people and agents.
        settings: worths and limits.
        talk: people talk among themselves, and no agent works.
    """

    def __init__(
        self,
        needed: NeededTerms,
        said: Sequence[str],
        settings: GeneratorSettings,
        *,
        talk: bool,
    ) -> None:
        self._needed = needed
        self._settings = settings
        self._talk = talk
        self._said = said
        self._words = {text: content_words(text) for text in dict.fromkeys(said)}

    def __call__(self, text: str, *, words: bool = True, factor: float = 1.0) -> dict[str, float]:
        """Terms and content words of a text with the worth of covering each."""
        found = {form: worth * factor for form, worth in self._needed.of(text)}
        if words:
            known = self._by_word
            unit = self._word_worth * factor
            for name, rarity in filter(None, map(known.get, self.words(text))):
                found[name] = unit * rarity
        return found

    def weigh(self, text: str) -> Weight:
        """How many there are, and what it is worth to cover all of them."""
        found = self(text)
        return Weight(len(found), sum(found.values()))

    def words(self, text: str) -> tuple[str, ...]:
        """Content words of a text; those of statements are known."""
        return self._words.get(text) or content_words(text)

    @cached_property
    def rarity(self) -> Mapping[str, float]:
        """Of the content words of all statements."""
        said = [self._words[text] for text in self._said]
        return rarity_of_words(said, self._settings, talk=self._talk)

    @cached_property
    def _word_worth(self) -> float:
        worth = self._settings.worth
        return worth.talk_word if self._talk else worth.word

    @cached_property
    def _by_word(self) -> Mapping[str, tuple[str, float]]:
        """The words that are not in all prose, each as a target, with its rarity."""
        return {word: ("w:" + word, rare) for word, rare in self.rarity.items() if rare}
