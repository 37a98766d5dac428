"""A reply of a caller's own model, held against what a reply is."""

from __future__ import annotations

from dataclasses import astuple, replace

from uagent_memory.llm.protocol import ModelReply, Outcome, Usage

__all__ = ["sound_reply"]

MOST_TOKENS = 10**12


def sound_reply(reply: object) -> ModelReply:
    """The reply; an outcome in its place where it is none, or a text that is blank.

    Args:
        reply: as a model returned it.
    """
    if not isinstance(reply, ModelReply) or not isinstance(reply.text, str):
        return ModelReply(Outcome.MALFORMED, detail=f"no reply but {type(reply).__name__}")
    if not isinstance(reply.outcome, Outcome):
        return ModelReply(Outcome.MALFORMED, detail="an outcome that is none")
    if not _is_sound(reply.usage):
        reply = replace(reply, usage=Usage())
    if reply.outcome is Outcome.TEXT and not reply.text.strip():
        return replace(reply, outcome=Outcome.EMPTY, text="")
    return reply


def _is_sound(usage: object) -> bool:
    return isinstance(usage, Usage) and all(
        type(count) is int and 0 <= count <= MOST_TOKENS for count in astuple(usage)
    )
