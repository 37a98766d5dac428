"""A log that goes on is observed as if it were read from its beginning."""

from __future__ import annotations

from collections.abc import Sequence

import pytest

from tests.builders import SessionBuilder
from tests.sessions import team_session
from uagent_memory.analyzer.analyzer import ContextAnalyzer
from uagent_memory.analyzer.observing import LogObserver
from uagent_memory.messages import Message
from uagent_memory.role_files import load_roles

RECEIVER = load_roles().get("tester")


def talking() -> tuple[Message, ...]:
    """A meeting in two languages, in which questions are answered and plans change."""
    s = SessionBuilder()
    s.user("Which port does the pump use, 8080 or 9090?", agent="Mara")
    s.user("We decided to use port 9090 instead of 8080.", agent="Jon")
    s.user("预算还够吗？", agent="Mara")
    s.user("决定采用方案二，因为只要 40 元。", agent="Lin")
    return s.messages


def writing() -> tuple[Message, ...]:
    """Agents that write files in their texts, until one of them calls a tool."""
    s = SessionBuilder()
    s.user("Please write a.py.")
    s.agent("a.py:\n```python\nx = 1\n```", agent="Coder")
    s.agent("a.py:\n```python\nx = 2\n```", agent="Coder")
    s.run("Bash", "2", command="python a.py")
    return s.messages


def handing_in() -> tuple[Message, ...]:
    """A call at the end of the log does what was asked; the user then asks for more."""
    s = SessionBuilder()
    s.user("Fix src/a.py, then run `echo COMPLETE_TASK_AND_SUBMIT_FINAL_OUTPUT`.")
    s.edit("src/a.py", "x = 1", "x = 2")
    s.run("bash", "", command="echo COMPLETE_TASK_AND_SUBMIT_FINAL_OUTPUT")
    s.user("谢谢。请再修复 src/b.py。")
    s.agent("已经修复 src/b.py。")
    return s.messages


def refusing() -> tuple[Message, ...]:
    """What a failed call prints counts as the program's words once another one was wrapped."""
    s = SessionBuilder()
    refusal = "The user doesn't want to proceed with this tool use. The user said: never push."
    s.run("Bash", refusal, command="git push", is_error=True)
    s.run("Bash", "Exit code 1\nno such file", command="cat a.txt", is_error=True)
    s.run("Bash", refusal, command="git push --force", is_error=True)
    return s.messages


@pytest.mark.parametrize("log", [team_session(), talking(), writing(), handing_in(), refusing()])
def test_a_log_may_be_read_in_any_steps(log: Sequence[Message]) -> None:
    """Also where it stops at a call without its answer."""
    for step in (1, 2, 3):
        analyzer = ContextAnalyzer()
        for end in (*range(1, len(log), step), len(log)):
            known = analyzer.analyze_context(log[:end], receiver=RECEIVER)
            anew = ContextAnalyzer(remembered=0).analyze_context(log[:end], receiver=RECEIVER)
            assert known == anew


def test_logs_take_turns() -> None:
    """Several roles' logs, one of which was taken back to an earlier message."""
    analyzer, first, second = ContextAnalyzer(), team_session(), talking()
    for log in (first[:9], second[:2], first, second, first[:5], second[:3], first[:9]):
        known = analyzer.analyze_context(log, receiver=RECEIVER)
        assert known == ContextAnalyzer(remembered=0).analyze_context(log, receiver=RECEIVER)


def test_observers_go_on(monkeypatch: pytest.MonkeyPatch) -> None:
    """What was observed of the first messages is not observed again."""
    log, seen = team_session(), list[str]()
    observe = LogObserver._seen

    def counted(self: LogObserver, message: Message, *others: object) -> object:
        seen.append(message.id)
        return observe(self, message, *others)  # type: ignore[arg-type]

    monkeypatch.setattr(LogObserver, "_seen", counted)
    analyzer = ContextAnalyzer()
    analyzer.analyze_context(log[:8], receiver=RECEIVER)
    analyzer.analyze_context(log, receiver=RECEIVER)
    assert seen == [message.id for message in log]
