"""Hand-offs between agents, and their return."""

from __future__ import annotations

import pytest

from tests.builders import SessionBuilder
from tests.talk import facts, observe
from uagent_memory.facts import FactKind, HandoffValue
from uagent_memory.ledger import Fact, Ledger
from uagent_memory.messages import Author, MessageKind, Role

HANDOFF = FactKind.HANDOFF


def value_of(fact: Fact) -> HandoffValue:
    assert isinstance(fact.value, HandoffValue)
    return fact.value


def prompt(builder: SessionBuilder, to: str, text: str) -> None:
    builder.add(Role.USER, Author.PARENT, text, agent="main", to=to, kind=MessageKind.HANDOFF)


def test_prompt_to_a_sub_agent_and_its_report() -> None:
    """A prompt is open until the sender goes on after the receiver's last words."""
    builder = SessionBuilder()
    prompt(builder, "reviewer", "Review the branch. Be thorough.")
    builder.run("bash", "diff", say="Reading the diff first.", command="git diff")
    (fact,) = Ledger(observe(builder.messages)).of(HANDOFF)
    assert fact.status.value == "stated"
    assert value_of(fact) == HandoffValue(
        sender="main", receiver="reviewer", what="Review the branch."
    )
    builder.agent("Two issues found.", agent="reviewer")
    builder.agent("I will fix both.", agent="main")
    (fact,) = Ledger(observe(builder.messages)).of(HANDOFF)
    assert fact.status.value == "done"
    assert fact.last.span.message_id == "m4"


def test_each_pair_is_one_fact() -> None:
    """Repeated orders from one agent to another are one fact, the newest its value."""
    builder = SessionBuilder()
    for text in ("Open the page.", "Scroll down."):
        builder.agent(text, agent="Orchestrator", to="Surfer", kind=MessageKind.HANDOFF)
    (fact,) = Ledger(observe(builder.messages)).of(HANDOFF)
    assert (value_of(fact).what, len(fact.history)) == ("Scroll down.", 2)


@pytest.mark.parametrize(
    ("text", "receiver"),
    [
        ("@tester please run the suite", "tester"),
        ("I will hand this over to the reviewer now.", "reviewer"),
        ("代码写完了，交给测试。", "测试"),
    ],
)
def test_team_talk(text: str, receiver: str) -> None:
    """Work is also handed over in so many words."""
    (fact,) = facts(HANDOFF, ("agent", text))
    assert value_of(fact).receiver == receiver


@pytest.mark.parametrize(
    "text", ["mail me at a@b.example", "the `@property` decorator", "@pytest.fixture is used"]
)
def test_other_at_signs(text: str) -> None:
    """Addresses and decorators hand nothing over."""
    assert facts(HANDOFF, ("agent", text)) == []


@pytest.mark.parametrize("failed", [False, True])
def test_result_of_the_call_is_the_return(failed: bool) -> None:
    """The result of the call that started a sub-agent ends its work and its orders."""
    order = "Please review the branch thoroughly. Be brief."
    builder = SessionBuilder()
    call = builder.call("Task", prompt=order)
    builder.agent("I pass it on.", call, agent="main")
    prompt(builder, "reviewer", order)
    builder.run("bash", "diff", say="Reading.", command="git diff")
    builder.result(call, "No issues found.", is_error=failed)
    ledger = Ledger(observe(builder.messages))
    (fact,) = ledger.of(HANDOFF)
    (asked,) = ledger.of(FactKind.REQUEST)
    expected = ("stated", "active") if failed else ("done", "done")
    assert (fact.status.value, asked.status.value) == expected


def test_rules_of_a_brief_end_with_its_report() -> None:
    """What a sub-agent was to heed binds nobody once it has reported."""
    order = "Please review the branch thoroughly. You must not edit any file."
    builder = SessionBuilder()
    call = builder.call("Task", prompt=order)
    builder.agent("I pass it on.", call, agent="main")
    prompt(builder, "reviewer", order)
    (rule,) = Ledger(observe(builder.messages)).of(FactKind.CONSTRAINT)
    assert rule.status.value == "active"
    builder.result(call, "No issues found.")
    (rule,) = Ledger(observe(builder.messages)).of(FactKind.CONSTRAINT)
    assert rule.status.value == "lifted"


@pytest.mark.parametrize(
    ("brief", "report"),
    [
        ("Please test the importer.", "Testing the importer found a defect: rows are lost."),
        ("请测试导入程序。", "测试导入程序发现一个缺陷：丢行。"),
    ],
)
def test_a_brief_back_to_the_sender_is_the_report(brief: str, report: str) -> None:
    """What it was given is done; what it asks the sender for is open."""
    builder = SessionBuilder()
    builder.add(
        Role.USER, Author.PARENT, brief, agent="coder", to="tester", kind=MessageKind.HANDOFF
    )
    builder.agent("I look at it from outside.", agent="tester")
    builder.add(
        Role.USER, Author.PARENT, report, agent="tester", to="coder", kind=MessageKind.HANDOFF
    )
    states = {fact.key: fact.status.value for fact in Ledger(observe(builder.messages)).of(HANDOFF)}
    assert states == {"coder>tester": "done", "tester>coder": "stated"}


def test_a_question_back_is_no_report() -> None:
    """The work is still to be done."""
    builder = SessionBuilder()
    prompt(builder, "tester", "Please test the importer.")
    builder.add(
        Role.USER,
        Author.PARENT,
        "Which importer do you mean?",
        agent="tester",
        to="main",
        kind=MessageKind.HANDOFF,
    )
    states = {fact.key: fact.status.value for fact in Ledger(observe(builder.messages)).of(HANDOFF)}
    assert states["main>tester"] == "stated"


@pytest.mark.parametrize("words", ["Both defects are fixed.", "全部完成，两个缺陷都已修复。"])
def test_a_receiver_that_says_it_is_done_is_done(words: str) -> None:
    """Also where nobody speaks after it."""
    builder = SessionBuilder()
    prompt(builder, "coder", "Please fix the two defects of the importer.")
    builder.agent(words, agent="coder")
    found = Ledger(observe(builder.messages))
    assert [fact.status.value for fact in found.of(HANDOFF)] == ["done"]
    assert [fact.status.value for fact in found.of(FactKind.REQUEST)] == ["done"]


def test_work_that_goes_round_in_a_team() -> None:
    """The hand-over is told, and who hands on has done what it was given."""
    builder = SessionBuilder()
    builder.agent("The plan is laid. Hand-off to coder.", agent="planner")
    builder.agent("The lamp is lit. Hand-off to tester: check it in the dark.", agent="coder")
    builder.agent("It flickers. Back to coder.", agent="tester")
    found = {
        (value_of(fact).sender, value_of(fact).receiver): (fact.status.value, value_of(fact).what)
        for fact in Ledger(observe(builder.messages)).of(HANDOFF)
    }
    assert found == {
        ("planner", "coder"): ("done", ""),
        ("coder", "tester"): ("done", "Hand-off to tester: check it in the dark."),
        ("tester", "coder"): ("stated", ""),
    }


@pytest.mark.parametrize(
    ("said", "receiver"),
    [
        ("灯不亮，退回给开发。", "开发"),
        ("Sent back to the coder.", "coder"),
        ("We are back to two lamps.", ""),
        ("That is back to the coder's first idea.", ""),
    ],
)
def test_what_hands_work_back(said: str, receiver: str) -> None:
    """Only where a role is named, and nothing of it."""
    builder = SessionBuilder()
    builder.agent(said, agent="tester")
    found = Ledger(observe(builder.messages)).of(HANDOFF)
    assert [value_of(fact).receiver for fact in found] == ([receiver] if receiver else [])


def test_a_call_on_a_teammate_leaves_the_own_work_open() -> None:
    """To ask one to look at something hands nothing over."""
    builder = SessionBuilder()
    builder.agent("Hand-off to coder: light the lamp.", agent="planner")
    builder.agent("@tester please look whether it is dark.", agent="coder")
    (fact, _) = Ledger(observe(builder.messages)).of(HANDOFF)
    assert fact.status.value == "stated"
