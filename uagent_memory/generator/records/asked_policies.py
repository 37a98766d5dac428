"""Which of many rules of a system prompt bear on what the user asks for."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from collections.abc import Set as AbstractSet

from uagent_memory.analyzer.terms import content_words
from uagent_memory.facts import ConstraintValue
from uagent_memory.generator.records.asked_words import asked_stems, stems_of
from uagent_memory.generator.view import GeneratorView
from uagent_memory.ledger import Fact
from uagent_memory.messages import Author

__all__ = ["policy_factors"]


def policy_factors(view: GeneratorView, rules: Sequence[Fact]) -> Mapping[str, float]:
    """Key of a rule of no user -> what it counts, where some bear on an ask and others do not."""
    settings = view.settings.policies
    asked, others = _parted(view, rules)
    if not asked:
        return {}
    return dict.fromkeys(others, settings.other_factor) | dict.fromkeys(
        asked, settings.asked_factor
    )


def _parted(view: GeneratorView, rules: Sequence[Fact]) -> tuple[AbstractSet[str], ...]:
    """Those that share a word with an ask which few of them hold, and the others."""
    settings = view.settings.policies
    policies = {
        fact.key: stems_of(content_words(fact.value.text), settings)
        for fact in rules
        if isinstance(fact.value, ConstraintValue) and fact.last.author is not Author.USER
    }
    if len(policies) < settings.least:
        return frozenset(), frozenset()
    holding = Counter(stem for stems in policies.values() for stem in stems)
    most = len(policies) * settings.common
    asked = {stem for stem in asked_stems(view) if 0 < holding[stem] <= most}
    found = frozenset(key for key, stems in policies.items() if asked & stems)
    return found, policies.keys() - found
