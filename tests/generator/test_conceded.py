"""What should be so, and what an agent says against it."""

from __future__ import annotations

import pytest

from tests.builders import SessionBuilder
from tests.generator.views import view_of
from uagent_memory.generator.settings import GeneratorSettings

DOUBTED = GeneratorSettings.load().worth.doubted


@pytest.mark.parametrize(
    ("demand", "after", "counts"),
    [
        ("Messages should use the `logging` package.", "But this helper only prints.", False),
        ("消息应该使用 `logging` 包。", "但这个函数只是打印。", False),
        ("Messages should use the `logging` package.", "The helper prints them.", True),
        ("消息应该使用 `logging` 包。", "这个函数打印它们。", True),
    ],
)
def test_a_demand_before_a_but_counts_little(demand: str, after: str, *, counts: bool) -> None:
    """Alone it would say the opposite of what was done."""
    s = SessionBuilder()
    s.user("Log the skipped rows. 记录跳过的行。")
    s.agent(f"{demand} {after}")
    s.agent("Done. 完成。")
    view = view_of(s.messages)
    (said,) = (one for one in view.statements if one.unit.text == demand)
    assert (view.standing.factor(said) > DOUBTED) is counts
