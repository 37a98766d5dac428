"""The words of what is asked for, by their stems."""

from __future__ import annotations

from collections.abc import Iterable
from collections.abc import Set as AbstractSet

from uagent_memory.analyzer.terms import content_words
from uagent_memory.analyzer.types import Cue, UnitKind
from uagent_memory.facts import FactKind, RequestValue
from uagent_memory.generator.settings import PolicySettings
from uagent_memory.generator.view import GeneratorView
from uagent_memory.messages import Author

__all__ = ["asked_stems", "ordered_stems", "stems_of"]

_AGENT = Author.AGENT


def asked_stems(view: GeneratorView) -> AbstractSet[str]:
    """Of all asks and of the latest user message; words of any service left out."""
    settings = view.settings.policies
    asks = view.analysis.ledger.of(FactKind.REQUEST)
    texts = (fact.value.text for fact in asks if isinstance(fact.value, RequestValue))
    return _stems_in(texts, settings, besides=view.latest_words)


def ordered_stems(view: GeneratorView) -> AbstractSet[str]:
    """Of what the agents of a team ask each other for; none where one agent works alone."""
    settings = view.settings.policies
    said = [s for s in view.statements if s.analysis.message.author is _AGENT]
    if len({s.analysis.message.agent for s in said}) <= 1:
        return frozenset()
    orders = (
        s.unit.text
        for s in said
        if s.unit.kind is not UnitKind.FIELD and s.unit.cue.meets(Cue.DEMAND)
    )
    return _stems_in(orders, settings)


def _stems_in(
    texts: Iterable[str], settings: PolicySettings, *, besides: AbstractSet[str] = frozenset()
) -> frozenset[str]:
    """Of the words of texts; words of any service left out."""
    words = {word for text in texts for word in content_words(text)} | besides
    return stems_of(words - settings.general, settings)


def stems_of(words: Iterable[str], settings: PolicySettings) -> frozenset[str]:
    """Forms of a word are one: "exchange", "exchanged"."""
    bare = (word.removesuffix("'s") for word in words)
    return frozenset(word[: settings.stem] if word.isascii() else word for word in bare)
