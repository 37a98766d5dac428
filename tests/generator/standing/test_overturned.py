"""Verdicts that an agent overturned itself."""

from __future__ import annotations

import pytest

from tests.builders import SessionBuilder
from tests.generator.views import proposed, texts_of, view_of
from uagent_memory.generator.compressors.problem_solving import ProblemSolvingCompressor
from uagent_memory.generator.standing.overturned import overturned_verdicts


@pytest.mark.parametrize(
    ("cleared", "blamed", "expected"),
    [
        ("So this isn't a bug: no row was saved.", "This is definitely a bug in `load`.", True),
        ("That is expected behavior of `load`.", "Found the bug: `load` skips a row.", True),
        ("That is expected behavior of `load`.", "The header of `load` is wide.", False),
        ("所以这不是 bug：还没有保存过行。", "这确实是 bug，`load` 只看本地。", True),
        ("这是 `load` 的预期行为。", "`load` 的表头很宽。", False),
    ],
)
def test_no_bug_holds_until_it_is_called_one(cleared: str, blamed: str, *, expected: bool) -> None:
    """What the agent found later counts."""
    s = SessionBuilder()
    s.user("Why does it show no rows? 为什么没有行？")
    s.agent(cleared)
    s.user("After a fetch it does. 取回之后就有了。")
    s.agent(blamed)
    view = view_of(s.messages)
    found = overturned_verdicts(view.statements)
    assert [one.unit.text for one in view.statements if one.unit.span in found] == (
        [cleared] if expected else []
    )
    (said,) = (one for one in view.statements if one.unit.text == cleared)
    assert (view.standing.factor(said) < 0.1) is expected
    told = " ".join(texts_of(proposed(ProblemSolvingCompressor(), s.messages)))
    assert (cleared in told) is not expected
