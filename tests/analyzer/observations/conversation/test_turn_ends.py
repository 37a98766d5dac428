"""Asks whose work is over when an agent's turn ends, in whatever words it tells of it."""

from __future__ import annotations

import pytest

from tests.analyzer.observations.exchanges import analysed
from tests.builders import SessionBuilder
from uagent_memory.analyzer.observations.conversation.people import points_back
from uagent_memory.facts import FactKind, RequestValue

PORT = ("port.py", "depth = 3", "depth = 4")


def asks(session: SessionBuilder) -> dict[str, str]:
    found = analysed(session).of(FactKind.REQUEST)
    return {f.value.text: f.status.value for f in found if isinstance(f.value, RequestValue)}


@pytest.mark.parametrize(
    ("offer", "ask", "report"),
    [
        (
            "1. Dredge the port\n2. Paint the pier",
            "do both please",
            "All eight checks pass, the pier's included.",
        ),
        ("1. Dredge the port\n2. Paint the pier", "go ahead with the second", "The pier is white."),
        ("1. 疏浚港口\n2. 粉刷码头", "两个都做吧", "八项检查全部通过，码头也算在内。"),
        ("1. 疏浚港口\n2. 粉刷码头", "按第二个方案来", "码头现在是白色的。"),
    ],
)
def test_what_only_points_back_is_done_with_its_work(offer: str, ask: str, report: str) -> None:
    """It stays open for as long as the agent is at work."""
    s = SessionBuilder()
    s.user("What could be done about the port? 港口能怎么改进？")
    s.agent(offer)
    s.user(ask)
    s.edit(*PORT)
    assert asks(s)[ask] == "active"
    s.agent(report)
    assert asks(s)[ask] == "done"


@pytest.mark.parametrize(
    ("ask", "report", "status"),
    [
        ("Make the port deeper.", "The depth is 4 now.", "done"),
        ("Make the port deeper.", "The depth is 4 now. Should the pier be longer, too?", "active"),
        ("Make the port deeper.", "The depth is 4 now, the pier is still to be done.", "active"),
        ("Make the port deeper.", "The depth is 4 now. Let me run the tests.", "active"),
        ("Make the port deeper.", "The depth is 4 now. I hand it over to the tester.", "active"),
        ("Make the port deeper.", "The depth is 4 now (ships can't turn at 3).", "done"),
        ("Make the port deeper.", "The depth is 4 now, the pier could not be moved.", "active"),
        ("请把港口加深。", "深度现在是 4 米（3 米时船无法掉头）。", "done"),
        ("请把港口加深。", "深度现在是 4 米，码头没能移走。", "active"),
        ("Make the port deeper.", "The cause is the silt: nobody clears it.", "active"),
        ("请把港口加深。", "原因是从不清淤。", "active"),
        ("请把港口加深。", "深度现在是 4 米。", "done"),
        ("请把港口加深。", "深度现在是 4 米。码头也要加长吗？", "active"),
    ],
)
def test_work_is_done_where_nothing_is_asked_or_left(ask: str, report: str, status: str) -> None:
    """Something was changed for it."""
    s = SessionBuilder()
    s.user(ask)
    s.edit(*PORT)
    s.agent(report)
    assert asks(s)[ask] == status


@pytest.mark.parametrize(
    ("ask", "report"), [("Make it deeper.", "I see."), ("加深它。", "好的，明白。")]
)
def test_where_nothing_was_changed_nothing_is_done(ask: str, report: str) -> None:
    """A word of the agent is no work."""
    s = SessionBuilder()
    s.user(ask)
    s.run("Read", "depth = 3", file_path="port.py")
    s.agent(report)
    assert asks(s)[ask] == "active"


@pytest.mark.parametrize(
    ("first", "mind"),
    [
        ("Make the port's depth 4.", "Actually, make the port's depth 9 instead."),
        ("把港口的深度改成 4。", "算了，把港口的深度改成 9。"),
    ],
)
def test_a_change_of_mind_replaces_what_was_carried_out(first: str, mind: str) -> None:
    s = SessionBuilder()
    s.user(first)
    s.edit(*PORT)
    s.agent("The depth is 4 now. 深度现在是 4 米。")
    s.user(mind)
    assert asks(s)[first] in ("superseded", "cancelled")


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("both", True),
        ("yes and yes", True),
        ("B please", True),
        ("the first one, thanks", True),
        ("选A", True),
        ("都要", True),
        ("commit this", False),
        ("add a test", False),
        ("请修复登录", False),
        ("看一下日志", False),
    ],
)
def test_what_only_points_back(text: str, expected: bool) -> None:
    """It names nothing by itself."""
    assert points_back(text) is expected
