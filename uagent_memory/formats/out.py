"""The provider formats by name."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Literal, TypeAlias

from uagent_memory.errors import InputError
from uagent_memory.formats.out_anthropic import to_anthropic
from uagent_memory.formats.out_openai import to_openai
from uagent_memory.formats.outgoing import ProviderMessage
from uagent_memory.messages import Message

__all__ = ["OutputFormat", "render_messages"]

OutputFormat: TypeAlias = Literal["anthropic", "openai"]


def render_messages(
    format: OutputFormat,  # noqa: A002 - the name that the public API gives it
    messages: Sequence[Message],
    *,
    summary: str | None = None,
    tail: int = 0,
    answer_open: bool = True,
) -> list[ProviderMessage]:
    """The message list of a provider's format; arguments as for `to_anthropic`.

    Anthropic takes system text apart from the messages: `to_anthropic(...).system` holds it.

    Raises:
        InputError: the format is neither.
    """
    if format == "anthropic":
        return to_anthropic(messages, summary=summary, tail=tail, answer_open=answer_open).messages
    if format == "openai":
        return to_openai(messages, summary=summary, tail=tail, answer_open=answer_open).messages
    raise InputError(f"unknown format {format!r}: use 'anthropic' or 'openai'")
