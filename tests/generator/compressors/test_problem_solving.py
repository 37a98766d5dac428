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


@pytest.mark.parametrize("decided", ["I decided to keep only the flag.", "我决定只保留这个开关。"])
def test_what_the_latest_message_decides_stands_there(decided: str) -> None:
    """Once an agent has an answer of a user, the decision is told here."""
    s = SessionBuilder()
    s.user("Which options are there? 有哪些方案？")
    s.agent("Keep the flag, or remove it.")
    s.user(decided)
    assert decided not in texts_of(
        proposed(ProblemSolvingCompressor(), s.messages), kind="decision"
    )
    s.agent("Done. 好了。")
    s.user("Now document it. 请写文档。")
    assert decided in texts_of(proposed(ProblemSolvingCompressor(), s.messages), kind="decision")


def test_the_reason_stands_in_the_order_in_which_it_was_said() -> None:
    """Before what was concluded from it; a reason given afterwards stands behind."""
    ground, choice = "The lamp driver is already in the build.", "So I can use it for the wick."
    s = SessionBuilder()
    s.user("Light the lamp. 点灯。")
    s.agent(f"{ground} {choice}")
    told = texts_of(proposed(ProblemSolvingCompressor(), s.messages), kind="decision")
    assert told == [f"{ground} {choice}"]
