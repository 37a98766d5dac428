"""What a message is taken apart into for a summary by rules."""

from __future__ import annotations

from typing import Literal

import pytest

from uagent_memory.condensers.chat_history.pieces import pieces_of
from uagent_memory.condensers.chat_history.settings import chat_settings
from uagent_memory.formats import read_messages


@pytest.mark.parametrize(
    ("language", "text", "piece"),
    [
        ("en", "; Only pro keys keep 100.", "Only pro keys keep 100."),
        ("zh", "；只有 pro 保留 100。", "只有 pro 保留 100。"),
    ],
)
def test_a_piece_does_not_begin_with_what_joined_it_to_another(
    language: Literal["en", "zh"], text: str, piece: str
) -> None:
    """A summary that is merged into the next is read back part by part."""
    [message] = read_messages([{"role": "user", "content": text}])
    wording = chat_settings().wording[language]
    assert [found.text for found in pieces_of(message, wording)] == [piece]
