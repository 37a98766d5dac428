"""What a record says again."""

from __future__ import annotations

import json

import pytest

from uagent_memory.generator.records.record_numbers import NUMBERED
from uagent_memory.generator.records.told_fields import (
    ToldRecords,
    names_all,
    tells_fields,
    without_fields,
    without_keys,
)
from uagent_memory.generator.settings import GeneratorSettings

SETTINGS = GeneratorSettings.load().records


def spelled(record: dict[str, object]) -> str:
    return json.dumps(record, ensure_ascii=False)


@pytest.mark.parametrize(
    ("first", "second", "again"),
    [
        ({"id": "B-55012", "name": "Berth", "fee": 40}, {"id": "B-55012", "fee": 40}, True),
        ({"编号": "B-55012", "费用": 40}, {"编号": "B-55012", "费用": 40, "可订": True}, True),
        ({"id": "B-55012", "fee": 40}, {"id": "B-55012", "fee": 45}, False),
        ({"id": "B-55012", "free": True}, {"id": "B-55012", "free": False}, False),
        ({"name": "Berth"}, {"name": "Berth"}, False),
    ],
)
def test_a_thing_is_told_once_unless_something_of_it_has_changed(
    first: dict[str, object], second: dict[str, object], *, again: bool
) -> None:
    """Only what a number names is known to be the same thing."""
    told = ToldRecords(SETTINGS)
    assert not told.repeat(spelled(first), NUMBERED)
    assert told.repeat(spelled(second), NUMBERED) is again


@pytest.mark.parametrize("key", ["berth", "泊位"])
def test_a_list_of_all_that_stands_beside_it_says_nothing(key: str) -> None:
    records = [spelled({key: "B-55012"}), spelled({key: "B-55013"})]
    assert names_all('["B-55013", "B-55012"]', records)
    assert not names_all('["B-55013"]', records)
    assert not names_all('["B-55013", "B-55999"]', records)


def test_a_key_that_was_looked_up_is_left_out_where_another_number_names_the_thing() -> None:
    record = '{"name": "Berth", "kind": "K-70011", "id": "B-55012", "fee": 40}'
    found = without_keys(record, {"K-70011"}, NUMBERED)
    assert found == '{"name": "Berth", "id": "B-55012", "fee": 40}'
    only = '{"kind": "K-70011", "fee": 40}'
    assert without_keys(only, {"K-70011"}, NUMBERED) == only


@pytest.mark.parametrize("field", ['"a": 1', '"b": 2', '"c": 3'])
def test_what_is_left_is_still_an_object(field: str) -> None:
    left = json.loads(without_fields('{"a": 1, "b": 2, "c": 3}', [field]))
    assert len(left) == 2


def test_a_line_tells_what_it_spells() -> None:
    record = '{"ids": ["B-1", "B-2"], "状态": "已订"}'
    assert tells_fields("ids [B-1, B-2], 状态 已订", record)
    assert not tells_fields("ids [B-1], 状态 已订", record)
