"""Done stays done and open stays open over several hand-offs (I10, I21)."""

from __future__ import annotations

from typing import Any

import pytest

from tests.openai_messages import agent, run, user
from uagent_memory import CompressedContext, compress_context_sync
from uagent_memory.segments import Entry, SegmentName

BUDGET = 700
FAILED = (
    "Exit code 1\nE   ValueError: bad port 70000\nFAILED t/test_a.py::test_x - ValueError: bad \
port 70000\n1 failed in 0.1s"
)
EN = (
    "Add rate limiting to api/login.py.",
    "Done. I've added the rate limiting to api/login.py.",
    "Please add a CSV export to the report page.",
)
ZH = ("请给 api/login.py 加上限流。", "已完成限流。", "再给报表加一个导出按钮。")


def idle(who: str) -> list[dict[str, Any]]:
    return [
        agent(f"{who} reads module {n} and finds nothing of interest in it.") for n in range(60)
    ]


def handed(messages: list[dict[str, Any]], sender: str, receiver: str) -> CompressedContext:
    return compress_context_sync(messages, role=sender, to=receiver, budget=BUDGET)


def entries(result: CompressedContext, name: SegmentName) -> list[Entry]:
    return [entry for s in result.segments if s.name == name for entry in s.entries]


@pytest.mark.parametrize("words", [EN, ZH], ids=["en", "zh"])
def test_done_asks_stay_done(words: tuple[str, str, str]) -> None:
    """Coder, tester, reviewer: only what nobody has done is asked for at the end."""
    first, report, second = words
    messages = [user(first), *idle("coder"), agent(report), user(second), *idle("coder")]
    for sender, receiver in (("coder", "tester"), ("tester", "reviewer"), ("reviewer", "coder")):
        result = handed(messages, sender, receiver)
        messages = [*result.messages("openai"), *idle(receiver)]
    asked = [e for e in entries(result, SegmentName.PRIMARY_REQUEST) if e.kind == "request"]
    states = {words: e.must_keep for e in asked for words in (first, second) if words in e.text}
    assert states.get(first, False) is False
    assert all(e.text.startswith("(done) ") for e in asked if first in e.text)
    said = [e for e in entries(result, SegmentName.USER_MESSAGES) if second in e.text]
    assert states.get(second) or any(e.must_keep for e in said)


def test_open_errors_stay_open_until_they_are_mended() -> None:
    """They must be kept at every hop, and a passing run closes them at any."""
    failed = run("Bash", FAILED, command="pytest")
    messages = [user("Fix the settings. 请修复。"), *failed, *idle("coder")]
    for sender, receiver in (("coder", "tester"), ("tester", "reviewer"), ("reviewer", "coder")):
        result = handed(messages, sender, receiver)
        found = entries(result, SegmentName.ERRORS)
        (error,) = [e for e in found if "bad port 70000" in e.text]
        assert error.must_keep
        assert error.text == "OPEN: ValueError: bad port 70000 — t/test_a.py::test_x"
        (command,) = [e for e in found if e.kind == "command"]
        assert command.must_keep
        assert result.markdown.count("1 failed in 0.1s") <= len(("said", "quoted"))
        messages = [*result.messages("openai"), *idle(receiver)]
    messages += run("Bash", "4 passed in 0.1s", call_id="call_2", command="pytest")
    last = handed([*messages, *idle("coder")], "coder", "general")
    assert not [e for e in entries(last, SegmentName.ERRORS) if e.must_keep]
    assert "OPEN" not in last.markdown
