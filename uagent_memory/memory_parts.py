"""The parts of an AgentMemory, checked when it is made and not at the first call that needs one."""

from __future__ import annotations

from typing import TYPE_CHECKING

from uagent_memory.given import check_kind, counter_of, settings_of
from uagent_memory.monitor import CompressionPerformanceMonitor
from uagent_memory.stores.protocol import Store
from uagent_memory.window import check_window

if TYPE_CHECKING:
    from uagent_memory.config import Settings
    from uagent_memory.tokens import TokenCounter

__all__ = ["check_parts", "check_store"]


def check_parts(
    *,
    settings: Settings | None,
    store: Store | None,
    counter: TokenCounter | None,
    monitor: CompressionPerformanceMonitor | None,
    window: int | None,
) -> None:
    """Whether a memory can work with each of them; None is its default.

    Raises:
        ConfigError: it cannot; names the part and says what would do.
        BudgetError: the window is no number of tokens.
    """
    settings_of(settings)
    counter_of(counter)
    check_store(store)
    check_kind(
        "monitor",
        monitor,
        CompressionPerformanceMonitor,
        advice="a CompressionPerformanceMonitor",
    )
    if window is not None:
        check_window(window)


def check_store(store: Store | None) -> None:
    """Accept None and whatever has a store's methods.

    Raises:
        ConfigError: anything else.
    """
    check_kind("store", store, Store, advice="an object with the methods of stores.Store")
