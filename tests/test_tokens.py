"""Tokens: a text counts the same alone, among few and in a batch."""

from __future__ import annotations

import pytest

from uagent_memory.tokens import FEW, O200kCounter

TEXTS = (
    "",
    "one line",
    "\n\n\n",
    " " * 300,
    "<|endoftext|> is text here",
    "def parse(path):\n    return path.read_text()\n",
    "运行测试，然后修复解析器。",
    "👩‍💻 ships it",
    "a lone \ud83d surrogate",
)


@pytest.mark.parametrize("text", TEXTS)
def test_a_text_counts_the_same_alone_and_in_a_batch(text: str) -> None:
    """One by one it goes another way into the tokenizer than in a batch."""
    counter = O200kCounter()

    batch = counter.count_many([text] * (FEW + 1))

    assert counter.count_many([text]) == [counter.count(text)]
    assert set(batch) == {counter.count(text)}
