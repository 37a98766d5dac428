"""What agents read out of records: items of lists that say what one object of a result says."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import cached_property
from itertools import chain

from uagent_memory.analyzer.terms import content_words
from uagent_memory.analyzer.types import MessageAnalysis, UnitKind
from uagent_memory.generator.evidence.json_pieces import is_short_json, json_records
from uagent_memory.generator.records.word_forms import forms_of
from uagent_memory.generator.settings import GeneratorSettings
from uagent_memory.generator.wording.statements import Statement
from uagent_memory.messages import Author

__all__ = ["ReadOut"]


class ReadOut:
    """Of one history."""

    def __init__(self, messages: Sequence[MessageAnalysis], settings: GeneratorSettings) -> None:
        self._messages = messages
        self._settings = settings

    def holds(self, statement: Statement) -> bool:
        """An item of an agent's list, all words of which stand in one record before it."""
        unit, analysis = statement.unit, statement.analysis
        if unit.kind is not UnitKind.LIST_ITEM or analysis.message.author is not Author.AGENT:
            return False
        words = frozenset(content_words(unit.text))
        if not self._records or len(words) < self._settings.limits.read_out:
            return False
        return min(self._common(words), default=analysis.index) < analysis.index

    def _common(self, words: frozenset[str]) -> Sequence[int]:
        """Indices of the messages with a record that holds all of the words."""
        shared: set[tuple[int, int]] | None = None
        places = [
            [self._records[form] for form in forms_of(word) if form in self._records]
            for word in words
        ]
        for lists in sorted(places, key=lambda lists: sum(map(len, lists))):
            holding = set(chain.from_iterable(lists))
            shared = holding if shared is None else shared & holding
            if not shared:
                return ()
        return [index for index, _ in shared or ()]

    @cached_property
    def _records(self) -> Mapping[str, Sequence[tuple[int, int]]]:
        """By word, the objects in short JSON results that hold it: their messages and places."""
        most = self._settings.limits.piece_characters
        found: dict[str, list[tuple[int, int]]] = {}
        for analysis in self._messages:
            text = analysis.message.text
            if is_short_json(analysis.message, self._settings.records.longest):
                for start, end in json_records(text, 0, len(text), most=most):
                    for word in dict.fromkeys(content_words(text[start:end])):
                        found.setdefault(word, []).append((analysis.index, start))
        return found
