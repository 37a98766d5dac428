"""CompressionConfig: the chat-history document's settings, section 7.1, under its names."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from typing import Literal, Self

from pydantic import Field, model_validator

from uagent_memory.condensers.checked_fields import CheckedFields
from uagent_memory.errors import ConfigError

__all__ = ["CompressionConfig"]


class CompressionConfig(CheckedFields):
    """When and how far a chat history is compressed.

    Every `...compression_ratio` here is the document's: the share of the tokens that is *removed*,
    0..1 (elsewhere in this package a ratio is the share kept).

    Raises:
        ConfigError: an unknown field or a bad value; names it and what is allowed.
    """

    enable_compression: bool = True
    token_threshold: int = Field(default=3000, ge=1)
    """Tokens of the history above which it is compressed."""
    preserve_recent_turns: int = Field(default=3, ge=0)
    """Newest turns (a user's message and what follows it) that stay as they are."""
    compress_system_messages: bool = False
    """Must stay False: system messages are never compressed."""

    target_compression_ratio: float = Field(default=0.6, gt=0, lt=1)
    user_message_compression_ratio: float = Field(default=0.4, ge=0, lt=1)
    assistant_message_compression_ratio: float = Field(default=0.65, ge=0, lt=1)
    tool_message_compression_ratio: float = Field(default=0.55, ge=0, lt=1)

    compression_cooldown: int = Field(default=5, ge=0)
    """Messages that must arrive between two automatic passes, failed ones included."""
    compression_batch_size: int = Field(default=10, ge=1)
    """Most messages of a batch, before it is widened to whole turns and tool exchanges."""
    llm_model_for_compression: str = Field(default="default", min_length=1)
    """"default": the model given to ChatHistory, or the rules if there is none; another name: an
    AnthropicModel of that name."""

    fallback: Literal["keep", "rules"] = "keep"
    """After a model's failure or a text that fails the audit: keep the history as it is, or let
    the rules compress it."""

    time_window_minutes: float = Field(default=30, gt=0)
    """Older messages are compressed even below the token threshold."""
    batch_fraction: float = Field(default=0.3, gt=0, le=1)
    """Share of the uncompressed messages, oldest first, that one pass takes."""
    quality_threshold: float = Field(default=0.6, ge=0, le=1)
    """A result below it waits for review in place of being used."""
    keep_originals: bool = True
    min_gain: float = Field(default=0.1, ge=0, lt=1)
    """A pass that removes a smaller share of its batch is not made."""
    content_mark: Literal["ratio", "plain", "none"] = "ratio"
    """Before a summary: `[COMPRESSED:60%]`, `[COMPRESSED]` or nothing."""
    content_prefix: bool = False
    """A line before a summary that says what it is."""
    few_shot_examples: tuple[str, ...] = ()
    """Put into the prompt of a model."""
    prompts_by_model: Mapping[str, Path] = Field(default_factory=dict)
    """Folder of prompt files for a model's name, ahead of the settings' search path."""
    self_optimisation: bool = False
    """Let the overall target follow the quality of the last results, within bounds."""

    @model_validator(mode="after")
    def _never_system(self) -> Self:
        if self.compress_system_messages:
            raise ConfigError(
                "CompressionConfig: compress_system_messages: system messages are never "
                "compressed; leave it False"
            )
        return self

    @property
    def reduction(self) -> float:
        """The overall share of tokens to remove: `target_compression_ratio` by its true name."""
        return self.target_compression_ratio

    def reduction_of(self, role: str) -> float:
        """The share to remove of a message of that role; 0 for system messages."""
        return {
            "user": self.user_message_compression_ratio,
            "assistant": self.assistant_message_compression_ratio,
            "tool": self.tool_message_compression_ratio,
        }.get(role, 0.0)

    def changed(self, **fields: object) -> CompressionConfig:
        """The same with some fields changed, checked again."""
        return CompressionConfig(**{**self.model_dump(), **fields})
