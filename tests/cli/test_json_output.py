"""JSON for programs that a person may also look at."""

from __future__ import annotations

import json

from uagent_memory.cli.output import as_json


def test_what_steers_a_terminal_is_escaped_and_not_lost() -> None:
    """C1 controls and signs that reorder text do not stand in the output as they are."""
    text = "\x1b[31m \x9b2J \x7f \x90q\x9c \u202egnp.exe \u061cz \u2066x\u2069 a\u2028b 中文 👍"
    printed = as_json({"text": text})
    assert json.loads(printed) == {"text": text}
    assert not [sign for sign in printed if sign != "\n" and not sign.isprintable()]
    assert "中文 👍" in printed
