"""Deterministic eight-segment hand-offs for teams of agents.

The public names, each loaded when it is first used: `import uagent_memory` stays cheap.
"""

from __future__ import annotations

from importlib import import_module
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from uagent_memory.config import Settings
    from uagent_memory.context import IsolatedRoleContext
    from uagent_memory.engine import EightSegmentCompressionEngine
    from uagent_memory.errors import (
        BudgetError,
        BudgetTooSmall,
        ConfigError,
        InputError,
        UAgentMemoryError,
        UnknownReference,
        UnknownRole,
    )
    from uagent_memory.memory import AgentMemory
    from uagent_memory.messages import Message, Role, Span, ToolCall
    from uagent_memory.monitor import CompressionPerformanceMonitor, CompressionSession
    from uagent_memory.roles import RoleProfile
    from uagent_memory.segments import (
        CompressedContext,
        CompressionResult,
        Entry,
        QualityReport,
        Segment,
        SegmentName,
    )
    from uagent_memory.stateless import compress_context, compress_context_sync
    from uagent_memory.tokens import TokenCounter

__all__ = [
    "AgentMemory",
    "BudgetError",
    "BudgetTooSmall",
    "CompressedContext",
    "CompressionPerformanceMonitor",
    "CompressionResult",
    "CompressionSession",
    "ConfigError",
    "EightSegmentCompressionEngine",
    "Entry",
    "InputError",
    "IsolatedRoleContext",
    "Message",
    "QualityReport",
    "Role",
    "RoleProfile",
    "Segment",
    "SegmentName",
    "Settings",
    "Span",
    "TokenCounter",
    "ToolCall",
    "UAgentMemoryError",
    "UnknownReference",
    "UnknownRole",
    "compress_context",
    "compress_context_sync",
]

_HOMES = {
    "AgentMemory": "memory",
    "BudgetError": "errors",
    "BudgetTooSmall": "errors",
    "CompressedContext": "segments",
    "CompressionPerformanceMonitor": "monitor",
    "CompressionResult": "segments",
    "CompressionSession": "monitor",
    "ConfigError": "errors",
    "EightSegmentCompressionEngine": "engine",
    "Entry": "segments",
    "InputError": "errors",
    "IsolatedRoleContext": "context",
    "Message": "messages",
    "QualityReport": "segments",
    "Role": "messages",
    "RoleProfile": "roles",
    "Segment": "segments",
    "SegmentName": "segments",
    "Settings": "config",
    "Span": "messages",
    "TokenCounter": "tokens",
    "ToolCall": "messages",
    "UAgentMemoryError": "errors",
    "UnknownReference": "errors",
    "UnknownRole": "errors",
    "compress_context": "stateless",
    "compress_context_sync": "stateless",
}


def __getattr__(name: str) -> object:
    home = _HOMES.get(name)
    if home is None:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    value: object = getattr(import_module(f"{__name__}.{home}"), name)
    globals()[name] = value
    return value


def __dir__() -> list[str]:
    return sorted({*globals(), *__all__})
