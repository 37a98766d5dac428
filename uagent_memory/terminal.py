"""Text for a terminal."""

from __future__ import annotations

from uagent_memory.render.visible import visible_text

__all__ = ["safe_text"]


def safe_text(text: str) -> str:
    """The text without anything that moves the cursor, colours, reorders or hides what is printed.

    Tabs and newlines stay, a carriage return becomes a newline, so that nothing is overwritten.
    """
    return visible_text(text)
