"""Reading sessions for the suite."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from benchmarks.quality.cases import cuts_of, fitting, recorded_of
from benchmarks.quality.errors import SuiteError
from benchmarks.quality.sessions import RecordedSession, read_data
from tests.benchmarks.small_sessions import compacted, english, write


def test_sources_are_files_unless_sessions_name_theirs(tmp_path: Path) -> None:
    """Gzipped or not, one session a line; the hash tells other data."""
    data = read_data(write(tmp_path))
    assert {name: len(of) for name, of in data.sources.items()} == {"coding": 2, "talk": 1}
    only = read_data(tmp_path / "data", sources=["talk"])
    assert list(only.sources) == ["talk"]
    assert only.digest != data.digest
    assert read_data(tmp_path / "data").digest == data.digest


def test_a_claude_code_session_is_read_as_it_is(tmp_path: Path) -> None:
    """One's own sessions need no conversion."""
    lines = [
        {"type": "user", "uuid": "1", "parentUuid": None, "sessionId": "s", "message":
            {"role": "user", "content": "Fix src/app.py"}},
        {"type": "assistant", "uuid": "2", "parentUuid": "1", "sessionId": "s", "message":
            {"role": "assistant", "content": [
                {"type": "tool_use", "id": "t", "name": "Read",
                 "input": {"file_path": "src/app.py"}}]}},
    ]  # fmt: skip
    (tmp_path / "mine.jsonl").write_text("\n".join(map(json.dumps, lines)))
    (session,) = read_data(tmp_path)
    assert [message["role"] for message in session.messages] == ["user", "assistant"]
    assert session.messages[1]["tool_calls"][0]["arguments"] == {"file_path": "src/app.py"}
    assert session.source == "mine"


def test_missing_data_says_how_to_get_some(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """No folder, an empty one, an unknown source, a broken line: what and where."""
    monkeypatch.setenv("UAGENT_BENCH_SHARED", str(tmp_path / "nowhere"))
    with pytest.raises(SuiteError, match="--data DIR"):
        read_data(None)
    with pytest.raises(SuiteError, match="not there"):
        read_data(tmp_path / "gone")
    with pytest.raises(SuiteError, match="holds no"):
        read_data(tmp_path)
    with pytest.raises(SuiteError, match="no source 'x'"):
        read_data(write(tmp_path), sources=["x"])
    broken = tmp_path / "broken.jsonl"
    broken.write_text('{"messages": [{"role": "user", "content": "hi"}]}\n{"messages": [{}]}\n')
    with pytest.raises(SuiteError, match="line 2"):
        read_data(broken)


def test_a_limit_draws_by_seed_and_keeps_the_order(tmp_path: Path) -> None:
    """The same seed gives the same sessions."""
    data = read_data(write(tmp_path))
    one = data.limited(1, seed=3)
    assert [session.id for session in one] == [session.id for session in data.limited(1, seed=3)]
    assert len(list(one)) == 2
    assert data.limited(None, seed=3) is data


def test_cuts_stand_before_an_agent_speaks() -> None:
    """At 40, 60 and 80 % of the messages; a recorded compaction is a case of its own."""
    messages = compacted()
    session = RecordedSession("c", "coding", tuple(messages), {})
    cuts = list(cuts_of(session, frozenset()))
    assert cuts
    assert all(messages[len(case.history)]["role"] == "assistant" for case in cuts)
    (recorded,) = recorded_of(session, frozenset())
    assert len(recorded.history) == 8
    assert "src/importer.py" in recorded.needs.wanted


def test_short_histories_are_no_cases() -> None:
    """A budget counts where the history is 1.67 times as long."""
    assert not list(cuts_of(RecordedSession("e", "e", tuple(english()[:1]), {}), frozenset()))
    assert fitting((1_000, 2_000), 1_667) == (1_000,)
    assert fitting((1_000,), 1_666) == ()
