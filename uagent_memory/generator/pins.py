"""What the caller pins with `keep`: message ids, or literal strings of the history."""

from __future__ import annotations

from collections.abc import Sequence

from uagent_memory.errors import UnknownReference
from uagent_memory.generator.candidate import Keep
from uagent_memory.generator.pool import CandidatePool
from uagent_memory.generator.view import GeneratorView
from uagent_memory.messages import Span
from uagent_memory.segments import SegmentName

__all__ = ["propose_pins"]


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
    for place, pin in enumerate(keep):
        spans = _of_message(view, pin, log) or _of_literal(view, pin)
        if not spans:
            raise UnknownReference(
                f"keep {pin!r}: neither a message id of this history nor a text in it",
                stage="generate",
            )
        for span in spans:
            pool.propose(
                SegmentName.CURRENT_WORK,
                view.quote(span).strip(),
                (span,),
                order=(-5, place),
                kind="pinned",
                fact=pin,
                keep=Keep.CALLER,
                value=view.settings.own.must,
                targets=view.targets(view.quote(span)),
            )


def _of_message(view: GeneratorView, pin: str, log: str) -> list[Span]:
    found = view.by_id.get(pin) or view.by_id.get(f"{log}/{pin}")
    if found is None:
        found = next((a for a in view.messages if a.message.short_id == pin), None)
    if found is None:
        return []
    message = found.message
    return [Span(message.id, name, 0, len(text)) for name, text in message.parts() if text.strip()]


def _of_literal(view: GeneratorView, pin: str) -> list[Span]:
    if not pin.strip():
        return []
    for analysis in reversed(view.messages):
        for name, text in analysis.message.parts():
            at = text.rfind(pin)
            if at >= 0:
                start = text.rfind("\n", 0, at) + 1
                end = text.find("\n", at + len(pin))
                return [Span(analysis.message.id, name, start, len(text) if end < 0 else end)]
    return []
