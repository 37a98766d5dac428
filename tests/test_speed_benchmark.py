"""The speed benchmark: what it makes up, measures and prints."""

from __future__ import annotations

import json
import subprocess
import sys
from pathlib import Path

import pytest

from benchmarks import hostile
from benchmarks.synthetic import Kind, session, taken, turns
from uagent_memory.tokens import default_counter

ROOT = Path(__file__).parent.parent


def test_synthetic_sessions_are_the_same_each_time() -> None:
    """Equal sizes give equal messages, a longer one begins with a shorter one."""
    count = default_counter().count
    short = session(5_000, count)
    assert short == session(5_000, count)
    assert session(12_000, count)[: len(short)] == short


def test_synthetic_sessions_are_mixed() -> None:
    """User words, calls with results, code, failures, logs and Chinese are in it."""
    messages = session(40_000, default_counter().count)
    text = "\n".join(message["content"] for message in messages)
    assert {message["role"] for message in messages} == {"user", "assistant", "tool"}
    for sign in ("def ", "AssertionError", "ERROR ", "测试"):
        assert sign in text


@pytest.mark.parametrize("kind", ["team", "talk"])
def test_sessions_without_tools(kind: Kind) -> None:
    """A team's long messages and a meeting's short turns have as many tokens as asked for."""
    count = default_counter().count
    messages = session(8_000, count, kind=kind)
    assert sum(count(message["content"]) for message in messages) >= 8_000
    assert not any(message.get("tool_calls") for message in messages)
    assert messages == session(8_000, count, kind=kind)


@pytest.mark.parametrize("kind", ["coding", "team", "talk"])
def test_what_follows_goes_on_where_a_session_ends(kind: Kind) -> None:
    """The messages added before the second hand-off are of the same kind, and the next ones."""
    count = default_counter().count
    source = turns(kind)
    first, following = taken(source, 4_000, count), taken(source, 2_000, count)
    assert first == session(4_000, count, kind=kind)
    assert first + following == session(60_000, count, kind=kind)[: len(first + following)]


def test_a_source_may_be_too_short() -> None:
    """What is missing is said."""
    with pytest.raises(ValueError, match="holds 1 tokens only; 20 are needed"):
        taken(iter([[{"role": "user", "content": "ok"}]]), 20, default_counter().count)


def test_it_prints_seconds_memory_and_ratio() -> None:
    """One small size, in a fresh process, as JSON."""
    command = [sys.executable, "-m", "benchmarks", "speed", "--sizes", "10k", "--repeat", "1"]
    done = subprocess.run(
        [*command, "--json"], check=True, cwd=ROOT, capture_output=True, text=True, timeout=120
    )
    (result,) = json.loads(done.stdout)
    assert result["tokens"] >= 10_000
    assert result["status"] == "accepted"
    assert result["kept_tokens"] <= 4_000
    assert result["peak_mb"] >= result["input_mb"] > 0
    assert result["ratio"] == result["seconds"] / result["counting_seconds"]


def test_hostile_text_is_measured_for_each_reader(capsys: pytest.CaptureFixture[str]) -> None:
    """One line for each reader and mark, whatever the times."""
    assert hostile.main(["--size", "100", "--repeat", "1"]) == 0
    lines = capsys.readouterr().out.splitlines()[1:]
    assert len(lines) == sum(len(marks) for _, marks in hostile.READERS.values())
    assert {line.split()[0] for line in lines} == set(hostile.READERS)
