"""The newest ask of a session."""

from __future__ import annotations

import pytest

from tests.builders import SessionBuilder
from uagent_memory import compress_context_sync


@pytest.mark.parametrize(
    ("ask", "done"),
    [
        (
            (
                "Please count the lamps on the north quay, on the south quay, and on the two piers "
                "between them, and write the four figures into the harbour's book."
            ),
            "All done. The task is finished.",
        ),
        (
            (
                "请数一下北码头、南码头以及它们之间两个栈桥上的灯，并把四个数字依次写进港务局的登记簿，"
                "另外注明每盏灯最近一次检修的年份和当时负责检修的人员姓名，最后把结果汇总成一张表格，写明日期。"
            ),
            "全部完成，任务完成。",
        ),
    ],
)
def test_a_finished_ask_is_said_once(ask: str, done: str) -> None:
    """The pointer says that it is done; it stands whole among the user's messages."""
    s = SessionBuilder()
    s.system("You work for a harbour office. 你在港务局工作。 " * 300)
    s.user(ask)
    s.agent(done)
    text = compress_context_sync(s.messages, budget=700).markdown
    assert "(done) Newest ask: see" in text or "（已完成）最新请求：见" in text
    assert text.count(ask) == 1
