"""Rules taken back: "you can edit the tests now" finds the rule that it means."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from functools import cache

from uagent_memory.analyzer.observations.prose import Line, Prose, follow_up
from uagent_memory.analyzer.observations.tables import either, table
from uagent_memory.analyzer.observations.ties import most_alike
from uagent_memory.facts import Change, FactKind
from uagent_memory.ledger import Observation
from uagent_memory.messages import Author

__all__ = ["LiftBook", "is_lifting"]


def is_lifting(line: Line) -> bool:
    """It gives leave, or says that a rule no longer holds, and sets no other rule besides."""
    if not line.has("constraints.lift") and _patterns().search(line.text) is None:
        return False
    binds = line.opened_by("constraints.prohibition", "constraints.obligation")
    return binds is None and not line.has("constraints.forbidden", "constraints.bound")


@cache
def _patterns() -> re.Pattern[str]:
    return either(table("constraints")["lift_patterns"])


class LiftBook:
    """The rules in force, so that a later "you may edit the tests now" finds the one it means."""

    def __init__(self) -> None:
        self._rules: dict[str, Observation] = {}

    def feed(self, prose: Prose, own: Sequence[Observation]) -> Iterator[Observation]:
        if prose.message.author in (Author.USER, Author.PARENT) and not prose.spoken:
            for line in prose.lines:
                if is_lifting(line) and not line.asks:
                    yield from self._lifted(prose, line)
        for seen in own:
            if seen.kind is FactKind.CONSTRAINT:
                self._rules[seen.key] = seen

    def _lifted(self, prose: Prose, line: Line) -> Iterator[Observation]:
        trust = prose.message.trust
        known = ((key, seen) for key, seen in self._rules.items() if seen.trust <= trust)
        meant = most_alike(line.text, known)
        if meant is not None:
            yield follow_up(meant, Change.LIFTED, prose.message, line.span)
            del self._rules[meant.key]
