"""Rules of a system prompt that bear on what is asked."""

from __future__ import annotations

import pytest

from tests.builders import SessionBuilder
from tests.generator.views import view_of
from uagent_memory.facts import ConstraintValue, FactKind
from uagent_memory.generator.records.asked_policies import policy_factors
from uagent_memory.messages import Author, Role

ENGLISH = (
    "You must check the warranty before a repair.",
    "You must never quote a discount.",
    "Lamps must only be exchanged once.",
    "You must close a parcel twice.",
    "You must not call before nine.",
)
CHINESE = (
    "维修之前必须查看保修卡。",
    "不得私自给出折扣。",
    "台灯换货必须只做一次。",
    "包裹必须封好两次。",
    "九点之前不得打电话。",
)


def asked_about(rules: tuple[str, ...], ask: str) -> list[str]:
    s = SessionBuilder()
    s.add(Role.SYSTEM, Author.SYSTEM, "\n".join(f"- {rule}" for rule in rules))
    s.user(ask)
    view = view_of(s.messages)
    found = view.analysis.ledger.of(FactKind.CONSTRAINT)
    assert len(found) == len(rules)
    factors = policy_factors(view, found)
    return [
        fact.value.text
        for fact in found
        if isinstance(fact.value, ConstraintValue) and factors.get(fact.key, 1.0) > 1.0
    ]


@pytest.mark.parametrize(
    ("rules", "ask"),
    [
        (ENGLISH, "I would like to exchange what I bought, please."),
        (CHINESE, "我想办理换货，麻烦了。"),
    ],
)
def test_the_rule_that_shares_a_word_with_the_ask(rules: tuple[str, ...], ask: str) -> None:
    """Forms of a word are one; what most rules say tells nothing."""
    assert asked_about(rules, ask) == [rules[2]]


@pytest.mark.parametrize(
    ("rules", "ask"),
    [
        (ENGLISH[:4], "I would like to exchange what I bought, please."),
        (CHINESE[:4], "我想办理换货，麻烦了。"),
        (ENGLISH, "Please confirm my order."),
        (CHINESE, "请确认订单。"),
    ],
)
def test_few_rules_and_general_words_tell_nothing(rules: tuple[str, ...], ask: str) -> None:
    """Few rules are all shown; of any service talk the words fit any rule."""
    assert asked_about(rules, ask) == []
