"""Listings of which nobody used most."""

from __future__ import annotations

import json

import pytest

from tests.builders import SessionBuilder
from tests.generator.views import view_of
from uagent_memory.messages import Span


def session(output: str, answer: str) -> SessionBuilder:
    s = SessionBuilder()
    s.user("Which run is the best? 哪一次最好？")
    s.run("get_metrics", output, sweep="sw1")
    s.agent(answer)
    return s


def is_idle(s: SessionBuilder, row: str) -> bool:
    message = s.messages[2]
    at = message.text.index(row)
    span = Span(message.id, "text", at, at + len(row))
    return view_of(s.messages).listings.is_idle_line(message, span)


ROWS = [f"run-{n:02d}  lr 3e-05  f1 0.8{n:02d}1  {n + 2}.5h" for n in range(20)]
CHINESE_ROWS = [f"第{n}轮  损失 0.{n}37  准确率 0.8{n:02d}2" for n in range(20)]


@pytest.mark.parametrize(
    ("rows", "named"), [(ROWS, "run-07 is the best."), (CHINESE_ROWS, "最好的准确率是 0.8072。")]
)
def test_of_many_rows_of_one_shape_only_those_count_that_somebody_names(
    rows: list[str], named: str
) -> None:
    s = session("\n".join(rows), named)
    assert not is_idle(s, rows[7])
    assert not is_idle(s, rows[0]), "the first row shows what they look like"
    assert not is_idle(s, rows[-1]), "the last one how far it went"
    assert is_idle(s, rows[12])


@pytest.mark.parametrize("rows", [ROWS[:5], CHINESE_ROWS[:5]])
def test_a_short_table_is_no_listing(rows: list[str]) -> None:
    assert not is_idle(session("\n".join(rows), "Looking at them. 看一下。"), rows[3])


@pytest.mark.parametrize("rows", [ROWS, CHINESE_ROWS])
def test_rows_that_nobody_can_have_answered_yet_count(rows: list[str]) -> None:
    s = SessionBuilder()
    s.user("Which run is the best? 哪一次最好？")
    s.run("get_metrics", "\n".join(rows), sweep="sw1")
    assert not is_idle(s, rows[12])


@pytest.mark.parametrize(("name", "price"), [("name", "price"), ("名称", "价格")])
def test_of_many_objects_with_the_same_keys_only_those_count_that_somebody_names(
    name: str, price: str
) -> None:
    records = [json.dumps({name: f"H{n}00", price: 100 + n}) for n in range(12)]
    s = session(json.dumps(records), "H300 it is. 就订 H300。")
    idle = view_of(s.messages).listings.idle_records(s.messages[2], records)
    assert records[3] not in idle
    assert len(idle) == 11


def test_hashes_of_commits_are_of_one_shape() -> None:
    log = [f"{n}{n}c{n}f{n} Fix the header 修复" for n in range(1, 10)]
    log += ["9dee784 Bump room 升级", "1c5d878 Bump room 升级"]
    assert is_idle(session("\n".join(log), "Nothing there. 没有。"), log[-2])
