"""Who set a rule or passed an ask on: a user, the system prompt, an agent."""

from __future__ import annotations

from uagent_memory.facts import ConstraintValue, RequestValue, Status
from uagent_memory.generator.compressors.base import value_as
from uagent_memory.ledger import Fact, Observation
from uagent_memory.messages import Author

__all__ = ["binds_by_user", "is_passed_on", "is_policy", "is_users", "label_of_rule"]


def is_users(seen: Observation) -> bool:
    """A user said it, or a hand-off passes it on as a user's."""
    value = seen.value
    return seen.author is Author.USER or (isinstance(value, ConstraintValue) and value.of_user)


def binds_by_user(fact: Fact) -> bool:
    return fact.status is Status.ACTIVE and any(map(is_users, fact.history))


def is_policy(seen: Observation) -> bool:
    """The system prompt sets it: it binds for the whole session."""
    return seen.author is Author.SYSTEM


def is_passed_on(seen: Observation) -> bool:
    return isinstance(seen.value, RequestValue) and seen.value.passed_on


def label_of_rule(fact: Fact) -> str:
    """What a rule that no user set is called: a form of the answer, a policy, or a condition."""
    if value_as(fact, ConstraintValue).sort == "format":
        return "answer_format"
    return "policy" if any(map(is_policy, fact.history)) else "condition"
