"""A call's arguments in one piece."""

from __future__ import annotations

import difflib
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, fields
from typing import Any

from uagent_memory.config import Settings
from uagent_memory.errors import ConfigError, UnknownReference
from uagent_memory.readable import readable
from uagent_memory.role_files import RoleSource
from uagent_memory.tokens import TokenCounter

__all__ = ["Inputs", "pins"]


@dataclass(frozen=True, slots=True, kw_only=True)
class Inputs:
    """What a compression is asked for beside its messages; `compress_context_sync` says more."""

    role: str = "general"
    to: str | None = None
    budget: int | None = None
    ratio: float | None = None
    keep: tuple[str, ...] = ()
    counter: TokenCounter | None = None
    strict: bool = False
    roles: RoleSource | None = None
    settings: Settings | None = None

    @classmethod
    def of(cls, given: Mapping[str, Any] | None, *, role: str, ratio: float) -> Inputs:
        """From the document's `role_context`.

        Raises:
            ConfigError: an unknown name.
        """
        values = {"role": role, "ratio": ratio, **(given or {})}
        names = [item.name for item in fields(cls)]
        for name in values:
            if name not in names:
                near = difflib.get_close_matches(name, names, n=1)
                hint = f" Did you mean {near[0]!r}?" if near else f" Known: {', '.join(names)}."
                raise ConfigError(f"role_context: unknown key {name!r}.{hint}", role=role)
        return cls(**values)


def pins(keep: str | Iterable[str]) -> tuple[str, ...]:
    """What a caller wants kept; one string will do.

    Raises:
        UnknownReference: something that is no text.
    """
    if not isinstance(keep, Iterable):
        raise UnknownReference(f"keep {keep!r}: give message ids or texts", stage="prepare")
    given = (keep,) if isinstance(keep, str) else tuple(keep)
    for pin in given:
        if not isinstance(pin, str):
            raise UnknownReference(f"keep {pin!r}: give message ids or texts", stage="prepare")
    return tuple(map(readable, given))
