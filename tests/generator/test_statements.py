"""What counts as somebody's statement."""

from __future__ import annotations

import pytest

from tests.builders import SessionBuilder
from tests.generator.views import view_of
from uagent_memory.generator.statements import statements_of


@pytest.mark.parametrize("said", ["The parser has three tests.", "解析器有三个测试。"])
def test_what_a_harness_puts_below_a_report_is_no_statement(said: str) -> None:
    """What the errand cost says nothing of what it found."""
    s = SessionBuilder()
    s.user("Find the tests.")
    below = "agentId: a17 (for resuming)\n<usage>total_tokens: 512\nduration_ms: 90</usage>"
    s.run("Task", f"{said}\n{below}", prompt="Find the tests of the parser.")
    view = view_of(s.messages)
    told = [x.unit.text.strip() for x in statements_of(view.messages, view.scores)]
    assert said in told
    assert not [text for text in told if "duration_ms" in text or "total_tokens" in text]
