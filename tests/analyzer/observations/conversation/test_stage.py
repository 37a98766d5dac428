"""The stage of the workflow."""

from __future__ import annotations

import pytest

from tests.analyzer.observations.exchanges import analysed
from tests.builders import SessionBuilder
from tests.talk import facts, observe, text_of
from uagent_memory.analyzer.observations.conversation.stage import stage_of_agent
from uagent_memory.facts import FactKind
from uagent_memory.ledger import Ledger

STAGE = FactKind.STAGE


@pytest.mark.parametrize(
    ("text", "stage"),
    [
        ("let's go back to the review now", "review"),
        ("Now in the planning phase.", "planning"),
        ("Moving on to testing.", "testing"),
        ("现在进入测试阶段。", "testing"),
        ("接下来是开发。", "implementation"),
    ],
)
def test_stated_stage(text: str, stage: str) -> None:
    """What people and agents say they enter is the stage."""
    assert [text_of(fact) for fact in facts(STAGE, ("agent", text))] == [stage]


@pytest.mark.parametrize(
    "text", ["The review found two bugs.", "Testing is slow.", "Shall we start the review?"]
)
def test_mere_mention(text: str) -> None:
    """A stage that is only mentioned or asked about is not entered."""
    assert facts(STAGE, ("agent", text)) == []


@pytest.mark.parametrize(
    ("name", "stage"),
    [("planner", "planning"), ("team/Code Reviewer", "review"), ("reviewer:a1b2c3d", "review"),
     ("Verification_Expert", "testing"), ("main", "")],
)  # fmt: skip
def test_stage_by_role_name(name: str, stage: str) -> None:
    """A role's name tells its stage, or nothing."""
    assert stage_of_agent(name) == stage


def test_speaking_roles_change_the_stage() -> None:
    """The history of the one stage fact follows who speaks, once per change."""
    builder = SessionBuilder()
    for name in ("planner", "planner", "coder", "tester"):
        builder.agent("I am at work.", agent=name)
    (fact,) = Ledger(observe(builder.messages)).of(STAGE)
    assert text_of(fact) == "testing"
    assert len(fact.history) == 3


@pytest.mark.parametrize(
    "text",
    [
        "This is the current implementation.",
        "Give it back to the writer for verification.",
        "Let's begin by reviewing the pictures.",
    ],
)
def test_other_things_of_a_stage_s_name(text: str) -> None:
    """The name must follow at once: a thing of that name is no stage."""
    assert facts(STAGE, ("agent", text)) == []


def test_an_analyst_by_name_is_in_no_stage() -> None:
    """Who analyses data does not plan by that."""
    s = SessionBuilder()
    s.user("Count the lamps.")
    s.agent("There are 24 of them.", agent="analyst")
    assert not Ledger(observe(s.messages)).of(FactKind.STAGE)


@pytest.mark.parametrize("text", ["差价不支持退回信用卡。", "退款会退回余额，三天到账。"])
def test_money_that_goes_back_is_no_handover(text: str) -> None:
    s = SessionBuilder()
    s.user("能退钱吗？")
    s.agent(text)
    assert not analysed(s).of(FactKind.HANDOFF)
