"""Relative dates as absolute ones, by the time of the message that states them.

A week runs from Monday to Sunday; "next Friday" and 下周五 are the Friday of the week after the
message's, "last Friday" that of the week before.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator, Sequence
from datetime import date, datetime, timedelta
from functools import cache
from typing import NamedTuple

from uagent_memory.analyzer.observations.tables import table
from uagent_memory.holding import holds_any

__all__ = ["AbsoluteDate", "absolute_dates"]

_CLAUSE_END = re.compile(r"[.,;:!?()\n]")
_LOOK_BACK = 60
WEEK = 7
MONTHS = 12


class AbsoluteDate(NamedTuple):
    """A relative date at `start`..`end` and the day, week, month or year it means (ISO 8601)."""

    start: int
    end: int
    iso: str


def absolute_dates(text: str, when: datetime | None) -> list[AbsoluteDate]:
    """The relative dates of a text written at `when`, from left to right; none without a time."""
    if when is None or not _may_hold_date(text):
        return []
    found = []
    for match in _pattern().finditer(text):
        iso = "" if _is_spent(match) else _iso(match, when.date())
        if iso:
            found.append(AbsoluteDate(match.start(), match.end(), iso))
    return found


def _may_hold_date(text: str) -> bool:
    """A cheap look: some word for a day, a week, a month or a year stands in every date."""
    english, chinese = _naming()
    folded = text.casefold()
    if holds_any(folded, english):
        return True
    return not text.isascii() and holds_any(folded, chinese)


@cache
def _naming() -> tuple[Sequence[str], Sequence[str]]:
    """The last words of English dates, and what ends Chinese ones; none that holds another."""
    data = table("dates")
    words = {word.split()[-1] for part in ("days", "spans", "units") for word in data[part]}
    words |= data["weekdays"].keys()
    least = [word for word in sorted(words) if not any(w in word for w in words - {word})]
    return [w for w in least if w.isascii()], [w for w in least if not w.isascii()]


def _iso(match: re.Match[str], day: date) -> str:
    kind = match.lastgroup
    try:
        if kind == "day":
            return (day + timedelta(days=table("dates")["days"][_word(match, "day")])).isoformat()
        if kind == "span":
            return _moved(day, *table("dates")["spans"][_word(match, "span")])
        if kind == "weekday":
            return _weekday(match, day)
        return _counted(match, day)
    except (OverflowError, ValueError):  # beyond the calendar
        return ""


def _is_spent(match: re.Match[str]) -> bool:
    """ "No visit in 30 days" names no day to come."""
    if not match["number_ahead"]:
        return False
    clause = _CLAUSE_END.split(match.string[max(0, match.start() - _LOOK_BACK) : match.start()])[-1]
    return _spending().search(clause) is not None


@cache
def _spending() -> re.Pattern[str]:
    return re.compile(
        rf"(?:\b|(?=n['’]t))(?:{_any(iter(table('dates')['spent']['before']))})\b", re.IGNORECASE
    )


def _word(match: re.Match[str], group: str) -> str:
    return " ".join((match[group] or "").lower().split())


def _weekday(match: re.Match[str], day: date) -> str:
    data = table("dates")
    week = next(word for g in ("week_en", "week_zh") if (word := _word(match, g)))
    name = next(word for g in ("name_en", "name_zh") if (word := _word(match, g)))
    monday = day - timedelta(days=day.weekday())
    days = data["weeks"][week] * WEEK + data["weekdays"][name]
    return (monday + timedelta(days=days)).isoformat()


def _counted(match: re.Match[str], day: date) -> str:
    data = table("dates")
    groups = ("ahead", "en", "zh")
    side = next(name for name in groups if match[f"number_{name}"])
    number = _word(match, f"number_{side}")
    count = int(number) if number.isdecimal() else data["numbers"][number]
    unit = data["units"][_word(match, f"unit_{side}")]
    direction = 1 if side == "ahead" else data["directions"][_word(match, f"direction_{side}")]
    if unit == "week":
        return (day + timedelta(weeks=direction * count)).isoformat()
    return _moved(day, unit, direction * count)


def _moved(day: date, unit: str, count: int) -> str:
    """A day, or the whole week, month or year so many units from the present one."""
    if unit == "day":
        return (day + timedelta(days=count)).isoformat()
    if unit == "week":
        year, week, _ = (day + timedelta(weeks=count)).isocalendar()
        return f"{year:04}-W{week:02}"
    if unit == "month":
        year, month = divmod(day.year * MONTHS + day.month - 1 + count, MONTHS)
        return date(year, month + 1, 1).isoformat()[:7]
    return f"{date(day.year + count, 1, 1).year:04}"


@cache
def _pattern() -> re.Pattern[str]:
    data = table("dates")
    number = r"\d{1,4}"
    english_number = f"{number}|{_english(data['numbers'])}"
    chinese_number = f"{number}|{_chinese(data['numbers'])}"
    english_unit, chinese_unit = _english(data["units"]), _chinese(data["units"])
    english_days, chinese_days = _english(data["days"]), _chinese(data["days"])
    english_spans, chinese_spans = _english(data["spans"]), _chinese(data["spans"])
    weekday = (
        rf"\b(?P<week_en>{_english(data['weeks'])})\s+(?P<name_en>{_english(data['weekdays'])})\b"
        rf"|(?P<week_zh>{_chinese(data['weeks'])})(?P<name_zh>{_chinese(data['weekdays'])})"
    )
    count = (
        rf"\bin\s+(?P<number_ahead>{english_number})\s+(?P<unit_ahead>{english_unit})\b(?!['’])"
        rf"|\b(?P<number_en>{english_number})\s+(?P<unit_en>{english_unit})"
        rf"\s+(?P<direction_en>{_english(data['directions'])})\b"
        rf"|(?P<number_zh>{chinese_number})\s?(?P<unit_zh>{chinese_unit})"
        rf"(?P<direction_zh>{_chinese(data['directions'])})"
    )
    day = rf"\b(?:{english_days})\b|{chinese_days}"
    span = rf"\b(?:{english_spans})\b|{chinese_spans}"
    return re.compile(
        f"(?P<weekday>{weekday})|(?P<count>{count})|(?P<day>{day})|(?P<span>{span})",
        re.IGNORECASE,
    )


def _english(words: Iterable[str]) -> str:
    return _any(word for word in words if word.isascii())


def _chinese(words: Iterable[str]) -> str:
    return _any((word for word in words if not word.isascii()), bounded=_bounded)


def _any(words: Iterator[str], *, bounded: Callable[[str], str] = re.escape) -> str:
    longest = sorted(words, key=len, reverse=True)
    return "|".join(bounded(word).replace(r"\ ", r"\s+") for word in longest)


def _bounded(word: str) -> str:
    """A Chinese word whose first and last characters belong to no word beside it."""
    data = table("dates")
    before, after = data["before"].get(word[0], ""), data["after"].get(word[-1], "")
    opened = f"(?<![{before}])" if before else ""
    return opened + re.escape(word) + (f"(?![{after}])" if after else "")
