"""Rules that a user changes, and lines that are rules by their form."""

from __future__ import annotations

import pytest

from tests.talk import states
from uagent_memory.facts import FactKind

CONSTRAINT = FactKind.CONSTRAINT


@pytest.mark.parametrize(
    ("rule", "change"),
    [
        (
            "注释和提交信息都必须用英文写。",
            "规则要改：刚才说注释和提交信息用英文，现在注释必须用中文。",
        ),
        (
            "Comments and commit messages must be in English.",
            "One change of the rule: comments must be in Welsh, commit messages in English.",
        ),
    ],
)
def test_a_rule_that_is_told_as_changed_gives_way(rule: str, change: str) -> None:
    """What holds now is a rule of its own; the others stay."""
    other = "Do not touch the harbour module."
    found = states(
        CONSTRAINT, ("user", f"{rule}\n\n{other}"), ("agent", "Understood."), ("user", change)
    )
    assert found == {rule: "superseded", other: "active", change: "active"}


def test_a_changed_requirement_that_names_no_rule_changes_none() -> None:
    """It only adds to them."""
    rule = "Do not touch the harbour module."
    change = "Change of requirement: boats with a lantern get ten minutes."
    found = states(CONSTRAINT, ("user", rule), ("agent", "Understood."), ("user", change))
    assert found[rule] == "active"


@pytest.mark.parametrize(
    "rule",
    [
        "max 45 € per month including the berth",
        "at least 100 lamps along the quay",
        "no Northwind, I had two years of trouble with them",
        "We can afford 5 minutes of darkness, not more.",
        "the lamp stays unlit until the oil is checked",
        "And no use of the crane, the insurance does not cover it.",
        "Anything that changes the light needs an explicit go from the harbour master.",
        "legal also wants the names out",
        "and nobody moves a boat before Monday!",
    ],
)
def test_forms_of_short_rules(rule: str) -> None:
    """A limit, a name that is ruled out, a state that lasts, a word that is needed first."""
    found = states(CONSTRAINT, ("user", f"I need a plan for the quay.\n\n- {rule}"))
    assert found == {rule: "active"}


def test_a_rule_says_what_it_forbids() -> None:
    """ "Nothing else" by itself says nothing."""
    said = "Go for the second lamp. Nothing else."
    assert not states(CONSTRAINT, ("user", "Plan it."), ("agent", "Which?"), ("user", said))
