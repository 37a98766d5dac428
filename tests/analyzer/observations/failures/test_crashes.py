"""How a team's run broke off."""

from __future__ import annotations

import pytest

from tests.analyzer.observations.exchanges import analysed
from tests.builders import SessionBuilder
from uagent_memory.facts import ErrorValue, FactKind, Status

TRACE = (
    "Traceback (most recent call last):\n"
    '  File "/usr/lib/python3/site-packages/team/loop.py", line 9, in run\n'
    "    reply = await model.create(prompt)\n"
    "model.BadRequestError: Error code: 400 - content_filter"
)
PAGE = "I scrolled down.\n\nThe viewport shows 9% of the page.\nThe lamp was lit in 1871.\n"


def open_errors(*said: str, user: str = "") -> list[str]:
    s = SessionBuilder()
    s.user("When was the lamp lit? 灯何时点亮？")
    for text in said:
        s.agent(text, agent="Surfer")
    if user:
        s.user(user)
    errors = analysed(s).of(FactKind.ERROR)
    return [
        fact.value.line
        for fact in errors
        if fact.status is Status.OPEN and isinstance(fact.value, ErrorValue)
    ]


@pytest.mark.parametrize(
    ("end", "line"),
    [
        (TRACE, "model.BadRequestError: Error code: 400 - content_filter"),
        (
            f"{TRACE}\nFINAL ANSWER: 1871\nDONE",
            "model.BadRequestError: Error code: 400 - content_filter",
        ),
        ("Max time (1500s) reached.\nFINAL ANSWER: 1871", "Max time (1500s) reached."),
        ("Rate limit exceeded.", "Rate limit exceeded."),
        ("已达到最大轮数（30）。\n最终答案：1871", "已达到最大轮数（30）。"),
    ],
)
def test_what_a_run_died_of_is_open(end: str, line: str) -> None:
    """Also below a page that the same message shows."""
    assert open_errors(PAGE + end) == [line]
    assert open_errors(PAGE + end, user="Go on. 继续。") == [line]


@pytest.mark.parametrize(
    "said",
    [
        f"This is what it printed:\n```\n{TRACE}\n```",
        f"{TRACE}\n" + "\n".join(f"Line {n} of what I think of it." for n in range(12)),
        "We have reached the time limit of the oven in the recipe.",
    ],
)
def test_what_an_agent_quotes_or_discusses_is_none(said: str) -> None:
    """A crash is the last thing that stands."""
    assert open_errors(said) == []


def test_a_run_that_went_on_did_not_break_off() -> None:
    """Whatever its program printed on the way."""
    assert open_errors(PAGE + TRACE, "The lamp was lit in 1871.") == []
