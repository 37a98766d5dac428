"""Numbers as people say them."""

from __future__ import annotations

from uagent_memory.generator.records.record_numbers import as_spoken, is_numbered, spoken_in


def test_tenths_are_said_as_hundredths() -> None:
    assert as_spoken("31.5") == "31.50"
    assert as_spoken("31.55") == as_spoken("31.55")
    assert list(spoken_in(["99.5", "B-55012", "B"])) == ["99.50", "B-55012"]


def test_a_measure_names_nothing() -> None:
    """Many things are of 15 inches or 256 GB."""
    assert not list(spoken_in(["15-inch", "256GB", "500分钟"]))


def test_an_address_has_no_number_of_its_own() -> None:
    assert is_numbered('{"id": "B-55012", "市": "青岛"}')
    assert not is_numbered('{"street": "9 Pier Road", "市": "青岛"}')
