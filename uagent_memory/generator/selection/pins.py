"""What the caller pins with `keep`: message ids, or literal strings of the history."""

from __future__ import annotations

from collections.abc import Sequence

from uagent_memory.entry_kind import EntryKind
from uagent_memory.errors import UnknownReference
from uagent_memory.generator.candidate import Keep
from uagent_memory.generator.pool import CandidatePool
from uagent_memory.generator.view import GeneratorView
from uagent_memory.messages import Message, Span
from uagent_memory.segments import SegmentName

__all__ = ["pinned_spans", "propose_pins"]


def propose_pins(
    view: GeneratorView, pool: CandidatePool, keep: Sequence[str], *, log: str = ""
) -> None:
    """Pinned messages whole; for a pinned literal the line of its latest occurrence.

    Args:
        view: the history.
        pool: where the candidates go.
        keep: what is pinned.
        log: whose message a short id means, if that log has it.

    Raises:
        UnknownReference: a pin is neither a message id nor a string of the history.
    """
    messages = [analysis.message for analysis in view.messages]
    for place, pin in enumerate(keep):
        for span in pinned_spans(messages, pin, log=log):
            pool.propose(
                SegmentName.CURRENT_WORK,
                view.quote(span).strip(),
                (span,),
                order=(-5, place),
                kind=EntryKind.PINNED,
                pin=pin,
                keep=Keep.CALLER,
                value=view.settings.own.must,
                targets=view.targets(view.quote(span)),
            )


def pinned_spans(messages: Sequence[Message], pin: str, *, log: str = "") -> list[Span]:
    """What one pin stands for: a message's parts, or the line of a text's latest occurrence.

    Args:
        messages: the history.
        pin: a message id, or a text.
        log: whose message a short id means, if that log has it.

    Raises:
        UnknownReference: it is neither a message id nor a string of the history.
    """
    spans = _of_message(messages, pin, log) or _of_literal(messages, pin)
    if not spans:
        raise UnknownReference(
            f"keep {pin!r}: neither a message id of this history nor a text in it",
            stage="generate",
        )
    return spans


def _of_message(messages: Sequence[Message], pin: str, log: str) -> list[Span]:
    by_id = {message.id: message for message in messages}
    short = (message for message in messages if message.short_id == pin)
    message = by_id.get(pin) or by_id.get(f"{log}/{pin}") or next(short, None)
    if message is None:
        return []
    return [Span(message.id, name, 0, len(text)) for name, text in message.parts() if text.strip()]


def _of_literal(messages: Sequence[Message], pin: str) -> list[Span]:
    if not pin.strip():
        return []
    for message in reversed(messages):
        for name, text in message.parts():
            at = text.rfind(pin)
            if at >= 0:
                start = text.rfind("\n", 0, at) + 1
                end = text.find("\n", at + len(pin))
                return [Span(message.id, name, start, len(text) if end < 0 else end)]
    return []
