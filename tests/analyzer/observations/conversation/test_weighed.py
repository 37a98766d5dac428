"""Decisions of an agent's thoughts, once a report tells another."""

from __future__ import annotations

import pytest

from tests.talk import states
from uagent_memory.facts import FactKind

DECISION = FactKind.DECISION
THOUGHTS = [
    (
        "<thinking>\nI'll go with a lock file rather than a table.\n</thinking>\n",
        "I decided to use a table in the database instead of a file.",
        "Go on with it.",
    ),
    (
        "<thinking>\n我决定采用锁文件，而不是数据表。\n</thinking>\n",
        "我决定改用数据库里的一张表，而不是文件。",
        "继续吧。",
    ),
]


@pytest.mark.parametrize(("thought", "report", "reply"), THOUGHTS)
def test_a_report_stands_for_what_was_weighed_before_it(
    thought: str, report: str, reply: str
) -> None:
    """As soon as a user has read it."""
    turn = (("user", "How do we keep two runs apart?"), ("agent", thought + report))
    assert set(states(DECISION, *turn).values()) == {"active"}
    read = states(DECISION, *turn, ("user", reply))
    assert read.pop(report) == "active"
    assert set(read.values()) == {"superseded"}


@pytest.mark.parametrize(("thought", "report", "reply"), THOUGHTS)
def test_without_a_decision_in_the_report_the_thought_stands(
    thought: str, report: str, reply: str
) -> None:
    """Nothing has taken its place."""
    turn = (("user", "How do we keep two runs apart?"), ("agent", thought + "See `lock.py`."))
    assert set(states(DECISION, *turn, ("user", reply)).values()) == {"active"}
