"""The names that all changes to a file together brought and took away."""

from __future__ import annotations

import pytest

from uagent_memory.facts import FileValue, TextSpan
from uagent_memory.generator.compressors.changed_names import changed_names
from uagent_memory.messages import Span


def _change(added: str, removed: str) -> FileValue:
    def names(of: str) -> tuple[TextSpan, ...]:
        return tuple(TextSpan(name, Span("m1", "call:0", 0, 1)) for name in of.split())

    return FileValue(path="a.py", defined=names(added), removed=names(removed))


@pytest.mark.parametrize(
    ("changes", "told"),
    [
        ([("take", "")], ("take", "", "")),
        ([("", "take")], ("", "take", "")),
        ([("take", "take")], ("", "", "take")),
        ([("take", ""), ("take", "take")], ("take", "", "")),
        ([("take", ""), ("", "take")], ("", "", "")),
        ([("", "take"), ("take", "")], ("", "", "take")),
        ([("", "take"), ("take", ""), ("", "take")], ("", "take", "")),
        ([("限流", ""), ("令牌", "限流")], ("令牌", "", "")),
        ([("take give", ""), ("", "take"), ("take", "")], ("give take", "", "")),
    ],
)
def test_what_is_left_when_all_changes_are_done(
    changes: list[tuple[str, str]], told: tuple[str, str, str]
) -> None:
    """Names added, removed and rewritten."""
    result = changed_names(_change(*change) for change in changes)
    assert tuple(" ".join(name.text for name in names) for names in result) == told
