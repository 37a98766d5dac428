"""Work for an ask that was then replaced."""

from __future__ import annotations

import pytest

from tests.builders import SessionBuilder
from tests.generator.views import proposed, view_of
from uagent_memory.generator.compressors.problem_solving import ProblemSolvingCompressor
from uagent_memory.generator.standing.given_up import given_up_work
from uagent_memory.generator.view import GeneratorView
from uagent_memory.generator.wording.statements import statements_of

MARKS = ("(superseded) ", "（已被取代）")


def _given_up(view: GeneratorView) -> list[str]:
    statements = tuple(statements_of(view.messages, view.scores))
    found = given_up_work(view.messages, statements)
    return [s.unit.text.strip() for s in statements if s.unit.span in found]


@pytest.mark.parametrize(
    ("ask", "learnt", "done", "change", "later"),
    [
        (
            "Please hide the export button.",
            "The problem is that the button is drawn twice.",
            "The export button is now hidden.",
            "Actually, remove the export button completely instead.",
            "The export button is gone now.",
        ),
        (
            "请隐藏导出按钮。",
            "问题是按钮被绘制了两次。",
            "已完成：导出按钮现在已隐藏。",
            "不对，改成彻底删除导出按钮。",
            "导出按钮已经删除。",
        ),
    ],
)
def test_only_the_work_for_the_replaced_ask_is_given_up(
    ask: str, learnt: str, done: str, change: str, later: str
) -> None:
    """What was found out on the way holds, and what came after the change."""
    s = SessionBuilder()
    s.user(ask)
    s.agent(f"{learnt} {done}")
    assert _given_up(view_of(s.messages)) == []
    s.user(change)
    s.agent(later)
    assert _given_up(view_of(s.messages)) == [done]
    marked = [c.text for c in proposed(ProblemSolvingCompressor(), s.messages) if c.lead in MARKS]
    assert marked == [done]
