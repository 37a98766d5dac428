"""AnthropicModel: a LanguageModel behind Anthropic's Messages API, by the official client."""

from __future__ import annotations

import os
from collections.abc import AsyncIterator, Mapping
from typing import TYPE_CHECKING, Self
from urllib.parse import urlsplit

from uagent_memory.config import Settings
from uagent_memory.errors import ConfigError
from uagent_memory.llm.protocol import ModelReply, ModelRequest, Outcome, Turn, Usage

if TYPE_CHECKING:
    from types import ModuleType, TracebackType

    import httpx2
    from anthropic import AsyncAnthropic
    from anthropic.types import Message, MessageParam

__all__ = ["AnthropicModel"]

INSTALL = "pip install 'uagent-memory[anthropic]'"
NAME_VARIABLES = ("UAGENT_MEMORY_MODEL_NAME", "ANTHROPIC_MODEL")
KEY_VARIABLES = ("UAGENT_MEMORY_MODEL_KEY", "ANTHROPIC_API_KEY")
URL_VARIABLES = ("UAGENT_MEMORY_MODEL_BASE_URL", "ANTHROPIC_BASE_URL")
MOST_BYTES = 4_000_000
"""Of one answer: a server that never stops writing is cut off."""
OVERLOADED = 500
RATE_LIMITED = 429
DETAIL_CHARACTERS = 200

_STOPS = {
    "refusal": Outcome.REFUSED,
    "max_tokens": Outcome.TRUNCATED,
    "model_context_window_exceeded": Outcome.TRUNCATED,
    "tool_use": Outcome.TOOL_CALL,
    "pause_turn": Outcome.TOOL_CALL,
}


class AnthropicModel:
    """Holds one client; no tools, sampling parameters only on request, the client's own retries."""

    def __init__(
        self,
        name: str | None = None,
        *,
        key: str | None = None,
        base_url: str | None = None,
        settings: Settings | None = None,
        timeout: float | None = None,
        retries: int = 2,
        extra_body: Mapping[str, object] | None = None,
        takes_temperature: bool = False,
        environ: Mapping[str, str] | None = None,
        http_client: httpx2.AsyncClient | None = None,
    ) -> None:
        """Check everything that can be checked without a call.

        Args:
            name: of the model. Name, key and URL come from the argument, else the settings
                (`model_name`, `model_key`, `model_base_url`), else the environment
                (`UAGENT_MEMORY_MODEL_NAME` ..., then `ANTHROPIC_MODEL`, `ANTHROPIC_API_KEY`,
                `ANTHROPIC_BASE_URL`).
            key: the API key; it is never logged or printed.
            base_url: of the endpoint; Anthropic's own if none is given.
            settings: the shipped defaults if None.
            timeout: seconds of one attempt; the settings' `model_seconds` if None.
            retries: further attempts after 408, 409, 429, 5xx and lost connections.
            extra_body: further fields of each request, for providers and models that take them
                (`temperature`, `cache_control`).
            takes_temperature: whether the model has that parameter; newer ones refuse it.
            environ: the environment; `os.environ` if None.
            http_client: used in place of the client's own, for proxies and tests.

        Raises:
            ConfigError: the `anthropic` package is missing, or name, key, URL, timeout or retries
                are missing or wrong.
        """
        self._anthropic = _package()
        settings = Settings() if settings is None else settings
        known = os.environ if environ is None else environ
        url = _first(base_url, settings.model_base_url, known, URL_VARIABLES)
        seconds = settings.model_seconds if timeout is None else timeout
        self._extra_body = dict(extra_body) if extra_body else None
        secret = settings.model_key.get_secret_value()
        self.name = _name(_first(name, settings.model_name, known, NAME_VARIABLES))
        self._takes_temperature = takes_temperature
        self._client: AsyncAnthropic = self._anthropic.AsyncAnthropic(
            api_key=_key(_first(key, secret, known, KEY_VARIABLES)),
            base_url=_url(url),
            timeout=_seconds(seconds),
            max_retries=_retries(retries),
            http_client=self._own_http() if http_client is None else http_client,
        )

    def _own_http(self) -> httpx2.AsyncClient:
        """Bounded answers; no connection outlives its call, so any event loop may use it."""
        import httpx2

        limits = httpx2.Limits(max_keepalive_connections=0)
        client: httpx2.AsyncClient = self._anthropic.DefaultAsyncHttpxClient(
            limits=limits, event_hooks={"response": [_bounded]}
        )
        return client

    async def complete(self, request: ModelRequest) -> ModelReply:
        """One call; every fault of the provider or the network is an outcome."""
        messages = [_message(turn) for turn in request.turns]
        extra = dict(self._extra_body or {})
        if self._takes_temperature and request.temperature is not None:
            extra["temperature"] = request.temperature
        try:
            message = await self._client.messages.create(
                model=self.name,
                system=request.system,
                messages=messages,
                max_tokens=request.max_tokens,
                extra_body=extra or None,
            )
        except self._anthropic.AnthropicError as error:
            return ModelReply(self._outcome(error), detail=_detail(error))
        except (ValueError, TypeError, _TooLong) as error:
            return ModelReply(Outcome.MALFORMED, detail=type(error).__name__)
        return _reply(message)

    def _outcome(self, error: Exception) -> Outcome:
        known = self._anthropic
        if isinstance(error, known.APITimeoutError):
            return Outcome.TIMED_OUT
        if isinstance(error, known.APIConnectionError):
            too_long = isinstance(error.__cause__, _TooLong)
            return Outcome.MALFORMED if too_long else Outcome.UNREACHABLE
        if isinstance(error, known.APIStatusError):
            if error.status_code == RATE_LIMITED:
                return Outcome.RATE_LIMITED
            return Outcome.OVERLOADED if error.status_code >= OVERLOADED else Outcome.REJECTED
        return Outcome.MALFORMED

    async def close(self) -> None:
        await self._client.close()

    async def __aenter__(self) -> Self:
        return self

    async def __aexit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        traceback: TracebackType | None,
    ) -> None:
        await self.close()


class _TooLong(Exception):
    """An answer of more than MOST_BYTES."""


async def _bounded(response: httpx2.Response) -> None:
    import httpx2

    stream = response.stream
    assert isinstance(stream, httpx2.AsyncByteStream)
    inner: httpx2.AsyncByteStream = stream

    class Bounded(httpx2.AsyncByteStream):
        async def __aiter__(self) -> AsyncIterator[bytes]:
            seen = 0
            async for chunk in inner:
                seen += len(chunk)
                if seen > MOST_BYTES:
                    raise _TooLong
                yield chunk

        async def aclose(self) -> None:
            await inner.aclose()

    response.stream = Bounded()


def _package() -> ModuleType:
    try:
        import anthropic
    except ImportError:
        raise ConfigError(
            f"AnthropicModel needs the package `anthropic`, which is not installed: {INSTALL}"
        ) from None
    return anthropic


def _first(
    given: str | None, configured: str | None, environ: Mapping[str, str], names: tuple[str, ...]
) -> str | None:
    candidates = (given, configured, *(environ.get(name) for name in names))
    return next((value.strip() for value in candidates if value and value.strip()), None)


def _name(name: str | None) -> str:
    if name is None:
        raise ConfigError(
            "AnthropicModel: no model name; give a `name`, the setting model_name, "
            f"or {NAME_VARIABLES[0]} in the environment"
        )
    return name


def _key(key: str | None) -> str:
    if key is None:
        raise ConfigError(
            "AnthropicModel: no API key; give a `key`, the setting model_key, or "
            f"{KEY_VARIABLES[1]} in the environment"
        )
    if not key.isascii() or any(char.isspace() for char in key):
        raise ConfigError("AnthropicModel: the API key holds a blank or a character beyond ASCII")
    return key


def _url(url: str | None) -> str | None:
    if url is None:
        return None
    try:
        parts = urlsplit(url)
        good = parts.scheme in {"http", "https"} and bool(parts.hostname) and parts.port != 0
    except ValueError:
        good = False
    if not good:
        raise ConfigError(f"AnthropicModel: base URL {url!r}: give http:// or https:// and a host")
    return url


def _seconds(seconds: float) -> float:
    if not 0 < seconds < float("inf"):
        raise ConfigError(f"AnthropicModel: timeout {seconds!r}: give seconds above 0")
    return seconds


def _retries(retries: int) -> int:
    if not 0 <= retries <= 10:  # noqa: PLR2004 - said in the error
        raise ConfigError(f"AnthropicModel: retries {retries!r}: give 0 to 10")
    return retries


def _message(turn: Turn) -> MessageParam:
    if turn.role == "user":
        return {"role": "user", "content": turn.text}
    return {"role": "assistant", "content": turn.text}


def _detail(error: Exception) -> str:
    status = getattr(error, "status_code", None)
    name = type(error).__name__
    return f"{name} {status}" if status else name


def _reply(message: Message) -> ModelReply:
    """A message by what it holds; answers of other servers may lack any part of it."""
    blocks = getattr(message, "content", None)
    if not isinstance(blocks, list):
        return ModelReply(Outcome.MALFORMED, detail="the answer holds no content")
    usage = _usage(message)
    kinds = {str(getattr(block, "type", "")) for block in blocks}
    texts = [getattr(block, "text", None) for block in blocks if _kind(block) == "text"]
    text = "".join(part for part in texts if isinstance(part, str)).strip()
    stop = str(getattr(message, "stop_reason", None) or "")
    outcome = _STOPS.get(stop) or _by_content(text, kinds)
    kept = text if outcome in {Outcome.TEXT, Outcome.TRUNCATED} else ""
    return ModelReply(outcome, text=kept, usage=usage, detail=stop[:DETAIL_CHARACTERS])


def _kind(block: object) -> str:
    return str(getattr(block, "type", ""))


def _by_content(text: str, kinds: set[str]) -> Outcome:
    if any(kind.endswith("tool_use") for kind in kinds):
        return Outcome.TOOL_CALL
    if text:
        return Outcome.TEXT
    return Outcome.THINKING_ONLY if any("thinking" in kind for kind in kinds) else Outcome.EMPTY


def _usage(message: Message) -> Usage:
    usage = getattr(message, "usage", None)

    def count(name: str) -> int:
        value = getattr(usage, name, 0)
        return value if isinstance(value, int) and value > 0 else 0

    return Usage(
        count("input_tokens"),
        count("output_tokens"),
        count("cache_read_input_tokens"),
        count("cache_creation_input_tokens"),
    )
