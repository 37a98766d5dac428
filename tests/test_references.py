from __future__ import annotations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from uagent_memory.errors import UnknownReference
from uagent_memory.references import (
    Reference,
    message_id,
    message_number,
    parse_references,
    ranges,
)


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("coder/m12", Reference("coder", 12, 12)),
        ("m12", Reference(None, 12, 12)),
        ("(m12)", Reference(None, 12, 12)),
        ("`M12`", Reference(None, 12, 12)),
        ("coder/m3-m9", Reference("coder", 3, 9)),
        ("m3-9", Reference(None, 3, 9)),
        ("m3 – m9", Reference(None, 3, 9)),
        ("m3..m9", Reference(None, 3, 9)),
        ("coder/m3-coder/m9", Reference("coder", 3, 9)),
        ("coder-2/m3-m9", Reference("coder-2", 3, 9)),
        ("编码专家/m3～m9", Reference("编码专家", 3, 9)),
        ("「m3」".strip("「」"), Reference(None, 3, 3)),
    ],
)
def test_a_reference_is_read_as_people_write_it(text: str, expected: Reference) -> None:
    """Full, short, ranges, brackets and any dash."""
    assert parse_references(text) == (expected,)


@pytest.mark.parametrize("text", ["[m3, coder/m4-m5]", "m3；coder/m4-m5", "m3 coder/m4-m5"])
def test_a_list_has_several(text: str) -> None:
    """Commas of either language or blanks part references."""
    assert parse_references(text) == (Reference(None, 3, 3), Reference("coder", 4, 5))


@pytest.mark.parametrize(
    "text",
    ["", " ", "()", "12", "message 12", "src/a.py", "m9-m3", "coder/m1-tester/m2", "m", "x" * 5000],
)
def test_anything_else_is_refused(text: str) -> None:
    """The error shows the forms there are, or what is wrong with the range."""
    with pytest.raises(UnknownReference, match=r"reference|names no message|range"):
        parse_references(text)


@settings(max_examples=100, deadline=None)
@given(st.text(max_size=60))
def test_no_text_crashes_the_parser(text: str) -> None:
    """Any text is references or an UnknownReference."""
    try:
        found = parse_references(text)
    except UnknownReference:
        return
    assert all(reference.first <= reference.last for reference in found)


@settings(max_examples=100, deadline=None)
@given(st.lists(st.tuples(st.sampled_from(["coder", "tester"]), st.integers(1, 30)), unique=True))
def test_ranges_say_the_same_shorter(places: list[tuple[str, int]]) -> None:
    """Joined neighbours expand to the ids they came from, in order."""
    ids = [message_id(role, number) for role, number in places]
    expanded = [
        identifier
        for line in ranges(ids)
        for reference in parse_references(line)
        for identifier in reference.ids(reference.role or "")
    ]
    assert expanded == ids


def test_neighbours_are_joined() -> None:
    """Three in a row are one range."""
    assert ranges(["coder/m1", "coder/m2", "coder/m3", "coder/m7"]) == ("coder/m1-m3", "coder/m7")
    assert message_number("coder/m12") == 12
