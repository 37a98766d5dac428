"""Relative dates become absolute by the time of their message."""

from __future__ import annotations

from datetime import UTC, date, datetime, timedelta

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from uagent_memory.analyzer.observations.conversation.dates import absolute_dates

WEDNESDAY = datetime(2026, 3, 4, 12, tzinfo=UTC)


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("We met yesterday.", [("yesterday", "2026-03-03")]),
        ("The day before yesterday it broke", [("The day before yesterday", "2026-03-02")]),
        (
            "next Monday or this Friday",
            [("next Monday", "2026-03-09"), ("this Friday", "2026-03-06")],
        ),
        ("last Friday", [("last Friday", "2026-02-27")]),
        (
            "in 3 days, two weeks ago",
            [("in 3 days", "2026-03-07"), ("two weeks ago", "2026-02-18")],
        ),
        ("3 months ago and next year", [("3 months ago", "2025-12"), ("next year", "2027")]),
        ("next week", [("next week", "2026-W11")]),
        ("昨天和明天", [("昨天", "2026-03-03"), ("明天", "2026-03-05")]),
        ("下周三上线，三天后测试", [("下周三", "2026-03-11"), ("三天后", "2026-03-07")]),
        ("上个月，2周前，去年", [("上个月", "2026-02"), ("2周前", "2026-02-18"), ("去年", "2025")]),
        ("大后天", [("大后天", "2026-03-07")]),
        ("in a day's time, the todays list", []),
        ("9999 years ago", []),
        ("on 2026-03-01 at noon", []),
    ],
)
def test_dates(text: str, expected: list[tuple[str, str]]) -> None:
    """Each expression gives the day, week, month or year that it means, in ISO form."""
    found = absolute_dates(text, WEDNESDAY)
    assert [(text[start:end], iso) for start, end, iso in found] == expected


def test_no_time_no_date() -> None:
    """Without a message time nothing is guessed."""
    assert absolute_dates("yesterday", None) == []


@settings(max_examples=100, deadline=None)
@given(
    st.dates(min_value=date(1990, 1, 1), max_value=date(2090, 1, 1)),
    st.integers(0, 999),
)
def test_days_count_both_ways(day: date, days: int) -> None:
    """N days ago and in N days lie N days from the message."""
    when = datetime(day.year, day.month, day.day, tzinfo=UTC)
    (ahead,) = absolute_dates(f"in {days} days", when)
    (back,) = absolute_dates(f"{days}天前", when)
    assert date.fromisoformat(ahead.iso) - day == timedelta(days=days)
    assert day - date.fromisoformat(back.iso) == timedelta(days=days)


@settings(max_examples=100, deadline=None)
@given(
    st.text(
        alphabet="nextlasin 0123456789daysweekmonthagomonday下周三天前后一二年个月", max_size=60
    )
)
def test_spans_hold_the_expression(text: str) -> None:
    """Whatever the text, results lie in it, in order and without overlap."""
    end = 0
    for found in absolute_dates(text, WEDNESDAY):
        assert end <= found.start < found.end <= len(text)
        end = found.end


@pytest.mark.parametrize(
    "text",
    [
        "请看说明日志",
        "以下周期任务",
        "成本月均下降",
        "目前年化收益",
        "以后年度计划",
        "下周期再议",
        "证明日期无误",
    ],
)
def test_words_that_only_share_characters_with_a_date_are_none(text: str) -> None:
    """说明 and 日志 stand beside each other: nobody spoke of 明日."""
    assert absolute_dates(text, WEDNESDAY) == []


def test_a_date_after_other_words_is_one() -> None:
    """明日 after a verb that makes no word with 明."""
    assert [found.iso for found in absolute_dates("我们明日上线，下周五复盘", WEDNESDAY)] == [
        "2026-03-05",
        "2026-03-13",
    ]


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("members with no visit in 30 days", []),
        ("It has not rained in 2 weeks.", []),
        ("It didn't rain in 2 weeks.", []),
        ("the best catch in 3 years", []),
        ("No wind today; we sail in 3 days.", ["2026-03-04", "2026-03-07"]),
    ],
)
def test_a_stretch_of_time_that_has_passed_names_no_day(text: str, expected: list[str]) -> None:
    """ "No visit in 30 days" looks back."""
    assert [found.iso for found in absolute_dates(text, WEDNESDAY)] == expected
