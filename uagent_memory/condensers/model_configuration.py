"""`[llm.NAME]` of a condenser's file: a model, and how it is called."""

from __future__ import annotations

import re
from collections.abc import Mapping

from pydantic import Field, JsonValue

from uagent_memory.errors import ConfigError
from uagent_memory.knobs import Knobs
from uagent_memory.llm.protocol import LanguageModel

__all__ = ["LLMConfig", "anthropic_model"]

VARIABLE = re.compile(r"\$\{([A-Za-z_][A-Za-z0-9_]*)\}")


class LLMConfig(Knobs):
    """`[llm.NAME]`: a model and how it is called."""

    model: str = Field(min_length=1)
    api_key: str | None = Field(default=None, repr=False)
    base_url: str | None = None
    temperature: float | None = Field(default=None, ge=0, le=2)
    """Sent only if given: newer models take none."""
    max_tokens: int = Field(default=2000, ge=100)
    """Of an answer."""
    timeout: float = Field(default=60.0, gt=0)
    """Seconds of one attempt."""
    caching_prompt: bool = False
    """Ask the provider to cache the prompt."""

    def resolved(self, environ: Mapping[str, str], *, source: str) -> LLMConfig:
        """The same with each `${NAME}` replaced by that environment variable.

        Raises:
            ConfigError: a variable is not set; names it and the field.
        """
        texts = {
            key: _filled(value, environ, where=f"{source}: {key}")
            for key, value in self
            if isinstance(value, str)
        }
        return self.model_copy(update=texts)

    @property
    def extra_body(self) -> dict[str, JsonValue]:
        """What a request holds beside the messages."""
        body: dict[str, JsonValue] = {}
        if self.temperature is not None:
            body["temperature"] = self.temperature
        if self.caching_prompt:
            body["cache_control"] = {"type": "ephemeral"}
        return body


def _filled(text: str, environ: Mapping[str, str], *, where: str) -> str:
    def value(match: re.Match[str]) -> str:
        found = environ.get(match[1])
        if found is None:
            raise ConfigError(f"{where}: the environment variable {match[1]} is not set")
        return found

    return VARIABLE.sub(value, text)


def anthropic_model(config: LLMConfig) -> LanguageModel:
    """The model that a configuration describes, at Anthropic's API."""
    from uagent_memory.llm import AnthropicModel

    return AnthropicModel(
        config.model,
        key=config.api_key,
        base_url=config.base_url,
        timeout=config.timeout,
        extra_body=config.extra_body,
    )
