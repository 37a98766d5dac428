"""A finished hand-off, and the same with other segments."""

from __future__ import annotations

from dataclasses import replace

from tests.llm.sessions import english_session
from uagent_memory.compressor import EngineCompressor
from uagent_memory.inputs import Inputs


def test_what_the_draft_had_dropped_refuses_no_other_segments() -> None:
    """A warning of the draft's own stays, and is none of the segments that take its place."""
    compressor = EngineCompressor()
    made = compressor.draft(english_session(), Inputs(role="coder", to="tester", budget=1100))
    assert made.chosen is not None
    warning = "Problem Solving: no source for src/ghost.py"
    drafted = replace(made, chosen=replace(made.chosen, warnings=(warning,)))
    again = compressor.revised(drafted, made.chosen.segments)
    assert again is not drafted.result
    assert warning in again.report.warnings
