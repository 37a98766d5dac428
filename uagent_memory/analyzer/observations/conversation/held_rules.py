"""Rules that hold for a while only.

"Don't push yet" is over once the user asks for the push; "don't change anything, just let me know"
once the user orders a change.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from functools import cache, lru_cache

from uagent_memory.analyzer.observations.conversation.inquiries import is_inquiry
from uagent_memory.analyzer.observations.conversation.people import asked_text
from uagent_memory.analyzer.observations.conversation.ties import content_words
from uagent_memory.analyzer.observations.tables import either, table
from uagent_memory.facts import FactKind
from uagent_memory.holding import holds_any
from uagent_memory.ledger import Observation

__all__ = ["taken_up"]

_REQUEST = FactKind.REQUEST


def taken_up(
    rules: Iterable[Observation], said: Iterable[Observation]
) -> Iterator[tuple[Observation, Observation]]:
    """The rules of a user for a while, each with an ask of the same user that ends it.

    Args:
        rules: in force.
        said: what the user's newest message says.
    """
    asks = [seen for seen in said if seen.kind is _REQUEST]
    if not asks:
        return
    for rule in rules:
        others = (ask for ask in asks if ask.span.message_id != rule.span.message_id)
        own = (ask for ask in others if ask.author is rule.author)
        ending = next((ask for ask in own if _ends(asked_text(ask), rule.key)), None)
        if ending is not None:
            yield rule, ending


def _ends(ask: str, rule: str) -> bool:
    """It is neither a question about what a rule holds back nor a rule like it."""
    held = _held_back(rule)
    ends = held <= content_words(ask) if held else _is_for_one_ask(rule) and _orders_change(ask)
    return ends and not (is_inquiry(ask) or _held_back(ask) or _is_for_one_ask(ask))


@lru_cache(maxsize=1024)
def _is_for_one_ask(text: str) -> bool:
    return _asking_only().search(text.casefold()) is not None


def _orders_change(text: str) -> bool:
    return _change_orders().search(text.casefold()) is not None


@lru_cache(maxsize=1024)
def _held_back(text: str) -> frozenset[str]:
    """What a rule for a while is about; nothing of any other."""
    folded = text.casefold()
    if not holds_any(folded, table("constraints")["held_signs"]):
        return frozenset()
    if _for_a_while().search(folded) is None or _in_any_way().search(folded):
        return frozenset()
    return content_words(_frame().sub(" ", _for_a_while().sub(" ", folded)))


@cache
def _for_a_while() -> re.Pattern[str]:
    return either(table("constraints")["held_patterns"])


@cache
def _in_any_way() -> re.Pattern[str]:
    return re.compile(table("constraints")["held_whatever"])


@cache
def _frame() -> re.Pattern[str]:
    return either(table("constraints")["held_frame"])


@cache
def _asking_only() -> re.Pattern[str]:
    return either(table("constraints")["asking_only"])


@cache
def _change_orders() -> re.Pattern[str]:
    return either(table("constraints")["change_orders"])
