"""Pieces of JSON on one line."""

from __future__ import annotations

import json

import pytest

from uagent_memory.generator.json_pieces import json_piece, looks_like_json

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
