"""LanguageModel: what the model path asks of a model, and what it gets back."""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum
from typing import Literal, Protocol, runtime_checkable

from uagent_memory.given import check_kind

__all__ = [
    "LanguageModel",
    "ModelReply",
    "ModelRequest",
    "Outcome",
    "Turn",
    "Usage",
    "check_model",
]


class Outcome(StrEnum):
    """How a call ended; only `TEXT` is worth an audit."""

    TEXT = "text"
    EMPTY = "empty"
    TRUNCATED = "truncated"  # max_tokens, or the window was full
    REFUSED = "refused"
    THINKING_ONLY = "thinking_only"
    TOOL_CALL = "tool_call"
    TIMED_OUT = "timed_out"
    RATE_LIMITED = "rate_limited"  # 429
    OVERLOADED = "overloaded"  # 529 and other answers of a server in trouble
    REJECTED = "rejected"  # the request: 400, 401, 404 ...
    UNREACHABLE = "unreachable"
    MALFORMED = "malformed"  # an answer that is no message
    FAILED = "failed"  # anything else that the model object raised


@dataclass(frozen=True, slots=True)
class Usage:
    """Tokens of one call or several, as the provider counts them."""

    input_tokens: int = 0
    """Neither read from nor written to a cache."""
    output_tokens: int = 0
    cache_read_tokens: int = 0
    cache_write_tokens: int = 0

    def __add__(self, other: Usage) -> Usage:
        return Usage(
            self.input_tokens + other.input_tokens,
            self.output_tokens + other.output_tokens,
            self.cache_read_tokens + other.cache_read_tokens,
            self.cache_write_tokens + other.cache_write_tokens,
        )

    @property
    def total(self) -> int:
        return (
            self.input_tokens
            + self.output_tokens
            + self.cache_read_tokens
            + self.cache_write_tokens
        )


@dataclass(frozen=True, slots=True)
class Turn:
    """One message of a request."""

    role: Literal["user", "assistant"]
    text: str


@dataclass(frozen=True, slots=True)
class ModelRequest:
    """A request without tools: a system prompt and turns that begin and end with the user's.

    Raises:
        ValueError: no turns, a blank one, or two of one role in a row.
    """

    system: str
    turns: tuple[Turn, ...]
    max_tokens: int
    temperature: float | None = None
    """A wish: models that take no such parameter are not sent it."""

    def __post_init__(self) -> None:
        expected = ("user", "assistant") * len(self.turns)
        if not len(self.turns) % 2 or any(
            turn.role != role or not turn.text.strip()
            for turn, role in zip(self.turns, expected, strict=False)
        ):
            raise ValueError("turns must alternate, begin and end with the user's, and hold text")


@dataclass(frozen=True, slots=True)
class ModelReply:
    """What came of a call. `text` is "" unless the outcome is TEXT or TRUNCATED."""

    outcome: Outcome
    text: str = ""
    usage: Usage = Usage()
    detail: str = ""
    """For people: the provider's reason, without any of the conversation."""


@runtime_checkable
class LanguageModel(Protocol):
    """What a caller may plug in. Faults of a call are outcomes; nothing is raised for them."""

    @property
    def name(self) -> str:
        """For the report."""
        ...

    async def complete(self, request: ModelRequest) -> ModelReply:
        """Answer one request; may be cancelled."""
        ...


def check_model(name: str, model: LanguageModel | None) -> None:
    """Accept None and whatever can be asked.

    Raises:
        ConfigError: it cannot.
    """
    check_kind(name, model, LanguageModel, advice="an object with `name` and `complete`")
