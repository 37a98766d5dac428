"""Segment 7."""

from __future__ import annotations

import pytest

from tests.builders import SessionBuilder
from tests.generator.views import proposed, texts_of
from uagent_memory.generator.assembly import assemble
from uagent_memory.generator.candidate import Keep
from uagent_memory.generator.compressors.pending_tasks import PendingTasksCompressor


def planned(*items: tuple[str, str]) -> SessionBuilder:
    s = SessionBuilder()
    s.user("Go on.")
    todos = [{"content": content, "status": status} for content, status in items]
    s.run("TodoWrite", "Todos have been modified successfully.", todos=todos)
    return s


def test_open_tasks_are_required_and_say_their_state() -> None:
    """In both languages, the one in progress first."""
    s = planned(("发布 2.1", "pending"), ("Write docs/http.md", "in_progress"))
    candidates = proposed(PendingTasksCompressor(), s.messages)
    assert {c.keep for c in candidates} == {Keep.OPEN_TASK}
    (segment,) = assemble(candidates, {})
    assert [entry.text for entry in segment.entries] == [
        "[in progress] Write docs/http.md",
        "[pending] 发布 2.1",
    ]


def test_done_never_comes_back() -> None:
    """A completed task is not pending, nor is one that is completed later."""
    s = planned(("Write docs/http.md", "pending"), ("修复编码", "completed"))
    todos = [{"content": "Write docs/http.md", "status": "completed"}]
    s.run("TodoWrite", "Todos have been modified successfully.", todos=todos)
    assert texts_of(proposed(PendingTasksCompressor(), s.messages)) == []


def test_an_unanswered_question_is_open() -> None:
    """What the agent asked last waits for an answer; an answered one does not."""
    s = planned(("Write docs/http.md", "pending"))
    s.agent("Which database should I use, Postgres or SQLite?")
    questions = texts_of(proposed(PendingTasksCompressor(), s.messages), kind="question")
    assert questions == ["[question] Which database should I use, Postgres or SQLite?"]
    s.user("Postgres.")
    assert texts_of(proposed(PendingTasksCompressor(), s.messages), kind="question") == []


@pytest.mark.parametrize(
    ("offer", "yes", "shown"),
    [
        ("Want me to fix the leak?", "yes, fix it", "[agreed to] Want me to fix the leak?"),
        ("需要我修复泄漏吗？", "好的，修吧", "[已同意] 需要我修复泄漏吗？"),
    ],
)
def test_an_offer_that_was_taken_up_says_so(offer: str, yes: str, shown: str) -> None:
    """It waits for nobody any more."""
    s = SessionBuilder()
    s.user("Look at the cache. 看看缓存。" if offer.isascii() else "看看缓存。")
    s.agent(f"It leaks.\n\n{offer}" if offer.isascii() else f"有泄漏。\n\n{offer}")
    s.user(yes)
    (task,) = texts_of(proposed(PendingTasksCompressor(), s.messages), kind="task")
    assert task.startswith(shown)


def test_tasks_about_one_file_share_a_line() -> None:
    """Those of one state, in either language; what names two files stands by itself."""
    s = planned(
        ("Write docs/http.md for operations", "pending"),
        ("在 docs/http.md 里说明端口；", "pending"),
        ("Move docs/http.md to docs/api.md", "pending"),
    )
    (segment,) = assemble(proposed(PendingTasksCompressor(), s.messages), {})
    assert [entry.text for entry in segment.entries] == [
        "[pending] Write docs/http.md for operations; 在 docs/http.md 里说明端口",
        "[pending] Move docs/http.md to docs/api.md",
    ]
