"""Places in one text, asked whether one of them overlaps another."""

from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from uagent_memory.analyzer.stretches import Stretches

PLACES = st.tuples(st.integers(0, 30), st.integers(1, 9)).map(lambda p: (p[0], p[0] + p[1]))


@given(st.lists(PLACES, max_size=8), PLACES)
def test_the_quick_look_finds_what_a_look_at_each_finds(
    places: list[tuple[int, int]], place: tuple[int, int]
) -> None:
    """Also where places touch, lie in one another or come in any order."""
    start, end = place
    shared = any(first < end and start < last for first, last in places)
    assert Stretches(places).overlap(start, end) is shared
