"""A small real model behind a real endpoint, where there is one: set UAGENT_MEMORY_LOCAL_MODEL."""

from __future__ import annotations

import os

import pytest

from tests.llm.cases import HANDOFFS
from uagent_memory import Settings
from uagent_memory.llm import AnthropicModel, ModelRequest, Outcome, Turn
from uagent_memory.stateless import compress_context, compress_context_sync

URL = os.environ.get("UAGENT_MEMORY_LOCAL_MODEL", "")
SECONDS = 120.0

pytestmark = [
    pytest.mark.local_model,
    pytest.mark.skipif(
        not URL, reason="no local model: UAGENT_MEMORY_LOCAL_MODEL names no Messages endpoint"
    ),
]


def _model() -> AnthropicModel:
    return AnthropicModel("local", key="local", base_url=URL, timeout=SECONDS, environ={})


async def test_it_answers_through_the_real_client() -> None:
    """A short text with its usage."""
    async with _model() as model:
        reply = await model.complete(
            ModelRequest("Answer briefly.", (Turn("user", "Say hello."),), max_tokens=40)
        )
    assert reply.outcome in {Outcome.TEXT, Outcome.TRUNCATED}
    assert reply.usage.output_tokens > 0


@pytest.mark.parametrize("session", HANDOFFS)
async def test_a_weak_model_costs_nothing(session: str) -> None:
    """No must-keep entry is lost, the hand-off is no longer, and the report accounts for it."""
    handoff = HANDOFFS[session]
    plain = compress_context_sync(
        handoff.messages, role=handoff.role, to=handoff.to, budget=handoff.budget
    )
    async with _model() as model:
        result = await compress_context(
            handoff.messages,
            role=handoff.role,
            to=handoff.to,
            budget=handoff.budget,
            model=model,
            settings=Settings(model_mode="all", model_seconds=SECONDS, model_concurrency=1),
        )
    rules = [e.text for s in plain.segments for e in s.entries if e.kind == "constraint"]
    said = [e.text for s in result.segments for e in s.entries]
    assert rules
    assert not [rule for rule in rules if rule not in said]
    assert result.tokens <= plain.tokens
    assert len(result.report.rewrites) == len(plain.segments)
