"""Fields of a list under one head."""

from __future__ import annotations

import pytest

from tests.builders import SessionBuilder
from tests.generator.views import proposed, texts_of
from uagent_memory.generator.compressors.concepts import ConceptsCompressor
from uagent_memory.generator.compressors.problem_solving import ProblemSolvingCompressor
from uagent_memory.generator.evidence.cards import fields_in_line

ENGLISH = """Here are the boards that are on stock:

1. **Maple board**:
   - Design: graphic
   - Price: $180.10
   - Item ID: 6843647669

2. **Bamboo board**:
   - Design: plain
   - Price: $208.60
   - Item ID: 8176740019
"""
CHINESE = """有货的滑板如下：

1. **枫木滑板**：
   - 图案：彩绘
   - 价格：180.10 元
   - 编号：6843647669

2. **竹制滑板**：
   - 图案：素色
   - 价格：208.60 元
   - 编号：8176740019
"""


@pytest.mark.parametrize(
    ("ask", "answer", "card"),
    [
        (
            "Which boards do you have?",
            ENGLISH,
            "Bamboo board: Design: plain; Price: $208.60; Item ID: 8176740019",
        ),
        ("有哪些滑板？", CHINESE, "竹制滑板: 图案：素色; 价格：208.60 元; 编号：8176740019"),
    ],
)
def test_the_fields_of_one_thing_are_one_line(ask: str, answer: str, card: str) -> None:
    """Each under what it is of, none as a fragment of its own."""
    said = told(ask, answer)
    assert card in said
    assert not [text for text in said if text.startswith(("- Price", "- 价格", "Price", "价格"))]


def test_sentences_of_a_list_stay_apart() -> None:
    report = (
        "What I found:\n\n- Cause: the lock is taken twice, once in open() and once in read(), "
    )
    report += "so that a second reader waits for itself for ever.\n- The cache is never emptied.\n"
    said = told("Why does it hang?", report)
    assert [text for text in said if "the lock is taken twice" in text]
    assert not [text for text in said if "; The cache" in text]


def test_a_text_that_is_no_card_stays_as_it_is() -> None:
    assert fields_in_line("One line.") == "One line."
    assert fields_in_line("First line\n- second") == "First line\n- second"


def told(ask: str, answer: str) -> list[str]:
    s = SessionBuilder()
    s.user(ask)
    s.agent(answer)
    s.user("Thanks, I will think about it. 谢谢，我再想想。")
    found = [*proposed(ProblemSolvingCompressor(), s.messages)]
    found += proposed(ConceptsCompressor(), s.messages)
    return texts_of(found)
