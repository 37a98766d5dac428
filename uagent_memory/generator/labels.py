"""The words of ledger lines, in the conversation's language (I24)."""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache
from pathlib import Path
from typing import Literal

from uagent_memory.config import read_toml

__all__ = ["LabelLanguage", "Labels", "labels_in"]

LabelLanguage = Literal["en", "zh"]


class Labels:
    """What the lines of one hand-off put around what was said."""

    def __init__(self, words: Mapping[str, str]) -> None:
        self._words = words

    def __call__(self, label: str, /, **values: object) -> str:
        """The label's words with `values` in their places; values stand as they are."""
        return self._words[label].format(**values)


@cache
def labels_in(language: LabelLanguage) -> Labels:
    """The shipped words of labels.toml."""
    return Labels(read_toml(Path(__file__).with_name("labels.toml"))[language])
