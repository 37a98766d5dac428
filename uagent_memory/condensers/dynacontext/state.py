"""What a DynaContext condenser remembers between two calls."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from uagent_memory.condensers.dynacontext.votes import Ballot
from uagent_memory.condensers.view import View
from uagent_memory.messages import Role
from uagent_memory.pairing import is_parallel

__all__ = ["Memory"]


@dataclass
class Memory:
    """Changes with every judgement and every condensation; exported as `dynacontext_state`."""

    known: frozenset[str] = frozenset()
    """Ids in view after the last condensation."""
    tokens_after: int | None = None
    lowest: int | None = None
    turns_since_reset: int = 0
    should_judge: bool = False
    last_skip_reason: str | None = None
    last_judge_metadata: Mapping[str, object] | None = None
    judged: tuple[tuple[str, ...], Ballot] | None = None
    """The last ballot and the ids it was about: the same view is not voted on twice."""

    def see(self, view: View, tokens: int) -> None:
        """Count the agent's turns since the last condensation, and the smallest size."""
        events = view.events
        self.turns_since_reset = sum(
            event.role is Role.ASSISTANT
            and event.id not in self.known
            and not (index and is_parallel(events, index - 1))
            for index, event in enumerate(events)
        )
        if self.lowest is not None:
            self.lowest = min(self.lowest, tokens)

    def skip(self, reason: str) -> None:
        self.should_judge = False
        self.last_skip_reason = reason

    def voted(self, view: View, ballot: Ballot) -> None:
        self.should_judge = True
        self.last_skip_reason = None
        self.last_judge_metadata = ballot.as_metadata()
        self.judged = (view.ids, ballot)

    def ballot(self, view: View) -> Ballot | None:
        """The ballot on this very view, if there was one."""
        if self.judged is None or self.judged[0] != view.ids:
            return None
        return self.judged[1]

    def reset(self, view: View, tokens: int) -> None:
        """A condensation left this view behind."""
        self.known = frozenset(view.ids)
        self.tokens_after = self.lowest = tokens
        self.turns_since_reset = 0
        self.judged = None

    def exported(self) -> dict[str, Any]:
        return {
            "turns_since_reset": self.turns_since_reset,
            "should_judge": self.should_judge,
            "last_skip_reason": self.last_skip_reason,
            "last_judge_metadata": self.last_judge_metadata,
        }
