"""How near the end of a history a message stands."""

from __future__ import annotations

from uagent_memory.generator.selection.recency import Recency
from uagent_memory.generator.settings import GeneratorSettings


def test_what_is_near_the_end_counts_more() -> None:
    """It rises from the first message to the last; only the last ones are the current work."""
    recency = Recency(100, GeneratorSettings.load())
    boosts = [recency.boost(index) for index in range(100)]
    assert boosts == sorted(boosts)
    assert recency.of(99) == 1.0
    assert recency.is_recent(99)
    assert not recency.is_recent(0)


def test_a_history_without_messages_has_nothing_recent() -> None:
    """No division by its length."""
    assert Recency(0, GeneratorSettings.load()).boost(0) > 1.0
