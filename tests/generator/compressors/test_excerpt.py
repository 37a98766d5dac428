"""What is too long to be said whole is said by its key sentences, wherever it stands."""

from __future__ import annotations

from hypothesis import given, settings
from hypothesis import strategies as st

from tests.builders import SessionBuilder
from tests.generator.views import proposed, texts_of
from uagent_memory.generator.candidate import Keep
from uagent_memory.generator.compressors.errors import ErrorsCompressor
from uagent_memory.generator.compressors.excerpt import excerpt
from uagent_memory.generator.compressors.pending_tasks import PendingTasksCompressor
from uagent_memory.generator.compressors.problem_solving import ProblemSolvingCompressor
from uagent_memory.generator.compressors.user_messages import UserMessagesCompressor
from uagent_memory.render.marks import GAP
from uagent_memory.segments import SegmentName
from uagent_memory.stateless import compress_context_sync

IDLE = "The day went by and nothing much was to be seen anywhere. "
KEY = "We decided to drop HTTPServer 2 because the result was 17 failures in load_rows. "
ZH = "决定改为 9 号方案，因为结果更好。"


def test_a_short_text_stays_whole() -> None:
    """On one line, without a gap."""
    assert excerpt("Fix\n  it.", SegmentName.FILES, most=20) == "Fix it."


def test_key_sentences_stay_with_marked_gaps() -> None:
    """Both languages; what stands between is a gap, neighbours have none."""
    text = IDLE + KEY + IDLE * 3 + ZH + IDLE * 8
    assert excerpt(text, SegmentName.PROBLEM_SOLVING, most=130) == f"{KEY}{GAP} {ZH}"


def test_one_endless_sentence_has_no_excerpt() -> None:
    """It is never cut in the middle."""
    assert excerpt("word " * 100, SegmentName.FILES, most=100) == ""


@given(st.text(max_size=400), st.integers(1, 300), st.sampled_from(SegmentName))
@settings(max_examples=100, deadline=None)
def test_an_excerpt_is_within_its_limit_and_in_the_text(
    text: str, most: int, segment: SegmentName
) -> None:
    """Its words stand in the text, in order."""
    shown = excerpt(text, segment, most=most)
    assert len(shown) <= most
    rest = iter(text)
    assert all(c in rest for c in shown.replace(GAP, "") if not c.isspace() and GAP not in text)


def test_a_long_table_row_is_not_lost() -> None:
    """No unit of it is short enough to be quoted whole."""
    s = SessionBuilder()
    s.user("Compare.")
    s.agent(f"| what | why |\n|---|---|\n| {KEY}{IDLE * 12} | x |")
    s.user(f"| what | why |\n|---|---|\n| You must keep load_rows 7. {IDLE * 12} | x |\n" * 2)
    s.user("Go on.")
    said = texts_of(proposed(ProblemSolvingCompressor(), s.messages), kind="statement")
    assert any(KEY.strip() in text for text in said)
    words = texts_of(proposed(UserMessagesCompressor(), s.messages))
    assert any("You must keep load_rows 7." in text for text in words)


def test_a_long_task_has_a_short_form() -> None:
    """Its key sentence; a short task has none, and a line that cannot be cut is left out whole."""
    s = SessionBuilder()
    s.user("Go on.")
    contents = (f"{IDLE * 2}The remaining task is load_rows 7.", "Write docs.", "word " * 60)
    todos = [{"content": content, "status": "pending"} for content in contents]
    s.run("TodoWrite", "Todos have been modified successfully.", todos=todos)
    tasks = [c for c in proposed(PendingTasksCompressor(), s.messages) if c.kind == "task"]
    short = [candidate.short or "" for candidate in tasks]
    assert "The remaining task is load_rows 7." in short[0]
    assert len(short[0]) < len(tasks[0].text)
    assert short[1:] == ["", ""]


def test_a_long_error_line_has_a_short_form() -> None:
    """Its key sentence, still marked as open."""
    s = SessionBuilder()
    s.user("Run it.")
    line = f"ValueError: {IDLE * 2}The problem is a failed load of batch 7. {IDLE * 2}"
    s.run(
        "Bash", f"Traceback (most recent call last):\n{line}", is_error=True, command="python a.py"
    )
    (error,) = (c for c in proposed(ErrorsCompressor(), s.messages) if c.keep is Keep.OPEN_ERROR)
    assert error.short is not None
    assert "The problem is a failed load of batch 7." in error.short
    assert len(error.short) < len(error.text)


def test_tight_budgets_keep_the_key_part_of_a_task() -> None:
    """Where the task does not fit, its key sentence does, once in the report."""
    s = SessionBuilder()
    s.user("Go on.")
    long = f"{IDLE * 8}The remaining task is load_rows 7."
    todos = [{"content": long, "status": "pending"}]
    s.run("TodoWrite", "Todos have been modified successfully.", todos=todos)
    s.run("Read", "x = 1\n" * 500, file_path="a.py")
    least = compress_context_sync(s.messages, budget=900).report.minimum_budget
    handoff = compress_context_sync(s.messages, budget=least - 40)
    assert handoff.status == "budget_too_small"
    assert "The remaining task is load_rows 7." in handoff.markdown
    assert [(item.kind, item.form) for item in handoff.report.degraded] == [("task", "key_part")]
