"""Calls of tools that change something, and where agents tell of what they changed."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from uagent_memory.analyzer.observations.conversation.carried_acts import first_word
from uagent_memory.analyzer.types import MessageAnalysis
from uagent_memory.facts import Change, CommandValue
from uagent_memory.generator.settings import Shipping
from uagent_memory.ledger import Observation
from uagent_memory.messages import Author

__all__ = ["acting_verb", "reports_of_acts"]


def acting_verb(value: CommandValue, shipping: Shipping) -> str:
    """With which the name of a tool begins that changes something; "" of any other."""
    if value.program != value.tool:
        return ""
    name = value.program.rpartition("__")[2].rpartition(".")[2]
    first = first_word(value.program)
    if first in shipping.verbs:
        return first
    return next((v for v in shipping.verbs if name.startswith(v)), "") if not name.isascii() else ""


def reports_of_acts(messages: Sequence[MessageAnalysis], shipping: Shipping) -> frozenset[int]:
    """Messages in which an agent speaks next after such a call, before a user does."""
    return frozenset(_reports(messages, shipping))


def _reports(messages: Sequence[MessageAnalysis], shipping: Shipping) -> Iterator[int]:
    acted = False
    for analysis in messages:
        message = analysis.message
        if message.author is Author.USER:
            acted = False
        elif acted and message.author is Author.AGENT and message.text.strip():
            acted = False
            yield analysis.index
        acted = acted or any(_acts(seen, shipping) for seen in analysis.observations)


def _acts(seen: Observation, shipping: Shipping) -> bool:
    value = seen.value
    if not isinstance(value, CommandValue) or seen.change is not Change.PASSED:
        return False
    return bool(acting_verb(value, shipping))
