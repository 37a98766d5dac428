"""The names of fields in a list of objects."""

from __future__ import annotations

import pytest

from uagent_memory.generator.work.listed_objects import with_names_once


@pytest.mark.parametrize(
    ("command", "arguments", "told"),
    [
        (
            "book_seats train: T9 seats: row: 4 side: left row: 5 side: right",
            {"train": "T9", "seats": [{"row": 4, "side": "left"}, {"row": 5, "side": "right"}]},
            "book_seats train: T9 seats: row: 4 side: left; 5 right",
        ),
        (
            "预订座位 车次: T9 座位: 排: 4 边: 左 排: 5 边: 右",
            {"车次": "T9", "座位": [{"排": 4, "边": "左"}, {"排": 5, "边": "右"}]},
            "预订座位 车次: T9 座位: 排: 4 边: 左; 5 右",
        ),
    ],
)
def test_names_are_said_once(command: str, arguments: object, told: str) -> None:
    assert with_names_once(command, arguments) == told


@pytest.mark.parametrize(
    "arguments",
    [
        {"note": "row: 4 row: 5"},
        {"row": 1, "seats": [{"row": 4}, {"row": 5}]},
        {"seats": [{"row": 4}]},
        {"seats": ["row: 4", "row: 5"]},
        "row: 4 row: 5",
    ],
)
def test_other_commands_stay_as_they_are(arguments: object) -> None:
    assert with_names_once("book row: 4 row: 5", arguments) == "book row: 4 row: 5"
