"""Random streams of events: every condenser ends, keeps pairs whole and restores exactly."""

from __future__ import annotations

from hypothesis import given, settings
from hypothesis import strategies as st

from tests.condensers.streams import MAKERS, run_stream
from uagent_memory.condensers import Outcome


@settings(max_examples=60, deadline=None)
@given(seed=st.integers(0, 10**9))
def test_no_stream_loops(seed: int) -> None:
    """Also with a model that fails, contradicts itself and talks nonsense."""
    run_stream(seed)


def test_the_streams_condense() -> None:
    """They are long enough to mean something: every kind of condenser is at work in them."""
    for seed in range(len(MAKERS)):
        assert run_stream(seed, steps=120)[Outcome.CONDENSED] >= 2
