"""All of an act is called off."""

from __future__ import annotations

import pytest

from tests.talk import states
from uagent_memory.facts import FactKind

OFF = {"superseded", "cancelled"}
ENGLISH = (
    ("user", "I'd like to exchange the lamp and the rug. Please also update my address."),
    ("agent", "Which lamp would you like?"),
    ("user", "I'd like to go with the silver lamp."),
    ("agent", "I will exchange the lamp for the silver one."),
)
CHINESE = (
    ("user", "我想换台灯和地毯。另外请修改我的地址。"),
    ("agent", "您想要哪一款台灯？"),
    ("user", "我要银色的那款台灯。"),
    ("agent", "我会把台灯换成银色的。"),
)


@pytest.mark.parametrize(
    ("turns", "words", "other"),
    [
        (ENGLISH, "On second thought, I'd prefer not to exchange anything.", "address"),
        (ENGLISH, "I don't want to swap any of them.", "address"),
        (CHINESE, "我想了一下，都不想换了。", "地址"),
        (CHINESE, "算了，全都不想换了。", "地址"),
    ],
)
def test_what_was_asked_for_the_act_since_its_first_ask_is_superseded(
    turns: tuple[tuple[str, str], ...], words: str, other: str
) -> None:
    """Also what names no act itself; not what asks for another one."""
    asks = states(FactKind.REQUEST, *turns, ("user", words))
    before = {text: status for text, status in asks.items() if any(text in t for _, t in turns)}
    off = [status for text, status in before.items() if other not in text]
    assert len(off) > 1
    assert set(off) <= OFF
    assert {status for text, status in before.items() if other in text} == {"active"}


@pytest.mark.parametrize(
    ("turns", "words"),
    [
        (ENGLISH, "I don't need anything else."),
        (ENGLISH, "Why can't you exchange any of them?"),
        (ENGLISH, "I don't want to cancel anything."),
        (CHINESE, "其他的都不需要了。"),
    ],
)
def test_other_words_call_nothing_off(turns: tuple[tuple[str, str], ...], words: str) -> None:
    """No act is named, or another one, or it is a question."""
    asks = states(FactKind.REQUEST, *turns, ("user", words))
    assert "superseded" not in asks.values()


def test_what_was_decided_goes_with_the_ask_that_says_it() -> None:
    """The user's own choice stands no more."""
    chosen = "For the exchange, I'd like to go with the silver lamp."
    turns = (
        ("user", chosen),
        ("agent", "I see."),
        ("user", "No, I don't want to exchange anything."),
    )
    assert states(FactKind.DECISION, *turns[:-1])[chosen] == "active"
    assert states(FactKind.DECISION, *turns)[chosen] == "superseded"
