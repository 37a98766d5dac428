"""How the names of an agent's fields read."""

from __future__ import annotations

import pytest

from uagent_memory.generator.compressors.field_names import spelled_key


@pytest.mark.parametrize(
    ("key", "told"),
    [
        ("next_speaker", "Next speaker: "),
        ("nextSpeaker", "Next speaker: "),
        ("is_in_loop", "In loop? "),
        ("hasFailed", "Failed? "),
        ("reason", "reason: "),
        ("Open points", "Open points: "),
        ("下一步", "下一步: "),
        ("是否完成", "是否完成？"),
    ],
)
def test_a_key_is_told_in_words(key: str, told: str) -> None:
    """One that asks stands as the question that the field answers."""
    assert spelled_key(key) == told
