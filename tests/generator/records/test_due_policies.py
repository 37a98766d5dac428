"""Rules that limit what comes next."""

from __future__ import annotations

import pytest

from tests.builders import SessionBuilder
from tests.generator.views import view_of
from uagent_memory.facts import ConstraintValue, FactKind
from uagent_memory.generator.records.due_policies import due_policies
from uagent_memory.generator.records.policy_sections import PolicySections
from uagent_memory.messages import Author, Role

ENGLISH = (
    "You must check the warranty before an exchange.",
    "Exchange tools must only be called once per order.",
    "Refund tools must only be called once per order.",
)
CHINESE = ("换货之前必须查看保修卡。", "每个订单换货必须只办一次。", "每个订单退款必须只办一次。")


def due(rules: tuple[str, ...], offer: str, yes: str) -> list[str]:
    s = SessionBuilder()
    s.add(Role.SYSTEM, Author.SYSTEM, "\n".join(f"- {rule}" for rule in rules))
    s.user("It is broken. 坏了。")
    s.agent(offer)
    s.user(yes)
    view = view_of(s.messages)
    found = view.analysis.ledger.of(FactKind.CONSTRAINT)
    keys = due_policies(view, found, PolicySections(view, found))
    values = [fact.value for fact in found if fact.key in keys]
    return [value.text for value in values if isinstance(value, ConstraintValue)]


@pytest.mark.parametrize(
    ("rules", "offer", "yes"),
    [
        (ENGLISH, "Would you like me to exchange it?", "Yes, please proceed."),
        (CHINESE, "需要我为您换货吗？", "好的。"),
        (ENGLISH, "What shall we do?", "Please exchange it."),
    ],
)
def test_the_rule_that_allows_it_once(rules: tuple[str, ...], offer: str, yes: str) -> None:
    """Of what was agreed to, or is asked for."""
    assert due(rules, offer, yes) == [rules[1]]


def test_where_nothing_is_due_no_rule_is() -> None:
    assert due(ENGLISH, "What colour is it?", "Green.") == []
