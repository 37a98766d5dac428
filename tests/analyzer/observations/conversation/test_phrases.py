"""Phrases of many lines: the words that only take time are not looked for."""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache

from hypothesis import given, settings
from hypothesis import strategies as st

from uagent_memory.analyzer.lexicon import Lexicon
from uagent_memory.analyzer.observations.conversation.phrases import (
    LINE_FILES,
    UNPLACED,
    matches,
    phrases,
    phrases_by_line,
)
from uagent_memory.analyzer.observations.tables import table

CHINESE = sorted(
    {
        word
        for file in LINE_FILES
        for entry in table(file).values()
        if isinstance(entry, dict) and not entry.keys() - {"en", "zh"}
        for word in entry.get("zh", ())
    }
)


@cache
def files() -> Mapping[str, Lexicon]:
    """All phrases of each file by themselves, with those that are not told."""
    found = {}
    for file in LINE_FILES:
        names = [
            name
            for name, entry in table(file).items()
            if isinstance(entry, dict) and not entry.keys() - {"en", "zh"}
        ]
        found[file] = Lexicon(
            {
                f"{'_' * name.startswith('_')}{file}.{name}": [
                    word for word in phrases(file, name) if not word.isascii()
                ]
                for name in names
            }
        )
    return found


@settings(max_examples=200, deadline=None)
@given(st.lists(st.sampled_from(CHINESE), max_size=8).map("".join))
def test_what_is_told_is_what_all_phrases_leave(line: str) -> None:
    """A phrase that is not told still hides those inside it, and those that it overlaps."""
    (found,) = phrases_by_line([line])
    expected = {
        (match.category, match.word, match.start, match.end)
        for lexicon in files().values()
        for match in lexicon.find(line)
        if match.category not in UNPLACED
    }
    told = {
        (match.category, match.word, match.start, match.end)
        for category in found
        for match in matches(found, category)
        if not match.word.isascii()
    }
    assert told == expected
