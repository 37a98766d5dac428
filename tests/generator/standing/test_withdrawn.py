"""Figures that an agent withdrew."""

from __future__ import annotations

import pytest

from tests.builders import SessionBuilder
from tests.generator.views import view_of
from uagent_memory.generator.standing.withdrawn import withdrawn_figures


@pytest.mark.parametrize(
    ("stated", "other", "withdrawing"),
    [
        (
            "Revenue rose by 7.2 %.",
            "The order value is 54.21 EUR.",
            "The +7.2 % is no longer valid.",
        ),
        ("收入上升了 7.2%。", "客单价是 54.21 元。", "之前的 7.2% 不再成立。"),
    ],
)
def test_what_was_said_with_a_withdrawn_figure(stated: str, other: str, withdrawing: str) -> None:
    """It holds no longer; what was said beside it, or after, does."""
    s = SessionBuilder()
    s.user("Did revenue rise? 收入涨了吗？")
    first = s.agent(f"{stated}\n\n{other}")
    s.agent(withdrawing)
    s.agent(stated)
    (span,) = withdrawn_figures(view_of(s.messages).statements)
    assert first.quote(span) == stated


def test_whole_numbers_mean_too_many_things() -> None:
    """ "Step 3 was wrong" withdraws nothing that was said of three other things."""
    s = SessionBuilder()
    s.user("Go.")
    s.agent("There are 3 tables.")
    s.agent("Step 3 was wrong.")
    assert withdrawn_figures(view_of(s.messages).statements) == frozenset()
