"""A rehearsal: what a first compression loads is loaded when an engine is made.

Word lists are read, and patterns compiled, when something first asks for them. The first hand-off
of a process waits for that in any case, for its engine is made then; with a rehearsal its
telemetry counts the work alone.
"""

from __future__ import annotations

from functools import cache
from pathlib import Path

from uagent_memory.driver import run
from uagent_memory.engine import EightSegmentCompressionEngine
from uagent_memory.formats.reader import read_file
from uagent_memory.inputs import Inputs

__all__ = ["rehearse"]

_SESSION = Path(__file__).with_name("demo") / "session.jsonl"
_MESSAGES = 20
"""Of the bundled session: they hold asks, calls, results, an error and both languages."""
_BUDGET = 900


@cache
def rehearse() -> None:
    """Compress the beginning of the bundled session, once per process."""
    run(
        EightSegmentCompressionEngine(),
        read_file(_SESSION).messages[:_MESSAGES],
        Inputs(budget=_BUDGET),
    )
