"""Steps of open tasks, options of open questions."""

from __future__ import annotations

import pytest

from tests.builders import SessionBuilder
from tests.generator.views import proposed, view_of
from uagent_memory.facts import FactKind
from uagent_memory.generator.compressors.asked_details import options_of
from uagent_memory.generator.compressors.pending_tasks import PendingTasksCompressor


@pytest.mark.parametrize(
    ("offer", "ask", "names"),
    [
        (
            "Two ways:\n\n**1. In place (here)** - file by file\n\n**2. Anew (apart)** - anew",
            "Which way shall I go?",
            ["**1. In place (here)**", "**2. Anew (apart)**"],
        ),
        (
            "有两种做法：\n\nA. 就地修改——逐个文件修改\n\nB. 重新编写——另建模块",
            "选哪一种？",
            ["A. 就地修改", "B. 重新编写"],
        ),
    ],
)
def test_a_question_is_told_with_the_names_of_its_options(
    offer: str, ask: str, names: list[str]
) -> None:
    """The short form is the question alone."""
    s = SessionBuilder()
    s.user("Clean up the importer. 整理导入模块。")
    s.agent(f"{offer}\n\n{ask}")
    (question,) = (
        c for c in proposed(PendingTasksCompressor(), s.messages) if c.kind == "question"
    )
    assert question.text.endswith(f"] {ask} {'; '.join(names)}")
    assert question.short is not None
    assert question.short.endswith(f"] {ask}")
    message = s.messages[-1]
    assert set(names) <= {message.quote(span) for span in question.sources}


@pytest.mark.parametrize(
    "before",
    [
        "The importer is clean. 导入模块已整理。",
        "1. The importer is clean now. 已整理。",
        f"1. Short\n2. {'long and longer ' * 20}",
    ],
)
def test_what_is_no_choice_of_short_names_is_left_out(before: str) -> None:
    s = SessionBuilder()
    s.user("Clean up the importer. 整理导入模块。")
    s.agent(f"{before}\n\nShall the old module be removed, too?")
    view = view_of(s.messages)
    for question in view.analysis.ledger.of(FactKind.QUESTION):
        assert options_of(view, question) == []


@pytest.mark.parametrize(
    ("subject", "steps"),
    [
        ("Join both parsers", ["1. Move the loader", "2. Run the tests"]),
        ("合并两个解析器", ["1. 移动加载代码", "2. 运行测试"]),
    ],
)
def test_the_steps_of_an_open_task_stand_below_it(subject: str, steps: list[str]) -> None:
    s = SessionBuilder()
    s.user("Join them. 合并。")
    s.run(
        "TaskCreate",
        f"Task #1 created successfully: {subject}",
        subject=subject,
        description="\n".join(("Work: 工作", *steps)),
    )
    found = proposed(PendingTasksCompressor(), s.messages)
    (task,) = (c for c in found if c.kind == "task")
    below = [c for c in found if c.parent == task.id]
    assert [c.text for c in below] == steps
    for step in below:
        (span,) = step.sources
        (message,) = (m for m in s.messages if m.id == span.message_id)
        assert message.quote(span) == step.text


@pytest.mark.parametrize("ask", ["Shall I commit this?", "要提交吗？"])
def test_a_list_of_findings_is_no_choice(ask: str) -> None:
    """Only of a question that asks which, and right before it."""
    s = SessionBuilder()
    s.user("Clean up the importer. 整理导入模块。")
    s.agent(f"1. The loader is joined\n2. 解析器已合并\n\n{ask}")
    s.agent("1. In place\n2. Anew\n\nBoth keep the tests. 都保留测试。\n\nWhich one? 选哪一种？")
    view = view_of(s.messages)
    for question in view.analysis.ledger.of(FactKind.QUESTION):
        assert options_of(view, question) == []
