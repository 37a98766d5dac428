"""A team's last answer: where it stands, and what it overrules."""

from __future__ import annotations

import pytest

from tests.builders import SessionBuilder
from uagent_memory import compress_context_sync
from uagent_memory.messages import Message

TRACE = (
    "Traceback (most recent call last):\n"
    '  File "/usr/lib/python3/site-packages/team/loop.py", line 9, in run\n'
    "    reply = await model.create(prompt)\n"
    "model.RateLimitError: Error code: 429 - quota exceeded"
)


def team(candidates: str, *last: str) -> tuple[Message, ...]:
    s = SessionBuilder()
    s.system("You work in a team. 你们一起工作。 " * 300)
    s.user("Which bakeries in Kap Nord open on Sunday? 哪些面包店周日营业？")
    for number in range(9):
        s.agent(
            f"I opened page {number} of the town's guide. 我打开了第{number}页。", agent="Surfer"
        )
    ledger = (
        '{\n  "is_done": {\n    "reason": "All of them were looked up in the guide by now.",\n'
        '    "answer": true\n  },\n  "order": {\n    "reason": "%s"\n  }\n}'
    )
    s.agent(ledger % candidates, agent="Lead")
    for text in last:
        s.agent(text, agent="Lead")
    return s.messages


def segment(text: str, name: str) -> str:
    return text.partition(f"## {name}")[2].partition("\n## ")[0]


@pytest.mark.parametrize(
    ("candidates", "answer", "dropped"),
    [
        (
            "We found these: Alder, Birch, Cedar, and Dogwood.",
            "FINAL ANSWER: Alder, Birch",
            "Cedar",
        ),
        ("我们找到了槐花店、桂花店、梅花店、兰花店。", "最终答案：槐花店、桂花店", "梅花店"),
    ],
)
def test_the_final_answer_is_current_and_overrules(
    candidates: str, answer: str, dropped: str
) -> None:
    """It stands as the newest state; the longer list is no longer told as found."""
    text = compress_context_sync(team(candidates, answer), budget=900).markdown
    assert answer in segment(text, "Current Work")
    assert text.count(answer) == 1
    assert dropped not in text


def test_a_shorter_list_is_not_overruled() -> None:
    """What the answer holds whole stays as it was found."""
    messages = team("We found these: Alder, Birch.", "FINAL ANSWER: Alder, Birch, Cedar")
    assert "We found these: Alder, Birch" in compress_context_sync(messages, budget=900).markdown


@pytest.mark.parametrize(
    ("answer", "mark"),
    [
        ("FINAL ANSWER: Alder", "(printed after the run had broken off)"),
        ("最终答案：槐花店", "(printed after the run had broken off)"),
    ],
)
def test_an_answer_behind_a_crash_says_so(answer: str, mark: str) -> None:
    """No agent gave it: the run's program printed it when it had died."""
    messages = team("Nothing is known so far.", f"I scrolled down.\n{TRACE}\n{answer}")
    text = compress_context_sync(messages, budget=900).markdown
    assert f"{mark} {answer}" in segment(text, "Current Work")
    assert "OPEN: model.RateLimitError" in segment(text, "Errors and fixes")
    assert "reply = await" not in text
