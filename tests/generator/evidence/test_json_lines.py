"""JSON records as ledger lines."""

from __future__ import annotations

import json

import pytest
from hypothesis import given
from hypothesis import strategies as st

from uagent_memory.generator.evidence.json_lines import record_line
from uagent_memory.generator.settings import GeneratorSettings

SETTINGS = GeneratorSettings.load().records
PLAIN = st.text("abc 商品0123456789.-", min_size=1, max_size=8).map(str.strip).filter(bool)


@pytest.mark.parametrize(
    ("fields", "line"),
    [
        (
            '{"name": "Kettle", "price": 98.250, "options": {"body": "glass", "sealed": "no"}}',
            "Kettle: price 98.250, options (glass, sealed no)",
        ),
        (
            '{"名称": "茶壶", "编号": "A-77", "规格": {"材质": "钢化玻璃", "盖": "无"}}',
            "茶壶: 编号 A-77, 规格 (钢化玻璃, 盖 无)",
        ),
        ('{"规格": {"产地": "不适用"}}', "规格 (产地 不适用)"),
        ('"status": "pending", "paid": true, "note": ""', 'status pending, paid true, note ""'),
        ('{"scripts": {"test": "jest"}}', "scripts (test jest)"),
        ('{"ids": ["#W1", "#W2"], "by": [{"code": 7}]}', "ids [#W1, #W2], by [code 7]"),
        ('{"a": 1, "a": 2}', "a 1, a 2"),
        (
            '{"card_9021": {"kind": "card", "last": "4417", "id": "card_9021"}}',
            "card_9021 (last 4417)",
        ),
        ('{"支付宝_7781": {"编号": "支付宝_7781"}}', "支付宝_7781"),
    ],
)
def test_every_value_stands_as_it_is_spelled(fields: str, line: str) -> None:
    """Names are dropped only where the value says what it is, inside the objects listed."""
    assert record_line(fields, SETTINGS) == line


@pytest.mark.parametrize(
    "fields",
    ['{"text": "one\\ntwo"}', '{"name": "caf\\u00e9"}', "{broken", '{"a": "two  blanks"}', "{}"],
)
def test_what_cannot_be_told_so_stays_as_it_is(fields: str) -> None:
    """Escapes, broken pieces, and values that one line would change."""
    assert record_line(fields, SETTINGS) == fields


@given(st.dictionaries(PLAIN, PLAIN | st.integers() | st.lists(PLAIN, max_size=3), min_size=1))
def test_nothing_is_lost(record: dict[str, object]) -> None:
    """Each value stands in the line."""
    line = record_line(json.dumps(record, ensure_ascii=False), SETTINGS)
    for value in record.values():
        assert all(str(item) in line for item in (value if isinstance(value, list) else [value]))
