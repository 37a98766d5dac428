"""The engine's function, as the memory calls it."""

from __future__ import annotations

from typing import TYPE_CHECKING, Protocol

if TYPE_CHECKING:
    from collections.abc import Sequence

    from uagent_memory.config import Settings
    from uagent_memory.messages import Message
    from uagent_memory.roles import RoleRegistry
    from uagent_memory.segments import CompressedContext
    from uagent_memory.tokens import TokenCounter

__all__ = ["Compressor", "engine_compressor"]


class Compressor(Protocol):
    """Synchronous and pure; runs in a worker thread."""

    def __call__(
        self,
        messages: Sequence[Message],
        *,
        role: str,
        to: str | None,
        budget: int | None,
        ratio: float | None,
        keep: Sequence[str],
        counter: TokenCounter | None,
        strict: bool,
        roles: RoleRegistry | None,
        settings: Settings | None,
    ) -> CompressedContext:
        """Compress a role's messages for `to`; None: for the role itself."""
        ...


def engine_compressor() -> Compressor:
    """The engine, imported when it is first needed."""
    from uagent_memory.engine import compress_messages

    return compress_messages
