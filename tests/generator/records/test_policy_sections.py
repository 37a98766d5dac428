"""Rules that stand under the headings of operations."""

from __future__ import annotations

import pytest

from tests.builders import SessionBuilder
from tests.generator.views import proposed, view_of
from uagent_memory import compress_context_sync
from uagent_memory.facts import ConstraintValue, FactKind
from uagent_memory.generator.candidate import Keep
from uagent_memory.generator.compressors.primary_request import PrimaryRequestCompressor
from uagent_memory.generator.records.policy_sections import PolicySections
from uagent_memory.messages import Author, Message, Role

ENGLISH = """# Rules of the shop

- You must greet every caller.

## Return delivered goods

- The refund must go to the card that was charged.

## Modify pending goods

- The caller must choose another card than the one that was charged.
"""
CHINESE = """# 商店规则

- 必须先向客人问好。

## 退货规则

- 退款必须退回原卡。

## 换货规则

- 客人必须换一张别的卡。
"""


def session(rules: str, ask: str) -> tuple[Message, ...]:
    s = SessionBuilder()
    s.add(Role.SYSTEM, Author.SYSTEM, rules)
    s.user(ask)
    for number in range(60):
        s.agent(f"I looked at shelf {number} of the store. 我看了第{number}号货架。")
    return s.messages


@pytest.mark.parametrize(
    ("rules", "ask", "own", "other"),
    [
        (ENGLISH, "I want to return a lamp.", "Return delivered goods", "another card"),
        (CHINESE, "我要退货，是一盏台灯。", "退货规则", "别的卡"),
    ],
)
def test_a_rule_of_another_operation_gives_way(rules: str, ask: str, own: str, other: str) -> None:
    """What is for all operations, or for the one asked for, does not."""
    view = view_of(session(rules, ask))
    found = view.analysis.ledger.of(FactKind.CONSTRAINT)
    sections = PolicySections(view, found)
    foreign = [f.value for f in found if sections.is_foreign(f)]
    assert [other in value.text for value in foreign if isinstance(value, ConstraintValue)] == [
        True
    ]
    headings = [unit.lead for fact in found if (unit := sections.heading(fact)) is not None]
    assert own in headings
    assert len(headings) == 2


@pytest.mark.parametrize(
    ("rules", "ask"),
    [(ENGLISH, "I want to know when you open."), (CHINESE, "你们几点开门？")],
)
def test_where_no_operation_is_asked_for_all_stand(rules: str, ask: str) -> None:
    """Any of them may be next."""
    view = view_of(session(rules, ask))
    found = view.analysis.ledger.of(FactKind.CONSTRAINT)
    sections = PolicySections(view, found)
    assert not any(map(sections.is_foreign, found))


@pytest.mark.parametrize(
    ("rules", "ask", "heading", "rule"),
    [
        (
            ENGLISH,
            "I want to return a lamp.",
            "Policy (Return delivered goods): ",
            "The refund must go to the card that was charged.",
        ),
        (CHINESE, "我要退货，是一盏台灯。", "Policy (退货规则): ", "退款必须退回原卡"),
    ],
)
def test_a_rule_stands_under_the_heading_that_limits_it(
    rules: str, ask: str, heading: str, rule: str
) -> None:
    """It says nothing of other operations."""
    text = compress_context_sync(session(rules, ask), to="planner", budget=700).markdown
    assert heading + rule in text


@pytest.mark.parametrize(
    ("rules", "ask", "other"),
    [
        (ENGLISH, "I want to return a lamp.", "another card"),
        (CHINESE, "我要退货，是一盏台灯。", "别的卡"),
    ],
)
@pytest.mark.parametrize("to", ["tester", "reviewer", "planner"])
def test_a_receiver_gets_the_rules_of_all_operations_that_fit(
    rules: str, ask: str, other: str, to: str
) -> None:
    """They come after those of the operation that is asked for, and before what is optional."""
    messages = session(rules, ask)
    candidates = proposed(PrimaryRequestCompressor(), messages, to=to, handed_over=True)
    ruled = {c.text: c for c in candidates if c.is_policy}
    (foreign,) = [c for text, c in ruled.items() if other in text]
    assert foreign.keep is Keep.RECEIVER
    assert all(c.value > foreign.value for c in ruled.values() if c is not foreign)
    assert other in compress_context_sync(messages, to=to, budget=700).markdown
