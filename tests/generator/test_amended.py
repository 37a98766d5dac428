"""Rules and asks that a user changed later."""

from __future__ import annotations

import pytest

from tests.builders import SessionBuilder
from tests.generator.views import proposed, texts_of
from uagent_memory.generator.compressors.primary_request import PrimaryRequestCompressor


def told(first: str, later: str) -> list[str]:
    s = SessionBuilder()
    s.user(first)
    s.agent("Understood. 明白。")
    s.user(later)
    s.agent("I go on. 继续。")
    return texts_of(proposed(PrimaryRequestCompressor(), s.messages))


@pytest.mark.parametrize(
    ("first", "later", "label"),
    [
        ("The budget must not exceed 9,000 EUR.", "Budget goes to 11,000 now.", "(changed later) "),
        (
            "Do not export more than 5,000 rows.",
            "Rows change from 5,000 to 2,000.",
            "(changed later) ",
        ),
        ("一次最多导出 5 万条。", "上限从 5 万降到 2 万。", "（后有变更）"),
        ("导出格式必须是 CSV。", "格式改成 xlsx。", "（后有变更）"),
    ],
)
def test_a_rule_that_a_user_changed_is_told_as_changed(first: str, later: str, label: str) -> None:
    assert any(text.startswith(label) for text in told(first, later))


@pytest.mark.parametrize(
    ("first", "later"),
    [
        ("The budget must not exceed 9,000 EUR.", "The date moves to 21 May."),
        ("导出格式必须是 CSV。", "按钮改成蓝色。"),
        ("必须先把旧集群迁走。", "集群版本顺便升到 1.29。"),
    ],
)
def test_another_change_leaves_it_as_it_is(first: str, later: str) -> None:
    assert not any("changed" in text or "变更" in text for text in told(first, later))
