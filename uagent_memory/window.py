"""How full a context's window is, and whether compressing it can help."""

from __future__ import annotations

import json
import sys
from collections.abc import Iterable, Mapping
from typing import TYPE_CHECKING, NamedTuple

from uagent_memory.errors import BudgetError, ConfigError
from uagent_memory.events import emit
from uagent_memory.given import is_number, is_whole
from uagent_memory.obligations import is_standing, open_calls

if TYPE_CHECKING:
    from collections.abc import Sequence

    from uagent_memory.context import IsolatedRoleContext
    from uagent_memory.tokens import TokenCounter

__all__ = ["WindowUse", "WindowWatch", "check_window", "window_use"]


def check_window(window: int) -> None:
    """Whether it is a number of tokens.

    Raises:
        BudgetError: it is not.
    """
    if not is_whole(window) or window <= 0:
        raise BudgetError(f"the window is {window!r}: give a whole number of tokens above 0")


class WindowUse(NamedTuple):
    """Tokens of a view."""

    fixed: int
    """What a compression cannot make smaller: system prompts, tool schemas, open calls, and its
    own last result."""
    movable: int
    """All the rest."""

    @property
    def total(self) -> int:
        return self.fixed + self.movable

    def is_stuck(self, *, window: int, threshold: float) -> bool:
        """The fixed parts alone are over the threshold: compressing would not help."""
        return self.fixed >= threshold * min(window, sys.maxsize)

    def needs_compression(self, *, window: int, threshold: float) -> bool:
        """The movable part has filled its share of the room that the fixed parts leave.

        Raises:
            BudgetError: the window is no number of tokens, or the threshold not within 0 to 1.
        """
        check_window(window)
        if not is_number(threshold) or not 0 < threshold <= 1:
            raise BudgetError(f"the threshold is {threshold!r}: give a number above 0, at most 1")
        if self.is_stuck(window=window, threshold=threshold):
            return False
        return self.movable >= threshold * (min(window, sys.maxsize) - self.fixed)


class WindowWatch:
    """Asks whether a compression is due, and says once per role that it could not help."""

    def __init__(self) -> None:
        self._stuck: set[str] = set()

    def is_due(self, role: str, use: WindowUse, *, window: int, threshold: float) -> bool:
        """As `WindowUse.needs_compression`, which says when it raises."""
        due = use.needs_compression(window=window, threshold=threshold)
        if not use.is_stuck(window=window, threshold=threshold):
            self._stuck.discard(role)
        elif role not in self._stuck:
            self._stuck.add(role)
            emit(
                "window.stuck",
                role=role,
                stage="trigger",
                level="warning",
                fixed=use.fixed,
                window=window,
            )
        return due


def window_use(
    context: IsolatedRoleContext,
    *,
    counter: TokenCounter,
    tools: Sequence[Mapping[str, object]],
    patience: int,
) -> WindowUse:
    """Count the view and the tool schemas sent with it.

    Raises:
        ConfigError: the tools are no list of schemas.
    """
    sent = _schemas(tools)
    held = set(open_calls(context.messages, patience=patience).held)
    own = context.compactions
    view = context.visible
    costs = counter.count_many([message.full_text for message in view])
    schemas = counter.count_many(sent)
    fixed = sum(
        cost
        for message, cost in zip(view, costs, strict=True)
        if is_standing(message) or message.id in held or message.id in own
    )
    return WindowUse(fixed=fixed + sum(schemas), movable=sum(costs) - fixed)


def _schemas(tools: Sequence[Mapping[str, object]]) -> list[str]:
    """Each tool schema as JSON."""
    advice = "give a list of tool schemas, as they are sent to the provider"
    if isinstance(tools, str | bytes | Mapping) or not isinstance(tools, Iterable):
        raise ConfigError(f"tools {tools!r}: {advice}")
    try:
        return [json.dumps(tool, ensure_ascii=False) for tool in tools]
    except (TypeError, ValueError, RecursionError) as error:
        raise ConfigError(f"tools: {error}: {advice}") from None
