"""Tasks that text states: check lists, next steps, plans, what is put off."""

from __future__ import annotations

import pytest

from tests.talk import facts, states
from uagent_memory.facts import FactKind, TaskValue

TASK = FactKind.TASK


def test_check_list() -> None:
    """Boxes say what is done, given up and open."""
    text = "Status\n\n- [x] read the code\n- [ ] write the fix\n- [~] port the old test\n"
    assert states(TASK, ("agent", text)) == {
        "read the code": "done",
        "write the fix": "pending",
        "port the old test": "cancelled",
    }


@pytest.mark.parametrize(
    "heading",
    ["Next steps:", "## Remaining work", "TODO:", "待办：", "**Still to do**", "下一步："],
)
def test_open_lists(heading: str) -> None:
    """Items under such a heading are open tasks."""
    found = states(
        TASK, ("agent", f"The parser works.\n\n{heading}\n\n1. Update the docs\n2. Ship it\n")
    )
    assert found == {"Update the docs": "pending", "Ship it": "pending"}


@pytest.mark.parametrize(
    "text",
    [
        "Pending tasks:\n- None, all work is complete\n",
        "Steps to reproduce:\n- Open the page\n",
        "Pending order:\n- Color: black\n",
    ],
)
def test_other_lists(text: str) -> None:
    """Lists that say there is nothing, or are about something else, hold no task."""
    assert states(TASK, ("agent", text)) == {}


def test_plan_is_done_with_the_turn() -> None:
    """A plan's items are done when the agent says so, and never come back with an old list."""
    plan = ("agent", "Here's my plan:\n\n1. Add the flag\n2. Write the test\n")
    found = states(
        TASK, ("user", "Add a flag."), plan, ("user", "go"), ("agent", "All done. Both work."), plan
    )
    assert found == {"Add the flag": "done", "Write the test": "done"}


def test_newer_list_replaces_the_older() -> None:
    """What a newer list leaves out is superseded."""
    found = states(
        TASK,
        ("agent", "Next steps:\n- Add the flag\n- Port the test\n"),
        ("agent", "Next steps:\n- Port the test\n- Update the docs\n"),
    )
    assert found == {
        "Add the flag": "superseded",
        "Port the test": "pending",
        "Update the docs": "pending",
    }


def test_taken_back_with_the_ask() -> None:
    """A user who drops the ask drops the tasks that served it."""
    found = states(
        TASK,
        ("user", "Add a flag."),
        ("agent", "Next steps:\n- Add it\n- Test it\n"),
        ("user", "never mind"),
    )
    assert set(found.values()) == {"cancelled"}


def test_put_off_by_the_user() -> None:
    """ "We will come back to it later" is a task of the user's asking."""
    text = "log an issue for this, we will come back to it later"
    (fact,) = facts(TASK, ("user", "Fix it."), ("agent", "Done."), ("user", text))
    assert fact.status.value == "pending"


def test_left_open_at_the_end_of_a_turn() -> None:
    """What a closing message calls still open stays open."""
    text = "Done. The retry path has not yet been covered and is worth fixing separately."
    found = states(TASK, ("user", "Fix it."), ("agent", text), ("agent", "Done."))
    assert list(found.values()) == ["pending"]


def test_owner() -> None:
    """A task in an agent's text is that agent's."""
    (fact,) = facts(TASK, ("agent", "- [ ] write the fix"))
    assert fact.value == TaskValue(text="write the fix", owner="")
