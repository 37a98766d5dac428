"""What a command printed that was run again."""

from __future__ import annotations

import pytest

from tests.builders import SessionBuilder
from uagent_memory import compress_context_sync

ASKS = [
    ("Find out why `store_9` keeps `row_count` wrong.", "(earlier runs):"),
    ("请查明 `store_9` 里 `row_count` 为什么不对。", "（较早的运行）:"),
]
asked = pytest.mark.parametrize(("ask", "mark"), ASKS)
RUN = "python3 show_rows.py"


def told(ask: str, *printed: str) -> str:
    s = SessionBuilder()
    s.user(ask)
    for text in printed:
        s.run("bash", text, command=RUN)
        s.edit("src/a.py", "limit = 2", f"limit = {len(text)}")
    said = "第 {} 行数据由夜间任务清理之后保存。" if "请" in ask else "Row {} of it is kept there."
    for number in range(80):
        s.agent(said.format(number))
    return compress_context_sync(s.messages, budget=700).markdown


@asked
def test_older_lines_do_not_stand_as_what_it_prints_now(ask: str, mark: str) -> None:
    """Each run's lines under a call that is named for what it is."""
    text = told(ask, "store_9 row_count is 17 here\nend", "store_9 row_count is 4 here\nend")
    lines = text.splitlines()
    old = next(n for n, line in enumerate(lines) if "row_count is 17" in line)
    above = next(line for line in reversed(lines[:old]) if RUN in line)
    assert above.rstrip("0123456789m() ").endswith(mark)
    new = next(n for n, line in enumerate(lines) if "row_count is 4 " in line)
    assert mark not in next(line for line in reversed(lines[: new + 1]) if RUN in line)


@asked
def test_what_it_prints_every_time_is_quoted_once(ask: str, mark: str) -> None:
    """From the newest run."""
    text = told(ask, "store_9 row_count is 17 here\nend", "store_9 row_count is 17 here\nall done")
    assert text.count("store_9 row_count is 17") == 1
    assert mark not in text
