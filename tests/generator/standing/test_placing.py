"""What stood on a line by its number is over with the next edit."""

from __future__ import annotations

import pytest

from tests.builders import SessionBuilder
from tests.generator.views import view_of
from uagent_memory.generator.standing.placing import is_placing


@pytest.mark.parametrize(
    "text",
    [
        "Line 133 is the closing bracket.",
        "So line 316 has a comma.",
        "Wait, lines 12-14 are the loop.",
        "I deleted line 402.",
        "I had replaced lines 403-405.",
        "The method starts at line 348.",
        "所以第 12 行是循环。",
        "我删除了第 402 行。",
    ],
)
def test_it_speaks_of_numbers_of_lines(text: str) -> None:
    assert is_placing(text)


@pytest.mark.parametrize(
    "text",
    [
        "The limit is read in `load` (line 40 of rates.py), before it is checked.",
        "Line breaks are kept.",
        "I replaced the loop by a sum.",
        "我把循环改成了求和。",
    ],
)
def test_it_says_something_else(text: str) -> None:
    assert not is_placing(text)


@pytest.mark.parametrize("text", ["Line 12 is the closing bracket.", "所以第 12 行是右括号。"])
def test_it_counts_little_once_the_agent_went_on(text: str) -> None:
    s = SessionBuilder()
    s.user("Sum up the rates. 汇总费率。")
    s.run("bash", ")", say=text, command="sed -n '12p' a.py")
    (said,) = [one for one in view_of(s.messages).statements if one.unit.text == text]
    before = view_of(s.messages).standing.factor(said)
    s.agent("The rates are summed up. 费率已汇总。")
    (said,) = [one for one in view_of(s.messages).statements if one.unit.text == text]
    assert view_of(s.messages).standing.factor(said) < before / 4
