"""What a short answer is about: the thing with a name that was spoken of last.

"It costs 22." says little; "Fire Pot: It costs 22." is what a reader needs. The names are those
that results of tools list.
"""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping, Sequence
from typing import NamedTuple

from ahocorasick_rs import AhoCorasick, MatchKind

from uagent_memory.analyzer.lexicon import well_formed
from uagent_memory.analyzer.types import MessageAnalysis
from uagent_memory.generator.tool_settings import SubjectSettings
from uagent_memory.messages import Author, Message, Span

__all__ = ["Subjects"]

_TOOL = Author.TOOL


class _Mention(NamedTuple):
    name: str
    span: Span
    at: int


class Subjects:
    """Of one history: the names in it, and which was spoken of last."""

    def __init__(self, messages: Sequence[MessageAnalysis], settings: SubjectSettings) -> None:
        self._settings = settings
        self._messages = messages
        names = dict.fromkeys(name for m in messages for name in _listed(m.message, settings))
        self._names = tuple(names)
        folded = [well_formed(name.casefold()) for name in self._names]
        self._automaton = AhoCorasick(folded, matchkind=MatchKind.LeftmostLongest)
        self._last: Mapping[int, _Mention] | None = None

    @property
    def looked_up(self) -> bool:
        """Tools listed names: what is asked for is looked up, and answered in a few words."""
        return bool(self._names)

    def names_one(self, text: str) -> bool:
        """It holds one of the names itself."""
        return bool(self._names) and bool(self._found(text))

    def of(self, index: int) -> Span | None:
        """Where the name stands that was spoken of last, not long before a message."""
        if not self._names:
            return None
        if self._last is None:
            self._last = dict(self._mentions())
        mention = self._last.get(index)
        if mention is None or index - mention.at > self._settings.reach:
            return None
        return mention.span

    def _mentions(self) -> Iterator[tuple[int, _Mention]]:
        """By message, the last mention before it; of several names at once none is meant."""
        last: _Mention | None = None
        for analysis in self._messages:
            if last is not None:
                yield analysis.index, last
            message = analysis.message
            if message.author is _TOOL:
                own = list(_listed(message, self._settings))
                found = self._found(message.text) if len(own) == 1 else []
            else:
                found = self._found(message.text)
            places = dict(found)
            if len(places) == 1:
                ((name, (start, end)),) = places.items()
                last = _Mention(name, Span(message.id, "text", start, end), analysis.index)
            elif places:
                last = None

    def _found(self, text: str) -> list[tuple[str, tuple[int, int]]]:
        folded = well_formed(text.casefold())
        if len(folded) != len(text):
            return []
        met = self._automaton.find_matches_as_indexes(folded)
        return [(self._names[index], (start, end)) for index, start, end in met]


def _listed(message: Message, settings: SubjectSettings) -> Iterator[str]:
    """The names that a result lists, where it lists nothing else."""
    text = message.text.strip()
    if message.author is not _TOOL or not text.startswith('["'):
        return
    try:
        items = json.loads(text)
    except ValueError:
        return
    if not isinstance(items, list) or len(items) > settings.most:
        return
    for item in items:
        if isinstance(item, str) and settings.shortest <= len(item) <= settings.longest:
            yield item
