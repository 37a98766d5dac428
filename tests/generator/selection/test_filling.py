"""What the fullest choice leaves out because it is shown already."""

from __future__ import annotations

import pytest

from uagent_memory import compress_context_sync
from uagent_memory.segments import SegmentName

LONG = {
    "en": (
        "Please add a dry-run flag to the importer.\n\nPlease print the rows it would store.\n\n"
        + "\n\n".join(f"The importer stores table {n} in blocks." for n in range(60))
        + "\n\nPlease keep the old output format."
    ),
    "zh": (
        "请给导入器加一个试运行开关。\n\n请打印将要存入的行。\n\n"
        + "\n\n".join(f"第{n}张表有{n}列，其中一列是编号。" for n in range(60))
        + "\n\n请保留旧的输出格式。"
    ),
}


@pytest.mark.parametrize("language", ["en", "zh"])
def test_an_ask_that_the_latest_message_shows_is_not_told_again(language: str) -> None:
    """The goal and the rule are, and each of them counts as said."""
    messages = [{"role": "user", "content": LONG[language]}]
    messages += [
        {"role": "assistant", "content": f"Block {n} of src/importer.py is {n} lines long. " * 6}
        for n in range(20)
    ]
    result = compress_context_sync(messages, budget=1000)
    entries = next(s.entries for s in result.segments if s.name is SegmentName.PRIMARY_REQUEST)
    asks = [part for part in LONG[language].split("\n\n") if part.startswith(("Please", "请"))]
    told = [ask for ask in asks if any(ask.rstrip(".。") in entry.text for entry in entries)]
    assert told == [asks[0], asks[2]]
    whole = result.markdown
    assert all(ask in whole for ask in asks)
    said = {name for segment in result.segments for e in segment.entries for name in e.facts}
    assert sum(name.kind in {"request", "constraint"} for name in said) >= len(asks)
