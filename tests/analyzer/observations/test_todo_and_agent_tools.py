"""TASK, HANDOFF, QUESTION and URL observations of tools."""

from __future__ import annotations

from typing import Any

import pytest

from tests.analyzer.observations.exchanges import ledger, only, statuses, task_value
from tests.builders import SessionBuilder
from uagent_memory.facts import FactKind, HandoffValue, QuestionValue, Status

SET = "Todos have been modified successfully."


def todos(*states: tuple[str, str]) -> dict[str, Any]:
    return {
        "todos": [{"content": text, "status": status, "activeForm": "x"} for text, status in states]
    }


def test_a_list_sets_the_state_of_each_item() -> None:
    """The whole list counts each time; what a revised one drops is no longer planned."""
    s = SessionBuilder()
    s.run(
        "TodoWrite",
        SET,
        **todos(("Write parser", "in_progress"), ("Add tests", "pending"), ("更新文档", "pending")),
    )
    s.run("TodoWrite", SET, **todos(("Write parser", "completed"), ("更新文档", "in_progress")))
    assert statuses(s, FactKind.TASK) == {
        "write parser": Status.DONE,
        "add tests": Status.SUPERSEDED,
        "更新文档": Status.IN_PROGRESS,
    }


def test_an_item_dropped_stays_where_the_list_is_another_or_only_adds() -> None:
    """A list for other work tells nothing of it; with `merge` only what changes is sent."""
    s = SessionBuilder()
    s.run("TodoWrite", SET, **todos(("Write parser", "in_progress"), ("补测试", "pending")))
    s.run("todo_write", SET, merge=True, **todos(("Write parser", "completed")))
    s.run("TodoWrite", SET, **todos(("Publish the site", "pending")))
    assert statuses(s, FactKind.TASK) == {
        "write parser": Status.DONE,
        "补测试": Status.PENDING,
        "publish the site": Status.PENDING,
    }


def test_an_item_that_comes_back_is_planned_again() -> None:
    s = SessionBuilder()
    s.run(
        "update_plan", "Plan updated", **todos(("Write parser", "pending"), ("补测试", "pending"))
    )
    s.run("update_plan", "Plan updated", **todos(("Write parser", "completed")))
    s.run(
        "update_plan", "Plan updated", **todos(("Write parser", "completed"), ("补测试", "pending"))
    )
    assert statuses(s, FactKind.TASK) == {"write parser": Status.DONE, "补测试": Status.PENDING}


@pytest.mark.parametrize(
    ("name", "arguments"),
    [
        ("todo_write", {"todos": [{"id": "1", "content": "Write parser", "status": "completed"}]}),
        ("update_plan", {"plan": [{"step": "Write parser", "status": "completed"}]}),
        (
            "task_tracker",
            {
                "command": "plan",
                "task_list": [{"id": "1", "title": "Write parser", "status": "done"}],
            },
        ),
        (
            "manage_todo_list",
            {"todoList": [{"id": 1, "title": "Write parser", "status": "completed"}]},
        ),
        ("write_todos", {"todos": [{"description": "Write parser", "status": "已完成"}]}),
    ],
)
def test_lists_of_other_harnesses(name: str, arguments: dict[str, Any]) -> None:
    """To-do and plan tools differ in names only."""
    s = SessionBuilder()
    s.run(name, "ok", **arguments)
    assert statuses(s, FactKind.TASK) == {"write parser": Status.DONE}


def test_a_failed_list_sets_nothing() -> None:
    """An error or refusal leaves the tasks alone."""
    s = SessionBuilder()
    s.run(
        "TodoWrite", "<tool_use_error>InputValidationError", **todos(("Write parser", "completed"))
    )
    assert statuses(s, FactKind.TASK) == {}


def test_tasks_by_id() -> None:
    """The id stands in the creation's answer; updates speak of the same task."""
    s = SessionBuilder()
    s.run(
        "TaskCreate",
        "Task #1 created successfully: Write parser",
        subject="Write parser",
        description="...",
    )
    s.run(
        "TaskCreate",
        "Task #2 created successfully: Add tests",
        subject="Add tests",
        description="...",
    )
    s.run("TaskUpdate", "Updated task #1 status", taskId="1", status="in_progress")
    s.run("TaskUpdate", "Updated task #1 status", taskId="1", status="completed")
    s.run("TaskUpdate", "Updated task #2 status", taskId="2", status="deleted")
    s.run("TaskUpdate", "Task not found", taskId="2", status="completed", owner="x", is_error=True)
    assert statuses(s, FactKind.TASK) == {
        "write parser": Status.DONE,
        "add tests": Status.CANCELLED,
    }
    assert task_value(s, "write parser").task_id == "1"


def test_an_update_of_an_unseen_task_is_known_by_its_id() -> None:
    """The creation lies before the log."""
    s = SessionBuilder()
    s.run("TaskUpdate", "Updated task #7 status", taskId="7", status="in_progress")
    assert statuses(s, FactKind.TASK) == {"#7": Status.IN_PROGRESS}


def test_equal_states_are_told_once() -> None:
    """A list that repeats a state adds no observation."""
    s = SessionBuilder()
    for _ in range(3):
        s.run("TodoWrite", SET, **todos(("Write parser", "pending")))
    assert len(only(s, FactKind.TASK).history) == 1


def test_a_sub_agent_starts_and_reports() -> None:
    """The report's telling line closes the hand-off."""
    s = SessionBuilder()
    s.run(
        "Task",
        "Perfect! Now I have everything.\n\n**Verdict: REQUEST CHANGES**\n- no tests",
        subagent_type="reviewer",
        description="Review the cart",
        prompt="Look at shop/cart.py",
    )
    fact = only(s, FactKind.HANDOFF)
    assert fact.status is Status.DONE
    assert isinstance(fact.value, HandoffValue)
    assert fact.value.receiver == "reviewer"
    assert fact.value.what == "**Verdict: REQUEST CHANGES**"


def test_a_refused_sub_agent_was_not_started() -> None:
    """A refusal rejects the hand-off."""
    s = SessionBuilder()
    s.run(
        "Agent",
        "[Request interrupted by user for tool use]",
        is_error=True,
        description="Look",
        prompt="x",
    )
    assert only(s, FactKind.HANDOFF).status is Status.REJECTED


def test_questions_and_their_answers() -> None:
    """Each question of a form with the answer that its result quotes."""
    s = SessionBuilder()
    s.run(
        "AskUserQuestion",
        'User has answered your questions: "Which database?"="Postgres", '
        '"端口用多少？"="5433". You can now continue.',
        questions=[
            {"question": "Which database?", "options": []},
            {"question": "端口用多少？", "options": []},
        ],
    )
    facts = ledger(s).of(FactKind.QUESTION)
    assert [fact.status for fact in facts] == [Status.ANSWERED, Status.ANSWERED]
    answers = [fact.value.answer for fact in facts if isinstance(fact.value, QuestionValue)]
    assert [answer.text for answer in answers if answer] == ["Postgres", "5433"]


def test_a_plain_answer_is_the_answer() -> None:
    """One question, the result is what the user said."""
    s = SessionBuilder()
    s.run("ask_followup_question", "Use port 5433", question="Which port?")
    value = only(s, FactKind.QUESTION).value
    assert isinstance(value, QuestionValue)
    assert value.answer is not None
    assert value.answer.text == "Use port 5433"


def test_a_plan_is_a_question_to_the_user() -> None:
    """An approval answers it; a refusal ends it."""
    s = SessionBuilder()
    s.run(
        "ExitPlanMode",
        "User has approved your plan. You can now start coding.",
        plan="# Plan: split cart\n1. x",
    )
    assert only(s, FactKind.QUESTION).status is Status.ANSWERED
    s = SessionBuilder()
    s.run(
        "ExitPlanMode",
        "The user doesn't want to proceed with this tool use.",
        is_error=True,
        plan="# Plan: split cart",
    )
    assert only(s, FactKind.QUESTION).status is Status.CANCELLED


def test_fetched_pages() -> None:
    """A page that was read is a URL fact."""
    s = SessionBuilder()
    s.run("WebFetch", "The page says ...", url="https://example.org/doc", prompt="What is it?")
    assert only(s, FactKind.URL).key == "https://example.org/doc"
