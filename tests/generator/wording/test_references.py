"""How a user names items of a list."""

from __future__ import annotations

import pytest

from uagent_memory.generator.wording.references import label_of, named_in


@pytest.mark.parametrize(
    ("text", "labels"),
    [
        ("do 1.+2.", ("1", "2")),
        ("Option B", ("B",)),
        ("do 1 and 3 please", ("1", "3")),
        ("yes to the first and third", ("1", "3")),
        ("1, 3", ("1", "3")),
        ("use option 2 first", ("2",)),
        ("第二个方案", ("2",)),
        ("用方案二", ("2",)),
        ("选 A 和 C", ("A", "C")),
        ("第 2 和 3 条", ("2", "3")),
    ],
)
def test_numbers_letters_and_ordinals_name_items(text: str, labels: tuple[str, ...]) -> None:
    """In both languages."""
    assert named_in(text).labels == labels


@pytest.mark.parametrize(
    "text",
    [
        "I have 2 files.",
        "with 3 workers",
        "fix 404",
        "把 5000 条改成 300 条",
        "just 5 minutes",
        "I'll take the one with the 1TB disk",
        "选 2TB 的那款",
        "do 1-based numbering",
        "A cat.",
    ],
)
def test_amounts_name_nothing(text: str) -> None:
    """A number that counts something is no reference."""
    assert not named_in(text)


def test_both_all_and_the_last_one() -> None:
    """Without numbers."""
    assert named_in("do both please").both
    assert named_in("两个都要").both
    assert named_in("all three").all
    assert named_in("the last one").last
    assert named_in("最后一个").last


@pytest.mark.parametrize(
    ("text", "label"),
    [
        ("1. Rename it", "1"),
        ("- **Option B**: split it", "B"),
        ("### Option A — keep it", "A"),
        ("方案二：重写", "2"),
        ("(3) drop it", "3"),
        ("plain words", ""),
    ],
)
def test_labels_of_items(text: str, label: str) -> None:
    """As the list writes them."""
    assert label_of(text) == label
