"""Rendering: entries, segments and hand-offs as Markdown in which quoted text stays data."""

from __future__ import annotations

from uagent_memory.render.entries import own_lines, references, render_entry, render_segment
from uagent_memory.render.handoff import (
    Body,
    Figures,
    Frame,
    Meter,
    Rendering,
    finalise,
    render_handoff,
    render_whole,
)
from uagent_memory.render.marks import END_MARK, NOTHING_SAID, RECALL_TOOL
from uagent_memory.render.quote import inline_text, quote_text
from uagent_memory.render.visible import visible_text

__all__ = [
    "END_MARK",
    "NOTHING_SAID",
    "RECALL_TOOL",
    "Body",
    "Figures",
    "Frame",
    "Meter",
    "Rendering",
    "finalise",
    "inline_text",
    "own_lines",
    "quote_text",
    "references",
    "render_entry",
    "render_handoff",
    "render_segment",
    "render_whole",
    "visible_text",
]
