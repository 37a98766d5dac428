"""AnthropicModel against a stub endpoint, through the real client."""

from __future__ import annotations

import asyncio
import sys
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from typing import Any

import pytest

from tests.llm.server import Raw, StubServer, answer, failure, serving
from uagent_memory.config import Settings
from uagent_memory.errors import ConfigError
from uagent_memory.llm import AnthropicModel, ModelReply, ModelRequest, Outcome, Turn, Usage

ASK = ModelRequest("Be brief.", (Turn("user", "Say it."),), max_tokens=50)


@asynccontextmanager
async def _model(
    *answers: Raw, patience: float = 5.0, retries: int = 0
) -> AsyncIterator[tuple[AnthropicModel, StubServer]]:
    async with (
        serving(list(answers)) as stub,
        AnthropicModel(
            "stub", key="k", base_url=stub.url, timeout=patience, retries=retries, environ={}
        ) as model,
    ):
        yield model, stub


async def _reply(raw: Raw, **settings: Any) -> ModelReply:
    async with _model(raw, **settings) as (model, _):
        return await model.complete(ASK)


async def test_a_text_comes_back_with_its_usage_and_no_tools_are_sent() -> None:
    """The request holds system, messages and a limit; cached input tokens are counted apart."""
    usage = {
        "input_tokens": 5,
        "output_tokens": 3,
        "cache_read_input_tokens": 40,
        "cache_creation_input_tokens": 2,
    }
    async with _model(answer(" Done. ", usage=usage)) as (model, stub):
        reply = await model.complete(ASK)
    assert reply == ModelReply(Outcome.TEXT, "Done.", Usage(5, 3, 40, 2), "end_turn")
    assert reply.usage.total == 50
    assert set(stub.requests[0]) == {"model", "system", "messages", "max_tokens"}


@pytest.mark.parametrize(("takes", "sent"), [(True, {"temperature": 0.3}), (False, {})])
async def test_a_temperature_is_sent_only_where_the_model_takes_one(
    takes: bool, sent: dict[str, float]
) -> None:
    """A wish of the request; models that refuse the parameter never see it."""
    wish = ModelRequest("Be brief.", (Turn("user", "Say it."),), max_tokens=50, temperature=0.3)
    async with (
        serving([answer("Done.")]) as stub,
        AnthropicModel(
            "stub", key="k", base_url=stub.url, takes_temperature=takes, environ={}
        ) as model,
    ):
        await model.complete(wish)
    assert {k: v for k, v in stub.requests[0].items() if k == "temperature"} == sent


@pytest.mark.parametrize(
    ("raw", "outcome"),
    [
        (answer("No.", stop="refusal"), Outcome.REFUSED),
        (answer("Half a sent", stop="max_tokens"), Outcome.TRUNCATED),
        (answer("Half", stop="model_context_window_exceeded"), Outcome.TRUNCATED),
        (answer("   "), Outcome.EMPTY),
        (answer(blocks=[]), Outcome.EMPTY),
        (
            answer(blocks=[{"type": "thinking", "thinking": "hm", "signature": "s"}]),
            Outcome.THINKING_ONLY,
        ),
        (
            answer(blocks=[{"type": "tool_use", "id": "t", "name": "x", "input": {}}]),
            Outcome.TOOL_CALL,
        ),
        (answer("x", stop="tool_use"), Outcome.TOOL_CALL),
        (failure(429, "rate_limit_error"), Outcome.RATE_LIMITED),
        (failure(529, "overloaded_error"), Outcome.OVERLOADED),
        (failure(401, "authentication_error"), Outcome.REJECTED),
        (Raw(b'{"id": "msg_1", "content": [{'), Outcome.MALFORMED),
        (Raw(b'{"surprise": true}'), Outcome.MALFORMED),
        (Raw(b"<html>gateway</html>", content_type="text/html"), Outcome.MALFORMED),
        (Raw(b'{"content": "text"}'), Outcome.MALFORMED),
        (Raw(b"[1, 2]"), Outcome.MALFORMED),
        (Raw(b'{"a":' * 100, endless=True), Outcome.MALFORMED),
    ],
)
async def test_each_kind_of_answer_is_a_named_outcome(raw: Raw, outcome: Outcome) -> None:
    """Nothing but a finished text is taken for one, and nothing is raised."""
    reply = await _reply(raw)
    assert reply.outcome is outcome, reply
    assert bool(reply.text) == (outcome is Outcome.TRUNCATED)


async def test_a_hang_half_way_times_out() -> None:
    """An answer that stops in the middle costs the timeout, no more."""
    reply = await _reply(Raw(b'{"id": "msg_1",', hang_after=True), patience=0.3)
    assert reply.outcome is Outcome.TIMED_OUT


async def test_a_server_that_is_not_there() -> None:
    """A refused connection is an outcome."""
    model = AnthropicModel("stub", key="k", base_url="http://127.0.0.1:9", retries=0, environ={})
    async with model:
        assert (await model.complete(ASK)).outcome is Outcome.UNREACHABLE


async def test_the_clients_own_retries() -> None:
    """After 429 and 529 the third attempt succeeds; a refused request is not repeated."""
    faults = failure(429, "rate_limit_error"), failure(529, "overloaded_error")
    async with _model(*faults, answer("ok"), retries=2) as (model, stub):
        assert (await model.complete(ASK)).text == "ok"
    assert len(stub.requests) == 3


def test_one_model_serves_several_event_loops() -> None:
    """Two `asyncio.run` in a row: no connection outlives its call."""

    async def ask(model: AnthropicModel, stub: list[Raw]) -> str:
        async with serving(stub) as server:
            model._client = model._client.with_options(base_url=server.url)
            return (await model.complete(ASK)).text

    model = AnthropicModel("stub", key="k", base_url="http://127.0.0.1:9", environ={})
    assert [asyncio.run(ask(model, [answer("a")])), asyncio.run(ask(model, [answer("b")]))] == [
        "a",
        "b",
    ]
    asyncio.run(model.close())


@pytest.mark.parametrize(
    ("given", "complaint"),
    [
        ({"name": None, "key": "k"}, "no model name"),
        ({"name": "m", "key": None}, "no API key"),
        ({"name": "m", "key": "se cret"}, "holds a blank"),
        ({"name": "m", "key": "k", "base_url": "ftp://x"}, "'ftp://x': give http"),
        ({"name": "m", "key": "k", "base_url": "http://[x"}, "give http"),
        ({"name": "m", "key": "k", "timeout": 0.0}, "timeout 0.0"),
        ({"name": "m", "key": "k", "retries": -1}, "retries -1"),
    ],
)
def test_configuration_errors_come_at_construction(given: dict[str, Any], complaint: str) -> None:
    """Each names what is wrong and what to do; none waits for the first call."""
    with pytest.raises(ConfigError, match=complaint) as caught:
        AnthropicModel(**given, environ={})
    assert "se cret" not in str(caught.value)


def test_a_missing_package_is_named_with_the_way_to_install_it(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """No ImportError reaches the user."""
    monkeypatch.setitem(sys.modules, "anthropic", None)
    with pytest.raises(ConfigError, match=r"pip install 'uagent-memory\[anthropic\]'"):
        AnthropicModel("m", key="k", environ={})


def test_argument_before_settings_before_environment() -> None:
    """Name, key and URL follow the same order."""
    settings = Settings(model_name="from-settings")
    environ = {
        "ANTHROPIC_MODEL": "from-environment",
        "ANTHROPIC_API_KEY": "k",
        "ANTHROPIC_BASE_URL": "http://localhost:1",
    }
    assert AnthropicModel("mine", settings=settings, environ=environ).name == "mine"
    assert AnthropicModel(settings=settings, environ=environ).name == "from-settings"
    plain = AnthropicModel(environ=environ)
    assert plain.name == "from-environment"
    assert str(plain._client.base_url).startswith("http://localhost:1")


def test_requests_alternate() -> None:
    """A request that no provider would take cannot be made."""
    for turns in ((), (Turn("assistant", "x"),), (Turn("user", "x"), Turn("assistant", "y"))):
        with pytest.raises(ValueError, match="alternate"):
            ModelRequest("", turns, 10)
