"""Needed terms of a text."""

from __future__ import annotations

import pytest

from uagent_memory.generator.selection.needed_terms import NeededTerms

NEED = {"store.py": 0.5, "9305": 0.25}


@pytest.mark.parametrize("others", [0, 100])
@pytest.mark.parametrize(
    ("text", "needed"),
    [
        ("See src/store.py, which holds 9305 rows.", NEED),
        ("存储在 src/store.py 里，共 9305 行。", NEED),
        ("See src/restore.py, which holds 93051 rows.", {}),
        ("Nothing of them. 没有。", {}),
    ],
)
def test_few_and_many_are_found_alike(text: str, needed: dict[str, float], others: int) -> None:
    """A term counts where it stands as one, not inside another."""
    more = {f"module_{number}": 0.1 for number in range(others)}
    assert dict(NeededTerms(NEED | more).of(text)) == needed
