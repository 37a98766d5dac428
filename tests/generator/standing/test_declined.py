"""Proposals that a user declined."""

from __future__ import annotations

import pytest

from tests.builders import SessionBuilder
from tests.generator.views import view_of


def declined(said: str, answer: str) -> list[str]:
    s = SessionBuilder()
    s.user("The backfill is slow. 回填很慢。")
    s.agent(said)
    s.user(answer)
    view = view_of(s.messages)
    return [view.quote(span) for span in sorted(view.declined)]


@pytest.mark.parametrize(
    ("proposal", "answer"),
    [
        ("I suggest to skip the audit trigger for it.", "No, not the trigger: we need the audit."),
        ("I recommend moving the proof.", "Not the proof, it stays in the paper."),
        ("建议先关掉审计触发器。", "不要关触发器，审计必须保留。"),
        ("Shall I prune the images there?", "No, leave that node to the platform team."),
        ("要不要我清理那台机器的镜像？", "不用，留给平台组处理。"),
        ("Would you also like a later train for 12 euros?", "lol no."),
        ("Would you like to move it to first class?", "12 euros for that? nah. leave it"),
        ("是否需要帮您升级座位？", "哈哈不用了"),
        ("是否需要帮您升级座位？", "先不升，我再想想。"),
    ],
)
def test_what_a_user_declines_is_told_as_declined(proposal: str, answer: str) -> None:
    cause = (
        "It is slow because of the audit trigger. " if proposal.isascii() else "慢的原因是触发器。"
    )
    assert declined(cause + proposal, answer) == [proposal]


@pytest.mark.parametrize(
    ("proposal", "answer"),
    [
        ("I suggest to skip the audit trigger for it.", "Yes, go ahead with the trigger."),
        ("I suggest to skip the audit trigger for it.", "Don't forget the docs."),
        ("建议先关掉审计触发器。", "好，关掉触发器。"),
    ],
)
def test_other_answers_decline_nothing(proposal: str, answer: str) -> None:
    assert declined(proposal, answer) == []
