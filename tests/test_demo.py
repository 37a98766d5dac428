"""The bundled session and the `demo` command."""

from __future__ import annotations

import json
import re
from collections import Counter
from pathlib import Path

import pytest
from typer.testing import CliRunner

from uagent_memory.cli.app import app
from uagent_memory.cli.compress import DEMO_SESSION
from uagent_memory.formats import read_file
from uagent_memory.messages import Author, MessageKind


@pytest.fixture
def handoff(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> str:
    """What `uagent-memory demo` prints for the tester."""
    monkeypatch.chdir(tmp_path)
    result = CliRunner().invoke(app, ["demo"])
    assert result.exit_code == 0
    return result.stdout


def test_the_session_is_read_whole() -> None:
    """Every line is a message; calls have their results; four agents and a person speak."""
    session = read_file(DEMO_SESSION)
    speakers = Counter(message.agent for message in session.messages)
    assert session.skipped == 0
    assert len(session.messages) >= 150
    assert {"planner", "coder", "tester", "reviewer", "human"} <= speakers.keys()
    calls = {call.id for message in session.messages for call in message.tool_calls}
    answered = {message.tool_call_id for message in session.messages if message.tool_call_id}
    assert calls == answered


def test_it_holds_what_a_real_session_holds() -> None:
    """Hand-offs, errors and people's messages are recognised."""
    messages = read_file(DEMO_SESSION).messages
    handoffs = [m.to for m in messages if m.kind is MessageKind.HANDOFF]
    assert handoffs == ["coder", "tester", "coder", "reviewer", "coder"]
    assert sum(m.author is Author.USER for m in messages) == 7
    assert sum(m.is_error is True for m in messages) >= 5


def test_it_names_nobody_and_no_real_host() -> None:
    """Only reserved example hosts and no e-mail address."""
    text = DEMO_SESSION.read_text(encoding="utf-8")
    hosts = set(re.findall(r"https?://([\w.-]+)", text))
    assert all(host.endswith(("example.com", "127.0.0.1")) for host in hosts)
    assert set(re.findall(r"@[\w-]+\.\w+", text)) <= {"@pytest.fixture", "@pytest.mark"}


def test_the_demo_tells_the_tester_what_to_test(handoff: str) -> None:
    """The failing test with its figures, the changed files and the user's last word are there."""
    assert "test_limited_requests_are_counted_by_tier" in handoff
    for path in ("gateway/app.py", "gateway/ratelimit.py", "gateway/metrics.py"):
        assert path in handoff
    assert "先别提交" in handoff
    assert "部署前先问我" in handoff


def test_the_demo_keeps_the_rules_in_force(handoff: str) -> None:
    """No new dependency, still; the ban on auth.py was lifted and is not given as a rule."""
    assert "do not add any new dependency" in handoff
    assert "docs/limits.md" in handoff


def test_the_demo_says_where_the_session_is() -> None:
    """`--path` prints a path that the other commands can take."""
    result = CliRunner().invoke(app, ["demo", "--path"])
    assert Path(result.stdout.strip()) == DEMO_SESSION
    lines = DEMO_SESSION.read_text(encoding="utf-8").splitlines()
    assert all(json.loads(line)["role"] for line in lines)
