"""Rules of a long latest message are said once: there, or above it where it had to be cut."""

from __future__ import annotations

import pytest

from tests.openai_messages import agent, user
from uagent_memory import compress_context_sync

NOTES = [
    f"Shelf {n} holds the boxes of row {n * 7}, sorted by colour and weight." for n in range(40)
]
RULES = {
    "en": [
        f"Never touch the drawer number {n} of the archive while it is being counted."
        for n in range(12)
    ],
    "zh": [
        f"不要修改第 {n} 号抽屉里的任何档案文件，也不要移动其中的标签和目录卡片，盘点期间尤其如此。"
        for n in range(16)
    ],
}


def session(language: str) -> list[dict[str, object]]:
    task = [
        "Please sort the archive by the list below.",
        *NOTES[:8],
        *RULES[language],
        *NOTES[8:12],
    ]
    looks: list[dict[str, object]] = [
        {"role": "assistant", "content": f"I looked at shelf {n}: {note}"}
        for n, note in enumerate(NOTES * 2)
    ]
    return [{"role": "user", "content": "\n\n".join(task)}, *looks]


@pytest.mark.parametrize("language", ["en", "zh"])
def test_each_rule_is_said_once_where_the_message_is_whole(language: str) -> None:
    """In the users' own messages, and only pointed at above."""
    result = compress_context_sync(session(language), budget=2200)
    assert result.status == "accepted"
    assert [result.markdown.count(rule) for rule in RULES[language]] == [1] * len(RULES[language])
    assert "All user messages (m1)" in result.markdown.partition("## All user messages")[0]


@pytest.mark.parametrize("language", ["en", "zh"])
def test_the_rules_stand_by_themselves_where_the_message_is_cut(language: str) -> None:
    """Word for word, whatever became of the message around them."""
    result = compress_context_sync(session(language), budget=900)
    assert all(rule in result.markdown for rule in RULES[language])


@pytest.mark.parametrize("language", ["en", "zh"])
def test_the_minimum_budget_stays_exact(language: str) -> None:
    """At it nothing has to be degraded; one token less and something has."""
    least = compress_context_sync(session(language), budget=700).report.minimum_budget
    assert compress_context_sync(session(language), budget=least).status == "accepted"
    below = compress_context_sync(session(language), budget=least - 1)
    assert below.status == "budget_too_small"
    assert below.report.minimum_budget == least


CUT = {
    "en": (
        "Never touch src/part_{}.py while you work on the limits, and do not rename it either.",
        "Background: the gateway of plant {} serves requests and keeps the log of each shift.",
        "Step {} of the search found nothing of interest.",
    ),
    "zh": (
        "在处理网关限流期间不要修改 src/part_{}.py，也不要给它改名，更不要删除它。",
        "背景：第 {} 号厂区的网关处理请求，并把每个班次的日志保存在归档里，供值班人员查阅。",
        "第 {} 步搜索没有找到值得注意的内容。",
    ),
}


@pytest.mark.parametrize("language", ["en", "zh"])
def test_rules_in_the_head_or_the_tail_of_a_long_message_stand_there_only(language: str) -> None:
    """Those of its gap stand at the top, word for word; none is lost."""
    rule, noise, idle = CUT[language]
    rules = [rule.format(n) for n in range(20)]
    around = [noise.format(n) for n in range(80)]
    text = "\n".join([rules[0], *around, *rules[1:]])
    log = [user(text), *(agent(idle.format(n)) for n in range(40))]
    result = compress_context_sync(log, budget=1800)
    assert [result.markdown.count(one) for one in rules] == [1] * len(rules)
    (latest,) = [e for s in result.segments for e in s.entries if e.kind == "latest_user_message"]
    assert rules[0] in latest.text
    assert rules[-1] in latest.text
    assert latest.must_keep
    told = {name for s in result.segments for e in s.entries for name in e.facts}
    assert len([name for name in told if name.kind == "constraint"]) >= len(rules)
