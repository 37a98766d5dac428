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


@pytest.mark.parametrize(
    ("why", "options", "answer"),
    [
        ("They differ:", "We can:", "let's do 1"),
        ("它们的区别：", "可以这样做：", "就做第一个"),
    ],
)
def test_of_several_lists_the_last_is_meant(why: str, options: str, answer: str) -> None:
    """What was weighed stands before what is offered."""
    listed = f"{why}\n\n1. The types differ. 类型不同。\n2. The names differ. 名字不同。\n\n"
    listed += f"{options}\n\n1. Share the helpers. 共用辅助函数。\n2. Leave it. 不动。\n"
    (text,) = named(listed, answer)
    assert text.startswith("1. Share the helpers.")


def test_labelled_headings_are_the_list_that_is_offered() -> None:
    """Steps below one of them are its own."""
    listed = (
        "### 1. Share it\n\n1. Move the helper.\n2. Import it.\n\n### 2. Leave it\n\nNothing.\n"
    )
    (text,) = named(listed, "do 1.")
    assert text.lstrip("# ").startswith("1. Share it")


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


@pytest.mark.parametrize(
    ("lamp", "bottle", "answer"),
    [
        ("Lamps:", "Bottles:", "The second lamp, please, the black one."),
        ("台灯：", "水瓶：", "请换第二个台灯，黑色的那个。"),
    ],
)
def test_the_list_that_the_user_speaks_of_is_meant(lamp: str, bottle: str, answer: str) -> None:
    listed = f"{lamp}\n\n1. White lamp, dim. 白色台灯。\n2. Black lamp, bright. 黑色台灯。\n\n"
    listed += f"{bottle}\n\n1. Steel bottle. 钢瓶。\n2. Glass bottle. 玻璃瓶。\n"
    assert named(listed, answer) == ["2. Black lamp, bright. 黑色台灯。"]
