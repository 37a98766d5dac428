"""Marks where what is quoted was cut: the rest may turn what it says."""

from __future__ import annotations

from uagent_memory.generator.view import GeneratorView
from uagent_memory.messages import Span
from uagent_memory.render.marks import GAP

__all__ = ["cut_mark", "shortened_call"]


def cut_mark(view: GeneratorView, span: Span) -> str:
    """Behind a long quotation that ends within its line; "" behind all others."""
    message = view.message_of(span)
    if message is None or span.end - span.start < view.settings.limits.long_quotation:
        return ""
    rest, _, _ = message.part(span.part)[span.end :].partition("\n")
    return f" {GAP}" if rest.strip() else ""


def shortened_call(text: str, most: int) -> tuple[str, str]:
    """Its first line, whole words of at most so many characters, and the mark if it was cut."""
    first, _, rest = text.strip().partition("\n")
    if len(first) <= most:
        return first, f" {GAP}" if rest.strip() else ""
    return first[:most].rpartition(" ")[0] or first[:most], f" {GAP}"
