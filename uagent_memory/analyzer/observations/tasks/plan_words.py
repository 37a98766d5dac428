"""The words of plans' steps: whose part one is, and whether a message holds them all."""

from __future__ import annotations

from collections.abc import Sequence

from uagent_memory.analyzer.observations.conversation.prose import Prose
from uagent_memory.analyzer.observations.conversation.ties import content_words
from uagent_memory.analyzer.observations.tables import table
from uagent_memory.analyzer.observations.tasks.plan_items import Item, text_of

__all__ = ["is_handed_back", "is_part_of"]


def is_part_of(receiver: str, step: str) -> bool:
    """A step that is named by what the receiver is: "Review" by the reviewer, 评审 by 评审员."""
    name, words = receiver.casefold(), content_words(step)
    is_name = 0 < len(words) <= table("tasks")["naming_words"]
    return is_name and any(_is_form(word, name) for word in words)


def _is_form(word: str, name: str) -> bool:
    """A name begins with the stem of a word: "reviewer" with that of "reviewing"."""
    limits = table("tasks")
    if not word.isascii():
        return len(word) >= limits["shortest_chinese_stem"] and name.startswith(word)
    shortest = limits["shortest_stem"]
    stem = word[: max(shortest, len(word) - limits["longest_ending"])]
    return len(stem) >= shortest and name.startswith(stem)


def is_handed_back(prose: Prose, waiting: Sequence[Item]) -> bool:
    """The message holds most of the steps word for word."""
    text = _plain(prose.message.text)
    steps = [_plain(text_of(item.seen)) for item in waiting]
    return sum(step in text for step in steps) > len(steps) / 2


def _plain(text: str) -> str:
    return " ".join(text.casefold().split())
