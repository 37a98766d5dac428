"""Pieces of JSON on one line."""

from __future__ import annotations

import json
from itertools import pairwise

import pytest

from uagent_memory.generator.evidence.json_pieces import json_piece, json_records, looks_like_json

ORDER = json.dumps(
    {
        "order_id": "#W123",
        "user_id": "ann_7",
        "address": {"street": "5 Long Road, Apt 3", "city": "Oslo", "notes": "x" * 200},
        "items": [
            {"name": "Kettle", "item_id": "991", "price": 45.5, "options": {"color": "red"}},
            {"name": "Lamp", "item_id": "992", "price": 12, "options": {"color": "blue"}},
        ],
        "tracking": ["7001", "7002"],
        "status": "delivered",
        "备注": "周五送货",
    },
    ensure_ascii=False,
)


def piece(term: str, text: str = ORDER, most: int = 120) -> str:
    found = json_piece(text, 0, len(text), at=text.index(term), most=most)
    assert found is not None
    return text[slice(*found)]


@pytest.mark.parametrize(
    ("term", "shown"),
    [
        ("992", '{"name": "Lamp", "item_id": "992", "price": 12, "options": {"color": "blue"}}'),
        ("#W123", '"order_id": "#W123", "user_id": "ann_7"'),
        ("7002", '"tracking": ["7001", "7002"], "status": "delivered"'),
        ("周五", '"备注": "周五送货"'),
        ("Oslo", '"city": "Oslo"'),
    ],
)
def test_objects_and_fields_are_whole(term: str, shown: str) -> None:
    """The object that fits, or the field with the plain ones after it; no key without its value."""
    assert piece(term) == shown


def test_a_field_longer_than_the_limit_has_no_piece() -> None:
    """The caller cuts it at blanks."""
    at = ORDER.index("xxxx") + 100
    assert json_piece(ORDER, 0, len(ORDER), at=at, most=120) is None


def test_only_lines_with_keys_look_like_json() -> None:
    """Neither code nor a list of words nor a line that breaks off."""
    assert looks_like_json(ORDER, 0, len(ORDER))
    for other in ("if (x) { return [1]; }", '["a", "b"]', ORDER[:-3], "[see above]"):
        assert not looks_like_json(other, 0, len(other))


def test_records_are_whole_objects_and_runs_of_fields() -> None:
    """Nothing longer than asked for, nothing twice, everything the text's own."""
    spans = list(json_records(ORDER, 0, len(ORDER), most=120))
    records = [ORDER[start:end] for start, end in spans]
    assert (
        '{"name": "Kettle", "item_id": "991", "price": 45.5, "options": {"color": "red"}}'
        in records
    )
    assert '"order_id": "#W123", "user_id": "ann_7"' in records
    assert '"tracking": ["7001", "7002"], "status": "delivered", "备注": "周五送货"' in records
    assert max(map(len, records)) <= 120
    ordered = sorted(spans)
    assert all(before[1] <= after[0] for before, after in pairwise(ordered))


@pytest.mark.parametrize("text", ["", "{}", "[]", "{" * 50, "}" * 50, '{"a": ', '"a": 1'])
def test_records_of_what_is_no_json(text: str) -> None:
    """Broken brackets give what whole pieces there are."""
    for start, end in json_records(text, 0, len(text), most=40):
        assert 0 <= start < end <= len(text)
