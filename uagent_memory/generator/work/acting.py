"""Calls of tools that change something."""

from __future__ import annotations

from collections.abc import Sequence

from uagent_memory.analyzer.observations.conversation.carried_acts import name_words
from uagent_memory.facts import CommandValue
from uagent_memory.generator.settings import Shipping

__all__ = ["acting_verb"]


def acting_verb(value: CommandValue, shipping: Shipping) -> str:
    """With which the name of a tool begins that changes something; "" of any other."""
    if value.program != value.tool:
        return ""
    name = value.program.rpartition("__")[2].rpartition(".")[2]
    first, *others = name_words(value.program)
    if first in shipping.verbs or (first in shipping.opening and _has_object(others, shipping)):
        return first
    return next((v for v in shipping.verbs if name.startswith(v)), "") if not name.isascii() else ""


def _has_object(words: Sequence[str], shipping: Shipping) -> bool:
    """A name goes on with what is acted on: `open_dispute`, not `open` or `open_file`."""
    return bool(words) and shipping.shown.isdisjoint(words)
