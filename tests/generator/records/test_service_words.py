"""Words of a service's talk."""

from __future__ import annotations

import pytest

from uagent_memory.generator.records.service_words import (
    is_inviting,
    is_limiting,
    is_refusing,
    is_requiring,
    is_riding,
    is_serving,
    is_unknowing,
)


@pytest.mark.parametrize(
    ("text", "is_one"),
    [
        ("If so, please name the card.", True),
        ("如果确认，我会立即提交。", True),
        ("If so, the cache is stale.", False),
    ],
)
def test_what_rides_on_an_answer(text: str, *, is_one: bool) -> None:
    assert is_riding(text) is is_one


@pytest.mark.parametrize(
    ("text", "is_one"),
    [
        ("I can help you with moving the berth.", True),
        ("我可以帮您改泊位。", True),
        ("I can help you with that, but a berth cannot be moved twice.", False),
    ],
)
def test_an_offer_of_help_says_nothing_unless_something_stands_in_its_way(
    text: str, *, is_one: bool
) -> None:
    assert is_serving(text) is is_one


def test_words_of_service_in_both_languages() -> None:
    """Also with a typographic apostrophe."""
    refusals = ("Paying in parts is not supported.", "We don’t have it.", "仅支持原路退回。")
    assert all(map(is_refusing, refusals))
    assert all(map(is_limiting, ("It can only be called once.", "提交后不可撤销。")))
    assert all(map(is_unknowing, ("I don’t remember the number.", "我不记得了。")))
    assert all(map(is_requiring, ("Additionally, please name the gate.", "另外请提供泊位号。")))
    assert is_inviting("Please confirm if you'd like to proceed with it.")
