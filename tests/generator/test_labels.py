"""The words of ledger lines in both languages."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from uagent_memory import generator
from uagent_memory.config import read_toml
from uagent_memory.generator.labels import labels_in

WORDS = read_toml(Path(generator.__file__).with_name("labels.toml"))


def test_both_languages_have_the_same_labels_and_places() -> None:
    """Whatever the code fills in is shown in either."""

    def places(table: dict[str, str]) -> dict[str, list[str]]:
        return {name: sorted(re.findall(r"\{(\w+)\}", words)) for name, words in table.items()}

    assert places(WORDS["en"]) == places(WORDS["zh"])


def test_no_english_word_in_a_chinese_label() -> None:
    """But for the segment headings, which stay English."""
    for words in WORDS["zh"].values():
        plain = re.sub(r"\{\w+\}|All user messages", "", words)
        assert not re.search(r"[A-Za-z]", plain), words


@pytest.mark.parametrize("text", ["{path}", "a {0} b", "100% {"])
def test_what_is_filled_in_stands_as_it_is(text: str) -> None:
    """Braces in it are no places."""
    assert labels_in("en")("open_error", line=text) == f"OPEN: {text}"
    assert labels_in("zh")("open_error", line=text) == f"未解决：{text}"
