"""Items of a list that the latest user message names."""

from __future__ import annotations

import pytest

from tests.builders import SessionBuilder
from tests.generator.views import proposed
from uagent_memory.generator.candidate import Keep
from uagent_memory.generator.compressors.named_items import NamedItems

LIST = "We could:\n\n1. Rename the flag.\n2. Delete the cache.\n3. Split load_rows.\n"
OPTIONS = (
    "### Option A: keep it\n\nNothing changes.\n\n### Option B: move it\n\nIt goes to src/io.py.\n"
)
CHINESE = "可以这样做：\n\n方案一：重写解析器。\n\n方案二：换成流式读取。\n"


def named(listed: str, answer: str) -> list[str]:
    s = SessionBuilder()
    s.user("What can we do?")
    s.agent(listed)
    s.user(answer)
    s.agent("I will begin.")
    candidates = proposed(NamedItems(), s.messages)
    assert {c.keep for c in candidates} <= {Keep.RECEIVER}
    return [c.text for c in candidates]


@pytest.mark.parametrize(
    ("listed", "answer", "texts"),
    [
        (LIST, "do 1.+3.", ["1. Rename the flag.", "3. Split load_rows."]),
        (LIST, "yes to the second", ["2. Delete the cache."]),
        (LIST, "the last one", ["3. Split load_rows."]),
        (OPTIONS, "Option B", ["Option B: move it It goes to src/io.py."]),
        (CHINESE, "第二个方案", ["方案二：换成流式读取。"]),
        (LIST, "Write 2 tests for it.", []),
    ],
)
def test_the_items_are_proposed_first_of_all(listed: str, answer: str, texts: list[str]) -> None:
    """With what stands under a heading; none where an amount is meant."""
    assert [text.lstrip("# ") for text in named(listed, answer)] == texts


CARDS = "Your hoses:\n\n1. **Delivered hose**:\n   - Length: 25ft\n   - Colour: green\n"
CARDS += "   - Price: $96\n"
CARDS += "2. **Pending hose**:\n   - Length: 50ft\n   - Colour: black\n   - Price: $95\n"


def test_an_item_is_told_with_all_its_fields() -> None:
    (text,) = named(CARDS, "take 2")
    assert text == "2. **Pending hose**: Length: 50ft; Colour: black; Price: $95"


@pytest.mark.parametrize(
    "thanks", ["Thank you so much for taking care of both!", "太好了。谢谢你把两个都处理了！"]
)
def test_thanks_for_what_is_done_names_nothing(thanks: str) -> None:
    assert named(CARDS, thanks) == []
    assert named(CARDS, f"{thanks} Take 1 first.") != []
