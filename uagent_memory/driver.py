"""The edge of the core: runs one compression by a clock."""

from __future__ import annotations

from dataclasses import replace
from time import perf_counter
from typing import TYPE_CHECKING

from uagent_memory.brief import prepare
from uagent_memory.collector import collector_paused
from uagent_memory.inputs import Inputs
from uagent_memory.segments import CompressedContext
from uagent_memory.stopwatch import Clock, Stopwatch

if TYPE_CHECKING:
    from collections.abc import Sequence

    from uagent_memory.drafted import Drafted
    from uagent_memory.engine import EightSegmentCompressionEngine
    from uagent_memory.messages import Message

__all__ = ["run", "timed"]


def timed(
    engine: EightSegmentCompressionEngine,
    messages: Sequence[Message],
    inputs: Inputs,
    *,
    clock: Clock = perf_counter,
) -> Drafted:
    """Prepare and compress; the result's `telemetry` says what it took.

    Its watch runs on for a model that improves the draft.

    Raises:
        InputError, BudgetError, UnknownRole, UnknownReference: as `prepare`.
        BudgetTooSmall: as the engine.
    """
    watch = Stopwatch(clock)
    with collector_paused():
        drafted = engine.draft(messages, prepare(messages, inputs, watch=watch))
    result = drafted.result.model_copy(update={"telemetry": watch.telemetry()})
    return replace(drafted, result=result)


def run(
    engine: EightSegmentCompressionEngine, messages: Sequence[Message], inputs: Inputs
) -> CompressedContext:
    """The result alone."""
    return timed(engine, messages, inputs).result
