"""Asks to commit or push: who asks for that takes what was done for the asks before as done."""

from __future__ import annotations

import re
from collections.abc import Sequence
from functools import cache

from uagent_memory.analyzer.observations.conversation.people import asked_text
from uagent_memory.analyzer.observations.conversation.phrases import find, opens_clause
from uagent_memory.analyzer.observations.conversation.prose import Line, Prose
from uagent_memory.analyzer.observations.tables import either, table
from uagent_memory.ledger import Observation

__all__ = ["accepting_line", "only_ships"]


def accepting_line(prose: Prose, asked: Sequence[Observation]) -> Line | None:
    """The line with which a user has the work committed as it is.

    Args:
        prose: a user's message.
        asked: what it asks for.
    """
    if not asked or not all(map(only_ships, asked)):
        return None
    spans = {seen.span for seen in asked}
    return next((line for line in prose.lines if line.span in spans), None)


def only_ships(ask: Observation) -> bool:
    """It is an order to commit or to push, and says no "but"."""
    text = asked_text(ask)
    if len(text) > table("requests")["longest_shipping"] or _contrast().search(text):
        return False
    ships = (one for one in find(text, "requests") if one.category == "requests.shipping")
    return any(opens_clause(text, one.start) for one in ships)


@cache
def _contrast() -> re.Pattern[str]:
    return either(table("constraints")["contrasts"], re.IGNORECASE)
