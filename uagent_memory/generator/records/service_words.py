"""Words of a service's talk: what is asked for, taken up, turned down, limited or not known."""

from __future__ import annotations

from uagent_memory.generator.wording.phrase_index import lists_in, lists_opening

__all__ = [
    "is_choosing",
    "is_inviting",
    "is_limiting",
    "is_refusing",
    "is_requiring",
    "is_riding",
    "is_serving",
    "is_soothing",
    "is_unknowing",
    "lets_choose",
]

_ASKING = ("?", "？", "吗", "呢")


def is_inviting(text: str) -> bool:
    """It asks somebody for particulars, for leave, or for the next wish."""
    return "inviting" in lists_in(text)


def is_requiring(text: str) -> bool:
    """It begins by asking somebody for particulars, or by saying what they are needed for."""
    return "requiring" in lists_opening(text)


def is_choosing(answer: str) -> bool:
    """It says what is wanted of what was proposed: neither just "yes" nor a question."""
    asks = answer.rstrip().endswith(_ASKING)
    return not asks and lists_opening(answer).isdisjoint(("agreeing", "affirming"))


def lets_choose(text: str) -> bool:
    """It leads in what somebody may choose from."""
    return "choices" in lists_in(text)


def is_soothing(text: str) -> bool:
    """It shows a customer sympathy, and tells nothing."""
    return "soothing" in lists_opening(text)


def is_riding(text: str) -> bool:
    """It says what is to be done if the answer to a question is yes, or if there is none."""
    return "riding" in lists_opening(text)


def is_serving(text: str) -> bool:
    """An agent takes up a customer's wish, and tells of nothing that stands in its way."""
    return "serving" in lists_opening(text) and not is_refusing(text)


def is_refusing(text: str) -> bool:
    """It tells that something cannot be had, or why not."""
    return "refusing" in lists_in(text)


def is_limiting(text: str) -> bool:
    """It allows something once only, or says that it cannot be taken back."""
    return "limiting" in lists_in(text)


def is_unknowing(text: str) -> bool:
    """Somebody cannot say what was asked."""
    return "unknowing" in lists_opening(text)
