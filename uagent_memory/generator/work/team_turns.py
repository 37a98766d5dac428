"""Turns in a team: what one agent told another to do, and who has spoken since."""

from __future__ import annotations

import re
from collections.abc import Sequence
from functools import cache, cached_property
from heapq import nlargest
from operator import itemgetter

from uagent_memory.analyzer.types import MessageAnalysis
from uagent_memory.facts import FactKind
from uagent_memory.generator.settings import GeneratorSettings
from uagent_memory.generator.wording.phrase_index import lists_opening
from uagent_memory.generator.wording.statements import Statement
from uagent_memory.messages import Author

__all__ = ["TeamTurns", "is_appointing", "is_team"]

_AGENT = Author.AGENT

_SPEAK = frozenset((Author.AGENT, Author.TOOL))


def is_appointing(text: str) -> bool:
    """It says only whose turn it is."""
    return len(text) <= _longest_appointing() and "appointing" in lists_opening(text)


@cache
def _longest_appointing() -> int:
    return GeneratorSettings.load().limits.appointing_characters


def is_team(messages: Sequence[MessageAnalysis]) -> bool:
    """More than one agent speaks."""
    return len({m.message.agent for m in messages if m.message.author is _AGENT}) > 1


class TeamTurns:
    """Of one history; nobody answers in one where a single agent speaks."""

    def __init__(self, messages: Sequence[MessageAnalysis]) -> None:
        said = [m for m in messages if m.message.author in _SPEAK and m.message.text.strip()]
        self._last = {m.message.agent: m.index for m in said} if is_team(said) else {}

    def carried_out(self, statement: Statement) -> bool:
        """An agent told a teammate to do something, and a teammate has spoken since.

        What a message asks for that passes the team's task on is not over with an answer.
        """
        analysis = statement.analysis
        if analysis.index >= self._others_spoke(analysis.message.agent):
            return False
        if "ordering" not in self._opening(statement.unit.text):
            return False
        return all(seen.kind is not FactKind.REQUEST for seen in analysis.observations)

    def _opening(self, text: str) -> frozenset[str]:
        """Names of the lists with which a sentence begins, or goes on after a teammate's name:
        "Coder, please ..."."""
        found = self._address.match(text)
        return lists_opening(text) if found is None else lists_opening(text, found.end())

    @cached_property
    def _address(self) -> re.Pattern[str]:
        names = "|".join(re.escape(name) for name in self._last if name)
        return re.compile(rf"[\s*@]*(?:{names})[\s*]*[,，:：]\s*" if names else r"(?!)")

    def _others_spoke(self, agent: str | None) -> int:
        """Index of the last message that somebody else of the team wrote; -1 if nobody did."""
        return next((at for name, at in self._newest if name != agent), -1)

    @cached_property
    def _newest(self) -> Sequence[tuple[str | None, int]]:
        """The two agents that spoke last, the newest first, with the message of each."""
        return nlargest(2, self._last.items(), key=itemgetter(1))
