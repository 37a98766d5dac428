"""Steps of plans that an agent lays before the user with a call."""

from __future__ import annotations

from tests.builders import SessionBuilder
from tests.generator.views import view_of
from tests.talk import observe, text_of
from uagent_memory.facts import FactKind
from uagent_memory.ledger import Ledger

PLAN = (
    "# Faster start\n\n## Context\n\n- Add was slow last year\n\n## Changes\n\n"
    "- Add `warm_up()` to the loader\n- In `main()`, call it first\n- The cache is old\n"
)
REFUSED = (
    "The user doesn't want to proceed with this tool use. The tool use was rejected (eg. if it was "
    "a file edit, the new_string was NOT written to the file)."
)
STEPS = ("Add `warm_up()` to the loader", "In `main()`, call it first")


def states(s: SessionBuilder, kind: FactKind = FactKind.TASK) -> dict[str, str]:
    return {text_of(fact): fact.status.value for fact in Ledger(observe(s.messages)).of(kind)}


def laid(answer: str, *, is_error: bool | None = None, says: str = "") -> SessionBuilder:
    s = SessionBuilder()
    s.user("Make it start faster.")
    call = s.call("ExitPlanMode", plan=PLAN)
    s.agent(says, call)
    if answer:
        s.result(call, answer, is_error=is_error)
    return s


def test_steps_wait() -> None:
    """Before the user's word the steps wait; what is no step and the context are left out."""
    assert states(laid("")) == dict.fromkeys(STEPS, "waiting")


def test_approved_steps_are_to_do_until_the_work_is_done() -> None:
    """An approval makes them pending, the agent's "done" closes them."""
    s = laid("User has approved your plan. You can now start coding.")
    assert states(s) == dict.fromkeys(STEPS, "pending")
    s.agent("Done. It starts twice as fast.")
    assert states(s) == dict.fromkeys(STEPS, "done")


def test_plan_refused_with_words_is_superseded() -> None:
    """The user wants another plan: its steps and the decisions behind it no longer hold."""
    said = "To tell you how to proceed, the user said:\nuse threads"
    s = laid(f"{REFUSED} {said}", is_error=True, says="I'll go with a lazy loader.")
    assert states(s) == dict.fromkeys(STEPS, "superseded")
    assert states(s, FactKind.DECISION) == {"I'll go with a lazy loader.": "rejected"}


def test_plan_refused_without_a_word_waits() -> None:
    """A bare refusal leaves the user to say what happens with it."""
    s = laid(f"{REFUSED} STOP what you are doing.", is_error=True)
    assert states(s) == dict.fromkeys(STEPS, "waiting")


def test_a_list_that_a_tool_keeps_takes_the_plans_place() -> None:
    """Its items are ticked, the plan's never are; a list of before the approval does nothing."""
    s = laid("User has approved your plan. You can now start coding.")
    todos = [
        {"content": "Write the loader", "status": "in_progress", "activeForm": "Writing"},
        {"content": "Call it in main()", "status": "pending", "activeForm": "Calling"},
    ]
    s.run("TodoWrite", "Todos have been modified successfully.", todos=todos)
    ledger = view_of(s.messages).analysis.ledger
    found = {text_of(fact): fact.status.value for fact in ledger.of(FactKind.TASK)}
    assert found == dict.fromkeys(STEPS, "superseded") | {
        "Write the loader": "in_progress",
        "Call it in main()": "pending",
    }
