"""Condenser: the shape that semantic, dynacontext, llm and recent share."""

from __future__ import annotations

from typing import Protocol, runtime_checkable

from uagent_memory.condensers.condensation import Condensation
from uagent_memory.condensers.view import View

__all__ = ["Condenser"]


@runtime_checkable
class Condenser(Protocol):
    """What an orchestrator calls before each request of an agent; all kinds can be swapped."""

    @property
    def name(self) -> str:
        """ "semantic", "dynacontext", "llm" or "recent"."""
        ...

    enabled: bool
    """False: no call of any kind changes anything."""

    def should_condense(self, view: View) -> bool:
        """Whether the condenser's own condition holds for this view."""
        ...

    def condense(self, view: View, *, manual: bool = False) -> Condensation:
        """Condense if it is due; `manual` asks for it whatever the condition and cool-down say."""
        ...

    async def acondense(self, view: View, *, manual: bool = False) -> Condensation:
        """The same, with a model's calls awaited; may be cancelled and leaves nothing half."""
        ...
