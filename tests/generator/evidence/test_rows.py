"""Which lines of a printed text have one shape."""

from __future__ import annotations

import pytest

from uagent_memory.generator.evidence.rows import Rows

TABLES = {
    "en": ["run-01  lr 3e-05  ok", "a word", "run-02  lr 1.25  fails", "run 3 | 4", "x-9  z 12  y"],
    "zh": [
        "第1轮  损失 0.37  好",
        "说明",
        "第22轮  损失 1.5  差",
        "第3轮 | 4",
        "第9组  总数 12  多",
    ],
}


@pytest.mark.parametrize("language", ["en", "zh"])
def test_lines_are_alike_whose_words_and_numbers_alone_differ(language: str) -> None:
    lines = TABLES[language]
    rows = Rows("\n".join(lines), shaped=240)
    assert rows.number_at(len(lines[0]) + 1) == 1
    assert rows.alike(0, around=4, least=2) == [0, 2, 4]
    assert rows.alike(0, around=2, least=2) == [0, 2], "no further than it is told to look"
    assert rows.alike(0, around=4, least=4) == [], "too few"
    assert rows.alike(1, around=4, least=1) == [], "no number, no row"


def test_of_a_long_line_its_beginning_tells_the_shape() -> None:
    rows = Rows("\n".join(("1 = a" + "!" * 9, "2 = b" + "?" * 5)), shaped=5)
    assert rows.alike(0, around=1, least=2) == [0, 1]
