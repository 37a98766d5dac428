"""Which facts a role's must-get kinds mean, as weights.toml has it."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from pydantic import BaseModel, ConfigDict, Field, model_validator

from uagent_memory.facts import CommandValue, DecisionValue, FactKind, Status
from uagent_memory.ledger import Fact
from uagent_memory.roles import MustGet

__all__ = ["MustGetRule", "MustGetSettings"]


class MustGetRule(BaseModel):
    """The facts that one must-get kind means."""

    model_config = ConfigDict(frozen=True, extra="forbid")

    kinds: frozenset[FactKind]
    statuses: frozenset[Status] = frozenset()
    """Empty: whatever state."""
    turned_down: bool = False
    """Of decisions only those against an option."""
    checks: bool = False
    """Of commands only those that test, lint, build or type-check."""
    besides: frozenset[str] = frozenset()
    """Programs whose runs are not meant."""

    def covers(self, fact: Fact) -> bool:
        """Whether the kind means this fact, in the state it is in."""
        if fact.kind not in self.kinds or (self.statuses and fact.status not in self.statuses):
            return False
        if fact.kind is FactKind.SYMBOL and fact.came_and_went:
            return False
        match fact.value:
            case DecisionValue(rejected=rejected):
                return not self.turned_down or bool(rejected) or fact.status is Status.REJECTED
            case CommandValue(program=program, checks=checks):
                return (checks or not self.checks) and self._is_meant(program)
            case _:
                return True

    def _is_meant(self, program: str) -> bool:
        """Neither the program nor the one that its subcommand belongs to is excepted."""
        return self.besides.isdisjoint((program, program.partition(" ")[0]))


class MustGetSettings(BaseModel):
    """What facts that a role must get are worth, and which they are."""

    model_config = ConfigDict(frozen=True, extra="forbid")

    floor: float = Field(ge=0, le=1)
    rules: Mapping[MustGet, MustGetRule]

    @model_validator(mode="before")
    @classmethod
    def _gather_rules(cls, table: dict[str, Any]) -> dict[str, Any]:
        """In the file the rules stand beside the floor."""
        if "rules" in table:
            return table
        rules = {name: rule for name, rule in table.items() if name != "floor"}
        return {"floor": table["floor"], "rules": rules}
