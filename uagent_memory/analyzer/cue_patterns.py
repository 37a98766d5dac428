"""Cue patterns (`lexicon/cue_patterns.toml`), each tried only where one of its words stands."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import NamedTuple

from ahocorasick_rs import AhoCorasick, MatchKind
from pydantic import BaseModel, ConfigDict

from uagent_memory.analyzer.lexicon import load_table

__all__ = ["CuePatterns"]


class _Entry(BaseModel):
    """One pattern as the file has it."""

    model_config = ConfigDict(frozen=True, extra="forbid")

    when: tuple[str, ...] = ()
    """One of these must stand in the text for the pattern to be tried; none: always tried."""
    also: tuple[str, ...] = ()
    """One of these must stand in it besides."""
    match: str


class _Pattern(NamedTuple):
    name: str
    search: Callable[[str], re.Match[str] | None]
    also: tuple[str, ...]


class CuePatterns:
    """Named patterns behind one automaton over the words that make each worth trying."""

    def __init__(self, entries: Mapping[str, Sequence[_Entry]]) -> None:
        self._always: list[_Pattern] = []
        self._gated: list[_Pattern] = []
        self._by_word: list[tuple[int, ...]] = []
        """For each word of the automaton: the gated patterns it lets through."""
        words: dict[str, list[int]] = {}
        for name, group in entries.items():
            for entry in group:
                pattern = _Pattern(name, re.compile(entry.match).search, entry.also)
                if not entry.when:
                    self._always.append(pattern)
                    continue
                for word in entry.when:
                    words.setdefault(word, []).append(len(self._gated))
                self._gated.append(pattern)
        self._by_word = [tuple(indexes) for indexes in words.values()]
        self._automaton = AhoCorasick(list(words), matchkind=MatchKind.Standard)

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

    def names(self, folded: str) -> set[str]:
        """Names of the patterns that match a folded text (see `lexicon.fold`)."""
        found = {name for name, search, _ in self._always if search(folded)}
        met = self._automaton.find_matches_as_indexes(folded, overlapping=True)
        if not met:
            return found
        tried: set[int] = set()
        for word, _, _ in met:
            tried.update(self._by_word[word])
        for index in tried:
            name, search, also = self._gated[index]
            if name in found or (also and not any(map(folded.__contains__, also))):
                continue
            if search(folded):
                found.add(name)
        return found
