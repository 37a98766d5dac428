"""Cue patterns (`lexicon/cue_patterns.toml`), each tried only where one of its words stands."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import NamedTuple

from ahocorasick_rs import AhoCorasick, Implementation, MatchKind
from pydantic import BaseModel, ConfigDict, Field

from uagent_memory.analyzer.lexicon import load_table

__all__ = ["CuePatterns", "Pattern", "any_matches"]


class _Entry(BaseModel):
    """One pattern as the file has it."""

    model_config = ConfigDict(frozen=True, extra="forbid")

    when: tuple[str, ...] = Field(min_length=1)
    """One of these must stand in the text for the pattern to be tried."""
    also: tuple[str, ...] = ()
    """One of these must stand in it besides."""
    match: str


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
                self._patterns.append(Pattern(name, re.compile(entry.match).search, entry.also))
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

    def worth_trying(self, folded: str) -> Mapping[str, Sequence[Pattern]]:
        """By name, the patterns one of whose words stands in a folded text (`lexicon.fold`)."""
        met = self._automaton.find_matches_as_indexes(folded, overlapping=True)
        if not met:
            return {}
        found: dict[str, list[Pattern]] = {}
        for index in {index for word, _, _ in met for index in self._by_word[word]}:
            pattern = self._patterns[index]
            found.setdefault(pattern.name, []).append(pattern)
        return found


def any_matches(patterns: Sequence[Pattern], folded: str) -> bool:
    """Whether one of them matches a folded text."""
    for _, search, also in patterns:
        if (not also or any(map(folded.__contains__, also))) and search(folded):
            return True
    return False
