"""One line at fault costs a long segment no more than a short one: that line."""

from __future__ import annotations

from dataclasses import replace

import pytest

from tests.llm.audit.test_odd_texts import material_of_lines
from tests.llm.audit.test_rules import _line
from tests.llm.cases import Case, cases, handed
from uagent_memory.llm.audit import audit
from uagent_memory.llm.audit.answer import AnswerLine
from uagent_memory.llm.audit.attribution import Traced
from uagent_memory.llm.audit.audit import put_together

ENGLISH = (
    "The importer drops the first row of every batch, as the slice begins at 1.",
    "The batch size stays at 500, since the driver times out above 800.",
    "The nightly job has not been run again after the change.",
)
CHINESE = (
    "导入任务会丢掉每一批的第一行，因为切片是从 1 开始的。",
    "批量大小保持 500 不变，因为超过 800 时驱动会超时。",
    "改动之后夜间任务还没有再跑过一次。",
)


@pytest.mark.parametrize(
    ("draft", "told", "faulty"),
    [
        (
            ENGLISH,
            (
                "The importer drops every batch's first row: the slice begins at 1.",
                "The batch size stays at 500: the driver times out above 800.",
            ),
            "After the change, `pytest tests/nightly` has not been run again.",
        ),
        (
            ENGLISH,
            (
                "The importer drops every batch's first row: the slice begins at 1.",
                "The batch size stays at 500: the driver times out above 800.",
            ),
            "Deploy the change before anything else.",
        ),
        (
            CHINESE,
            (
                "导入任务丢掉每一批的第一行：切片从 1 开始。",
                "批量大小保持 500：超过 800 时驱动会超时。",
            ),
            "改动之后还没有跑过 `pytest tests/nightly`。",
        ),
    ],
)
def test_a_line_at_fault_gives_way_alone(
    draft: tuple[str, ...], told: tuple[str, ...], faulty: str
) -> None:
    """The draft's line stands in its place; without sparing the whole is refused."""
    material = material_of_lines(*map(_line, draft))
    text = "\n".join(f"- {line}" for line in (*told, faulty))
    assert audit(text, material).faults
    audited = audit(text, material, spares=True)
    assert not audited.faults
    assert audited.doubts
    assert [entry.text for entry in audited.entries] == [*told, draft[-1]]


def test_a_text_that_mostly_invents_is_refused() -> None:
    """Also where its last line would do."""
    material = material_of_lines(*map(_line, ENGLISH))
    text = (
        "- `make a` runs.\n- `make b` runs.\n- After the change the nightly job has not been run."
    )
    assert audit(text, material, spares=True).faults


def test_what_a_line_that_goes_had_answered_comes_back() -> None:
    """The name of the first line stood in the second one, which is longer than the draft's."""
    texts = ("The parser reads `conf_dir` first.", "The lock is stale.", ENGLISH[1])
    material = replace(material_of_lines(*map(_line, texts)), need={"conf_dir": 0.9})
    told = (
        "First the parser reads it.",
        "The lock is stale, as is seen from `conf_dir` and its files.",
        "Batch size stays at 500; the driver times out above 800.",
    )
    made = [
        Traced(AnswerLine(text, ()), (line,))
        for text, line in zip(told, material.lines, strict=True)
    ]
    audited = put_together(made, (), material)
    assert not audited.faults
    assert [entry.text for entry in audited.entries] == [*texts[:2], told[2]]


async def test_the_last_answer_stands_without_its_faulty_line() -> None:
    """It is asked for once more first; then the line goes, and the report says so."""
    told = next(case for case in cases("more_faithful") if case.session == "study").text
    assert "not the cause: median" in told
    text = told.replace(
        "not the cause: median", "not the cause: `adb shell am kill` was run, median"
    )
    case = Case("study", "Problem Solving", text)
    result, rewrite = await handed(case)
    assert rewrite.choice == "model_repaired"
    assert "AUC fell from 0.83 (January) to 0.71 (February)" in result.markdown
    assert "adb shell" not in result.markdown
