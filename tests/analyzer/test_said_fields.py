"""What an agent says in the fields of its ledgers."""

from __future__ import annotations

from uagent_memory.analyzer.said_fields import said_fields


def test_escaped_signs() -> None:
    """A sentence with an escaped apostrophe is a sentence."""
    reason, path = "We still need the office\\u2019s opening hours.", "C:\\\\x y z w v"
    text = f'{{\n  "reason": "{reason}",\n  "path": "{path}"\n}}'
    (field,) = said_fields(text, 0, len(text)).values()
    assert text[field.start : field.end] == reason
