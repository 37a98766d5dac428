"""Decisions and the words around them."""

from __future__ import annotations

import pytest

from tests.builders import SessionBuilder
from tests.generator.views import proposed, texts_of
from uagent_memory.generator.compressors.problem_solving import ProblemSolvingCompressor


@pytest.mark.parametrize(
    "heading", ["2. **We choose the step-by-step approach:**", "2. **我们决定采用逐步的做法：**"]
)
def test_a_decision_that_only_leads_in_is_none(heading: str) -> None:
    """What it leads in tells what was decided."""
    s = SessionBuilder()
    s.user("Find the lamp. 请找到台灯。")
    s.agent(f"{heading}\n\n- **Surfer** looks for lamp 7 in the store of the old town.")
    assert texts_of(proposed(ProblemSolvingCompressor(), s.messages), kind="decision") == []
