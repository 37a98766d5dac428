"""Lead-ins and intentions."""

from __future__ import annotations

import pytest

from uagent_memory.generator.phrasing import is_intention, is_lead_in


@pytest.mark.parametrize(
    "text", ["Let me look at it.", "**Now I'll** run it.", "让我看一下。", "接下来我写文档。"]
)
def test_announcements_are_intentions(text: str) -> None:
    """In both languages, whatever marks stand before them."""
    assert is_intention(text)


@pytest.mark.parametrize("text", ["Letters are sorted.", "The plan: let me see.", "请让我看一下。"])
def test_other_sentences_are_not(text: str) -> None:
    """Only whole words at the very beginning count."""
    assert not is_intention(text)


def test_a_colon_at_the_end_leads_in() -> None:
    """Also inside emphasis, and the full-width one."""
    assert all(map(is_lead_in, ("Steps:", "**Steps:**", "步骤：", "`steps`: ")))
    assert not is_lead_in("Ratio 1:2")
