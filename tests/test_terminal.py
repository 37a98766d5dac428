"""Text printed to a terminal."""

from __future__ import annotations

from uagent_memory.terminal import safe_text


def test_escape_sequences_do_not_reach_the_terminal() -> None:
    """Colours, titles, clipboard writes and cursor moves go; the words stay."""
    text = "\x1b[2J\x1b]52;c;cm0gLXJm\x07\x1b[1;31mFAILED\x1b[0m tests/test_a.py\x9b5A\n\tdone\x08"
    assert safe_text(text) == "FAILED tests/test_a.py\n\tdone"


def test_printed_lines_cannot_be_overwritten_or_reordered() -> None:
    """A carriage return starts a new line, bidirectional controls go."""
    assert safe_text("safe\rrm -rf build \u202eevil") == "safe\nrm -rf build evil"
