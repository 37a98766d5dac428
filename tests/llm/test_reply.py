"""Replies of models that keep no contract."""

from __future__ import annotations

from typing import Any

import pytest

from tests.llm.cases import HANDOFFS
from uagent_memory.llm import ModelReply, ModelRequest, Outcome, Usage
from uagent_memory.llm.reply import sound_reply
from uagent_memory.stateless import compress_context, compress_context_sync

UNSOUND: dict[str, Any] = {
    "nothing": None,
    "a string": "- text",
    "an object": {"text": "x"},
    "no text": ModelReply(Outcome.TEXT, text=None),  # type: ignore[arg-type]
    "bytes": ModelReply(Outcome.TEXT, text=b"- x"),  # type: ignore[arg-type]
    "no usage": ModelReply(Outcome.TEXT, "- x", usage=None),  # type: ignore[arg-type]
    "usage that is no number": ModelReply(Outcome.TEXT, "- x", usage=Usage(float("nan"))),  # type: ignore[arg-type]
    "an outcome that is none": ModelReply("text", "- x"),  # type: ignore[arg-type]
    "blank": ModelReply(Outcome.TEXT, " \n\t"),
    "empty": ModelReply(Outcome.TEXT, ""),
}


class _Unsound:
    name = "unsound"

    def __init__(self, reply: Any) -> None:
        self._reply = reply

    async def complete(self, request: ModelRequest) -> ModelReply:
        del request
        return self._reply  # type: ignore[no-any-return]


@pytest.mark.parametrize("kind", UNSOUND)
@pytest.mark.parametrize("session", ["english", "chinese"])
async def test_an_unsound_reply_costs_nothing(session: str, kind: str) -> None:
    """No exception, the draft stands, the report says that nothing came."""
    handoff = HANDOFFS[session]
    result = await compress_context(
        handoff.messages,
        role=handoff.role,
        to=handoff.to,
        budget=handoff.budget,
        model=_Unsound(UNSOUND[kind]),
        model_mode="all",
    )
    plain = compress_context_sync(
        handoff.messages, role=handoff.role, to=handoff.to, budget=handoff.budget
    )
    assert result.segments == plain.segments
    assert all(rewrite.choice == "draft" and rewrite.reason for rewrite in result.report.rewrites)


def test_a_sound_reply_stays_as_it_is() -> None:
    """And so does one of another outcome."""
    for reply in (ModelReply(Outcome.TEXT, "- x", Usage(1, 2)), ModelReply(Outcome.REFUSED)):
        assert sound_reply(reply) is reply
