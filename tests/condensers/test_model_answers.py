"""A model's summary that is none: refusals, placeholders, another language, lost obligations."""

from __future__ import annotations

import pytest

from tests.builders import SessionBuilder
from tests.condensers.histories import routine, view_of
from uagent_memory.condensers import Condensation, Outcome, SemanticCondenser
from uagent_memory.llm import ScriptedModel

HEADINGS = {
    "en": ("Task context", "Key progress", "Technical state", "Open items", "Key findings"),
    "zh": ("任务上下文", "关键进展", "技术状态", "待处理项", "重要发现"),
}


def _answer(language: str, *parts: str) -> str:
    return "\n".join(
        f"{name}: {text}" for name, text in zip(HEADINGS[language], parts, strict=True)
    )


def _session(language: str) -> SessionBuilder:
    b = SessionBuilder()
    b.user("Please fix the importer." if language == "en" else "请修复导入器。")
    b.run(
        "Edit",
        "The file src/importer.py has been updated.",
        file_path="src/importer.py",
        old_string="rows[1:]",
        new_string="rows",
    )
    todo = [{"content": "Write a test" if language == "en" else "编写测试", "status": "pending"}]
    b.run("TodoWrite", "Todos have been modified successfully.", todos=todo)
    for number in range(60):
        routine(b, number)
    return b


def _condensed(language: str, answer: str) -> Condensation:
    view = view_of(_session(language))
    done = SemanticCondenser(model=ScriptedModel(answer)).condense(view)
    assert done.outcome is Outcome.CONDENSED
    assert done.restore(done.view) == view
    return done


@pytest.mark.parametrize(
    ("language", "answer", "fault"),
    [
        ("en", "I'm sorry, but I can't assist with that.", "refusal"),
        ("zh", "抱歉，我无法协助完成该请求。", "refusal"),
        ("en", _answer("zh", "用户请求修复导入器", "看过各部分", "无", "无", "无"), "language"),
        (
            "zh",
            _answer("en", "the importer is fixed", "looked", "none", "none", "none"),
            "language",
        ),
        (
            "en",
            _answer("en", "用户请求修复导入器", "看过各部分", "none", "none", "none"),
            "language",
        ),
        (
            "zh",
            _answer("zh", "the importer", "the parts were looked at", "无", "无", "无"),
            "language",
        ),
    ],
)
def test_the_rules_stand_in(language: str, answer: str, fault: str) -> None:
    """For the whole, and the metadata says why."""
    done = _condensed(language, answer)
    assert done.metadata["summary_by"] == "rules"
    assert fault in done.metadata["summary_faults"][0]
    assert done.summary.startswith(HEADINGS[language][0])


@pytest.mark.parametrize(
    ("language", "part", "fault"),
    [
        ("en", "I cannot summarize this conversation.", "refusal"),
        ("zh", "我无法总结此对话", "refusal"),
        ("en", "[what was achieved]", "placeholder"),
        ("zh", "(重要的操作和成果)", "placeholder"),
    ],
)
def test_a_part_that_says_nothing_is_replaced(language: str, part: str, fault: str) -> None:
    """By the rules' own; the other parts stay the model's."""
    first = "the importer is mended" if language == "en" else "用户请求修复导入器"
    done = _condensed(language, _answer(language, first, part, "-", "-", "-"))
    assert part not in done.summary
    assert first in done.summary
    assert f"progress: {fault}" in done.metadata["summary_faults"]
    assert "AgentAction" in done.summary.splitlines()[1]


@pytest.mark.parametrize("language", ["en", "zh"])
def test_changed_files_and_unfinished_tasks_are_put_back(language: str) -> None:
    """A model that forgets them does not make them undone; a file it names is not told twice."""
    nothing, first, task, name = {
        "en": ("none", "the importer loses rows", "Write a test", "src/importer.py"),
        "zh": ("无", "导入器会丢行", "编写测试", "src/importer.py"),
    }[language]
    lost = _condensed(language, _answer(language, first, first, nothing, nothing, nothing))
    state, pending = lost.summary.splitlines()[2:4]
    assert name in state
    assert task in pending
    assert f": {nothing}" not in state + pending
    named = f"{name} was mended" if language == "en" else f"{name} 修好了，可以使用"
    told = _condensed(language, _answer(language, first, named, nothing, task, nothing))
    assert told.summary.count(name) == 1
