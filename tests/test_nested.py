"""Walking through values of JSON."""

from __future__ import annotations

from uagent_memory.nested import scalars_in, strings_in

VALUE = {"名": "灯", "sizes": [40, 2.5, True, None], "in": {"id": "a1", "list": [["x"]]}}


def test_what_stands_in_a_value() -> None:
    """In order; neither keys nor truth values."""
    assert list(strings_in(VALUE)) == ["灯", "a1", "x"]
    assert list(scalars_in(VALUE)) == ["灯", "40", "2.5", "a1", "x"]
