"""Relative dates become absolute, by message time, except in the users' own words."""

from __future__ import annotations

import pytest

from tests.builders import SessionBuilder
from tests.sessions import PADDING
from uagent_memory.segments import SegmentName
from uagent_memory.stateless import compress_context_sync


@pytest.mark.parametrize(
    ("said", "dated"),
    [
        (
            "I decided to release version 2.4.1 tomorrow because the audit ends today.",
            "tomorrow (= 2026-03-03)",
        ),
        ("我们决定明天发布 2.4.1 版本，因为审计今天结束。", "明天 (= 2026-03-03)"),
    ],
)
def test_what_an_agent_said_is_dated(said: str, dated: str) -> None:
    """The session was on 2026-03-02; a reader a week later must not read "tomorrow" as his own."""
    s = SessionBuilder()
    s.user("Prepare the release notes for tomorrow.")
    s.run("Bash", PADDING, command="ls -R src")
    s.agent(said)
    s.user("Go on.")
    result = compress_context_sync(s.messages, budget=600)
    assert dated in result.markdown
    assert not result.report.warnings


def test_the_users_words_are_left_alone() -> None:
    """All user messages stays word for word."""
    s = SessionBuilder()
    s.user("Prepare the release notes.")
    s.run("Bash", PADDING, command="ls -R src")
    s.agent("The notes are in NOTES.md and name 4 changes.")
    s.user("Send them tomorrow, please.")
    result = compress_context_sync(s.messages, budget=600)
    words = [
        entry.text
        for segment in result.segments
        if segment.name is SegmentName.USER_MESSAGES
        for entry in segment.entries
    ]
    assert "Send them tomorrow, please." in words
