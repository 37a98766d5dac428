"""What quoted lines stand under: the call that sent or printed them, or who wrote them."""

from __future__ import annotations

from collections.abc import Mapping
from typing import NamedTuple

from uagent_memory.analyzer.types import MessageAnalysis
from uagent_memory.generator.compressors.base import one_line, quoted
from uagent_memory.generator.view import GeneratorView
from uagent_memory.messages import Author, Message, Span, ToolCall
from uagent_memory.segments import SegmentName

__all__ = ["Heading", "calls_by_id", "heading_of"]


def _arguments(call: ToolCall) -> str:
    """The arguments of any other tool on one line."""
    return one_line(call.text[len(call.name) :])


def calls_by_id(view: GeneratorView) -> dict[str, tuple[Message, int]]:
    return {
        call.id: (analysis.message, index)
        for analysis in view.messages
        for index, call in enumerate(analysis.message.tool_calls)
    }


class Heading(NamedTuple):
    segment: SegmentName
    text: str
    sources: tuple[Span, ...]


def heading_of(
    view: GeneratorView,
    analysis: MessageAnalysis,
    calls: Mapping[str, tuple[Message, int]],
    *,
    part: str,
) -> Heading:
    """Where the lines go, and the call that sent or printed them, or who wrote them."""
    message = analysis.message
    recent = view.is_recent(analysis.index)
    segment = SegmentName.CURRENT_WORK if recent else SegmentName.FILES
    where, _, number = part.partition(":")
    sent = (message, int(number)) if where == "call" else None
    place = sent or calls.get(message.tool_call_id or "")
    if place is None:
        label = "printed" if message.author is Author.TOOL else "wrote"
        said = Span(message.id, "text", 0, len(message.text))
        for beside in message.tool_calls[:1]:
            line = _call_line(view, beside)
            head = view.labels("wrote_beside", name=message.speaker, call=line)
            return Heading(segment, head, (said, Span(message.id, "call:0", 0, len(beside.text))))
        return Heading(segment, view.labels(label, name=message.speaker), (said,))
    caller, index = place
    call = caller.tool_calls[index]
    source = Span(caller.id, f"call:{index}", 0, len(call.text))
    return Heading(segment, f"{_call_line(view, call)}:", (source,))


def _call_line(view: GeneratorView, call: ToolCall) -> str:
    """The call in one line: as it was sent, where its first line says what it is about."""
    most = view.settings.limits.command_characters // 2
    shown = call.argument("file_path", "path", "command", "pattern", "query").strip()
    shown = shown.split("\n", 1)[0]
    first = call.text.partition("\n")[0]
    if shown and shown in first and view.display(shown) == shown and len(first) <= most:
        return quoted(first)
    shown = view.display(shown) if shown else _arguments(call)
    if len(shown) > most:
        shown = shown[:most].rpartition(" ")[0]
    return f"{call.name} {quoted(shown)}" if shown else call.name
