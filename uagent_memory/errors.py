"""The error tree of uagent-memory.

UAgentMemoryError
├── InputError              what came in cannot be read (command line: exit code 2)
│   └── SeveralSessions     a file holds several sessions and none was chosen
├── ConfigError             a setting, role file or prompt file is wrong (exit code 2)
│   └── UnknownRole
├── BudgetError             a budget or ratio that no hand-off can meet (exit code 2)
└── BudgetTooSmall          strict mode: the must-keep facts do not fit (exit code 3)
    StoreConflict           another writer committed first (see stores/protocol.py)
    UnknownReference        recall or explain of something the memory does not hold (exit code 2)

Every message says what happened, which value, and what to do.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from uagent_memory.segments import CompressedContext

__all__ = [
    "BudgetError",
    "BudgetTooSmall",
    "ConfigError",
    "InputError",
    "SeveralSessions",
    "UAgentMemoryError",
    "UnknownReference",
    "UnknownRole",
]


LONGEST = 2000
"""Characters of a message: a value of a megabyte would hide what is wrong with it."""


def _shortened(message: str) -> str:
    if len(message) <= LONGEST:
        return message
    half = LONGEST // 2
    return f"{message[:half]}[... {len(message) - 2 * half} characters]{message[-half:]}"


class UAgentMemoryError(Exception):
    """Root of all errors raised on purpose. Carries the role and the stage where known."""

    def __init__(self, message: str, *, role: str | None = None, stage: str | None = None) -> None:
        super().__init__(_shortened(message))
        self.role = role
        self.stage = stage


class InputError(UAgentMemoryError):
    """Messages that cannot be read: where (file and line, or list position) and why."""

    def __init__(self, reason: str, *, source: str | None = None, line: int | None = None) -> None:
        where = ":".join(str(part) for part in (source, line) if part is not None)
        super().__init__(f"{where}: {reason}" if where else reason, stage="input")
        self.reason = reason
        self.source = source
        self.line = line


class SeveralSessions(InputError):
    """A file of several sessions was read without choosing one."""

    def __init__(self, reason: str, *, source: str | None, sessions: tuple[str, ...]) -> None:
        super().__init__(reason, source=source)
        self.sessions = sessions


class ConfigError(UAgentMemoryError):
    """A configuration, role or prompt file is wrong: names the file and the key."""


class UnknownRole(ConfigError):
    """A role that no role file defines; the message lists the known ones."""


class BudgetError(UAgentMemoryError):
    """A budget or ratio that no hand-off can meet: no positive number, or below the bare frame."""


class BudgetTooSmall(UAgentMemoryError):
    """Strict mode: the must-keep facts do not fit. `result` is the degraded hand-off that fits."""

    def __init__(self, message: str, *, result: CompressedContext, role: str | None = None) -> None:
        super().__init__(message, role=role, stage="validate")
        self.result = result
        self.minimum_budget = result.report.minimum_budget


class UnknownReference(UAgentMemoryError):
    """`recall` or `explain` was asked for something this memory does not hold."""
