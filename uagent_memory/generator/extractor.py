"""KeyInformationExtractor: the sentences of a text that matter most (UAgent document, 6.2)."""

from __future__ import annotations

import re
from functools import cache
from pathlib import Path
from typing import Literal, NamedTuple, TypeAlias

import regex

from uagent_memory.analyzer.lexicon import Lexicon
from uagent_memory.analyzer.sentences import sentence_spans
from uagent_memory.analyzer.types import ContentClassification
from uagent_memory.config import read_toml
from uagent_memory.generator.settings import GeneratorSettings
from uagent_memory.generator.statement_settings import ExtractionSettings

__all__ = [
    "KeyInformationExtractor",
    "KeySentence",
    "Strategy",
    "is_one_sentence",
]

Strategy: TypeAlias = Literal[
    "specification", "code", "error", "request", "concept", "decision", "task", "work", "generic"
]

_BY_TYPE: dict[str, Strategy] = {
    "technical_specification": "specification",
    "code_implementation": "code",
    "error_information": "error",
}
_TERM = regex.compile(
    r"(?<![_\d\p{L}--\p{Han}])"
    r"(?:\p{Lu}[\p{Ll}\d]+(?:\p{Lu}[\p{Ll}\d]*)+|\p{Lu}{2,}\p{Ll}*"
    r"|[\d\p{L}--\p{Han}]+(?:_+[\d\p{L}--\p{Han}]+)+)"
    r"(?![_\d\p{L}--\p{Han}])",
    regex.VERSION1,
)
"""HTTPServer, API, max_len; a Chinese character beside one ends it as a blank does."""
_MAY_HOLD_TERM = re.compile(r"[_A-Z](?:(?<=_)|(?<=[A-Za-z0-9][A-Z]))")
"""Stands in every such term of an ASCII text."""
_NUMBER = regex.compile(r"\d+(?:\.\d+)?")


class KeySentence(NamedTuple):
    """A sentence exactly as it stands."""

    number: int
    """Its place among the sentences of the text: neighbours follow each other without a gap."""
    text: str
    score: float


@cache
def _extraction_lexicon(strategy: Strategy) -> Lexicon:
    """The keywords of one strategy; all of them together for `generic`."""
    path = Path(__file__).with_name("extraction.toml")
    lists = read_toml(path)
    names = list(lists) if strategy == "generic" else [strategy]
    return Lexicon({name: [w for words in lists[name].values() for w in words] for name in names})


class KeyInformationExtractor:
    """The rule path: whole sentences in order, chosen by keywords, terms and numbers."""

    def __init__(self, settings: ExtractionSettings | None = None) -> None:
        self._settings = settings or GeneratorSettings.load().extraction

    def extract_key_information(
        self,
        content: str,
        target_ratio: float,
        classification: ContentClassification | None = None,
        *,
        strategy: Strategy | None = None,
    ) -> str:
        """Keep the best sentences of a text.

        Args:
            content: the text; up to 100 characters come back as they are.
            target_ratio: share of the characters to keep, 0..1.
            classification: chooses the strategy where none is named.
            strategy: whose keywords count.

        Returns:
            Sentences exactly as they stand, in order; at least one of a text that is not blank.
        """
        if len(content) <= self._settings.whole_characters or target_ratio >= 1:
            return content
        if strategy is None:
            kind = classification.content_type if classification else "general"
            strategy = _BY_TYPE.get(kind, "generic")
        room = max(int(len(content) * target_ratio), 1)
        return " ".join(s.text for s in self.key_sentences(content, room=room, strategy=strategy))

    def key_sentences(
        self, content: str, *, room: int, strategy: Strategy
    ) -> tuple[KeySentence, ...]:
        """The best sentences within `room` characters, in order; the best one in any case."""
        texts = [text for start, end in _sentences(content) if (text := content[start:end])]
        sentences = [
            KeySentence(number, text, self.score(text, strategy))
            for number, text in enumerate(texts)
        ]
        chosen: list[KeySentence] = []
        for sentence in sorted(sentences, key=lambda s: (-s.score, s.number)):
            if chosen and len(sentence.text) > room:
                continue
            chosen.append(sentence)
            room -= len(sentence.text) + 1
            if room <= 0:
                break
        return tuple(sorted(chosen))

    def quality(
        self,
        content: str,
        extracted: str,
        strategy: Strategy = "generic",
        *,
        is_reworded: bool = False,
    ) -> float:
        """Share of what the strategy scores in a text that an extract still holds, 0..1.

        Different technical terms and numbers, and the kinds of keywords, with the weights of
        `score`; 1 where the text has none of them.

        Args:
            content: the text.
            extracted: what was made of it.
            strategy: whose keywords count.
            is_reworded: whether every clause was found answered in other words: no keyword is
                missed then.
        """
        lexicon, weight = _extraction_lexicon(strategy), self._settings
        kinds_of = set(lexicon.count(content))
        kinds = (
            (weight.keyword, kinds_of, kinds_of if is_reworded else set(lexicon.count(extracted))),
            (weight.term, set(_TERM.findall(content)), set(_TERM.findall(extracted))),
            (weight.number, set(_NUMBER.findall(content)), set(_NUMBER.findall(extracted))),
        )
        held = [(share, len(had & has) / len(had)) for share, had, has in kinds if had]
        total = sum(share for share, _ in held)
        return sum(share * part for share, part in held) / total if total else 1.0

    def score(self, sentence: str, strategy: Strategy) -> float:
        """1 a keyword, 0.5 a technical term, 0.3 a number (section 6.2)."""
        keywords = sum(_extraction_lexicon(strategy).count(sentence).values())
        plain = sentence.isascii() and _MAY_HOLD_TERM.search(sentence) is None
        terms = 0 if plain else len(_TERM.findall(sentence))
        numbers = len(_NUMBER.findall(sentence))
        weight = self._settings
        return keywords * weight.keyword + terms * weight.term + numbers * weight.number


def is_one_sentence(text: str) -> bool:
    """Nothing can be left out of it."""
    return len(_sentences(text)) <= 1


def _sentences(content: str) -> list[tuple[int, int]]:
    """Spans of the sentences, line by line."""
    spans, start = [], 0
    for line in content.split("\n"):
        spans += sentence_spans(content, start, start + len(line))
        start += len(line) + 1
    return spans
