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
        (
            "每一单满了六百元的都必须减一百二十元，即满600减120。",
            "改一下：满600减100，不是120。",
            "（后有变更）",
        ),
        ("Every order over 600 must get 120 off.", "Sorry, 100 off, not 120.", "(changed later) "),
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
        ("一单满600必须减120元。", "现在打印出来的是 100，不是120。"),
        ("Every order over 600 must get 120 off.", "It prints 100, not 120."),
    ],
)
def test_another_change_leaves_it_as_it_is(first: str, later: str) -> None:
    assert not any("changed" in text or "变更" in text for text in told(first, later))


@pytest.mark.parametrize(
    ("first", "later"),
    [
        (
            "Fix the retry logic in net/client.py: at most 5 retries.",
            "Actually, make it 3 retries, not 5.",
        ),
        ("修复 net/client.py 的重试逻辑：最多重试 5 次。", "改一下：最多重试 3 次，不是 5 次。"),
    ],
)
def test_an_ask_that_is_a_rule_is_told_once(first: str, later: str) -> None:
    """Changed in part; the same words are not told as superseded besides."""
    lines = [text for text in told(first, later) if first in text]
    assert len(lines) == 1
    assert not lines[0].startswith(("(superseded)", "（已被取代）"))
