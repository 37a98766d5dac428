"""Examples in a long message."""

from __future__ import annotations

import pytest

from uagent_memory.generator.wording.examples import examples_in


@pytest.mark.parametrize(
    "text",
    [
        "Do it.\n\n<format_example>\nMARK\n</format_example>\nThen stop: OTHER",
        "# Task\nDo it.\n## Useful examples\n```bash\n# a comment\nMARK\n```\n## Rules\nOTHER",
        "# 任务\n请完成。\n## 命令示例\n### 新建\nMARK\n## 规则\nOTHER",
    ],
)
def test_tags_and_headings_tell_examples(text: str) -> None:
    """Up to the closing tag, or the next heading of the same level."""
    found = examples_in(text)
    assert found.overlap(text.index("MARK"), text.index("MARK") + 4)
    assert not found.overlap(text.index("OTHER"), text.index("OTHER") + 5)


def test_an_example_within_a_sentence_is_meant() -> None:
    """Nor does an unclosed tag swallow the rest."""
    text = "Follow this example: run it.\n<example>\nMARK"
    assert not examples_in(text).overlap(0, len(text))
