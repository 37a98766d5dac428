"""What an agent says to itself."""

from __future__ import annotations

import pytest

from uagent_memory.analyzer.observations.conversation.thoughts import is_thought
from uagent_memory.analyzer.units import split_units
from uagent_memory.messages import Author, Message, Role


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("<thinking>\nThe key is too long.\n</thinking>\nIt has 80 letters.", [True, False]),
        ("## 思考\n\n键太长了。\n\n## 结果\n\n它有八十个字。", [True, False]),
        ("The key is too long.", [False]),
    ],
)
def test_a_thought_stands_under_its_tag_or_heading(text: str, expected: list[bool]) -> None:
    """What follows the tag, or stands under the next heading, was meant for a reader."""
    message = Message(id="m1", seq=1, role=Role.ASSISTANT, author=Author.AGENT, text=text)
    sentences = [unit for unit in split_units(message) if unit.kind == "sentence"]
    assert [is_thought(unit) for unit in sentences] == expected
