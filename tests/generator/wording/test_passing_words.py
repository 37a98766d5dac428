"""Words that are over with the next turn."""

from __future__ import annotations

import pytest

from uagent_memory.generator.wording.passing_words import is_passing


@pytest.mark.parametrize(
    "text",
    [
        "Yes, that's correct.",
        "Sorry, I don’t remember the number.",
        "I'm not sure which one.",
        "我不记得订单号了。",
        "好的，没问题。",
    ],
)
def test_assent_and_not_knowing(text: str) -> None:
    """Also with a typographic apostrophe."""
    assert is_passing(text)


@pytest.mark.parametrize("text", ["Return the lamp, please.", "把台灯退了。", "It is K-9001."])
def test_what_is_wanted_stays(text: str) -> None:
    assert not is_passing(text)
