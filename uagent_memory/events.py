"""Log events: a name and key-values, never a message's content."""

from __future__ import annotations

import logging
from typing import TYPE_CHECKING, Literal, TypeAlias

if TYPE_CHECKING:
    from structlog.typing import FilteringBoundLogger

__all__ = ["EventValue", "emit"]

EventValue: TypeAlias = str | int | float | bool | tuple[str, ...] | None

_NAME = "uagent_memory"


def emit(
    event: str,
    *,
    role: str,
    stage: str,
    level: Literal["debug", "info", "warning"] = "info",
    **values: EventValue,
) -> None:
    """Log through the application's structlog, or the standard library's if it has none.

    An application that configured neither sees warnings only: structlog's own default would print
    every event to standard output.
    """
    getattr(_logger(), level)(event, role=role, stage=stage, **values)


def _logger() -> FilteringBoundLogger:
    import structlog

    if structlog.is_configured():
        logger: FilteringBoundLogger = structlog.get_logger(_NAME)
        return logger
    quiet: FilteringBoundLogger = structlog.wrap_logger(
        logging.getLogger(_NAME),
        processors=[
            structlog.stdlib.filter_by_level,
            structlog.processors.KeyValueRenderer(key_order=["event", "role", "stage"]),
        ],
        wrapper_class=structlog.stdlib.BoundLogger,
    )
    return quiet
