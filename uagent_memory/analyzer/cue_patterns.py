"""Cue patterns (`lexicon/cue_patterns.toml`), each tried only where one of its words stands."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Mapping, Sequence
from itertools import accumulate
from typing import NamedTuple

from ahocorasick_rs import AhoCorasick, Implementation, MatchKind
from pydantic import BaseModel, ConfigDict, Field

from uagent_memory.analyzer.joined import BETWEEN
from uagent_memory.analyzer.lexicon import load_table
from uagent_memory.holding import holds_any

__all__ = ["CuePatterns", "Pattern", "any_matches"]


class _Entry(BaseModel):
    """One pattern as the file has it."""

    model_config = ConfigDict(frozen=True, extra="forbid")

    when: tuple[str, ...] = Field(min_length=1)
    """One of these must stand in the text for the pattern to be tried."""
    also: tuple[str, ...] = ()
    """One of these must stand in it besides."""
    match: str
    """One that begins with `^` is tried at the start alone, whatever its alternatives."""


class Pattern(NamedTuple):
    """One way in which a text can be of the class that gives the pattern its name."""

    name: str
    search: Callable[[str], re.Match[str] | None]
    also: tuple[str, ...]


class CuePatterns:
    """Named patterns behind one automaton over the words that make each worth trying."""

    def __init__(self, entries: Mapping[str, Sequence[_Entry]]) -> None:
        self._patterns: list[Pattern] = []
        self._by_word: list[tuple[int, ...]] = []
        """For each word of the automaton: the patterns it lets through."""
        words: dict[str, list[int]] = {}
        for name, group in entries.items():
            for entry in group:
                for word in entry.when:
                    words.setdefault(word, []).append(len(self._patterns))
                pattern = re.compile(entry.match)
                at_start = entry.match.startswith("^")
                search = pattern.match if at_start else pattern.search
                self._patterns.append(Pattern(name, search, entry.also))
        self._by_word = [tuple(indexes) for indexes in words.values()]
        self._automaton = AhoCorasick(
            list(words), matchkind=MatchKind.Standard, implementation=Implementation.DFA
        )

    @classmethod
    def load(cls, names: Iterable[str]) -> CuePatterns:
        """The patterns of these names in the file; of some there may be none."""
        table = load_table("cue_patterns")
        return cls(
            {
                name: [_Entry.model_validate(entry) for entry in table.get(name, ())]
                for name in names
            }
        )

    def worth_trying(self, folded: str) -> Sequence[Pattern]:
        """The patterns one of whose words stands in a folded text (`lexicon.fold`)."""
        (worth,) = self.worth_trying_each((folded,))
        return worth

    def worth_trying_each(self, folded: Sequence[str]) -> list[Sequence[Pattern]]:
        """`worth_trying` of each of some texts; much faster for many."""
        worth: list[Sequence[Pattern]] = [()] * len(folded)
        known, by_word = self._patterns, self._by_word
        for number, words in self._words_in(folded).items():
            worth[number] = [known[index] for index in {i for w in words for i in by_word[w]}]
        return worth

    def _words_in(self, folded: Sequence[str]) -> Mapping[int, set[int]]:
        """By the number of a text, the words that stand in it."""
        whole = BETWEEN.join(folded)
        starts = list(accumulate([len(text) + 1 for text in folded], initial=0))
        found: dict[int, set[int]] = {}
        number = 0
        for word, start, _ in self._automaton.find_matches_as_indexes(whole, overlapping=True):
            while starts[number + 1] <= start:
                number += 1
            found.setdefault(number, set()).add(word)
        return found


def any_matches(patterns: Iterable[Pattern], name: str, folded: str) -> bool:
    """Whether one of those with a name matches a folded text."""
    for named, search, also in patterns:
        if named == name and (not also or holds_any(folded, also)) and search(folded):
            return True
    return False
