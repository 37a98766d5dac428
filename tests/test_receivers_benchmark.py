"""The receivers benchmark: what it counts, on small sessions."""

from __future__ import annotations

import gzip
import json
from pathlib import Path

import pytest

from benchmarks.edits import FileCounts, count_files
from benchmarks.receivers import RECEIVERS, main, measure
from benchmarks.sessions import Recorded, recorded_sessions
from tests.builders import SessionBuilder
from tests.sessions import team_session
from uagent_memory.messages import Message
from uagent_memory.stateless import compress_context_sync


def edited() -> tuple[Message, ...]:
    """One file is changed, one edit is refused, a third file is only read."""
    s = SessionBuilder()
    s.user("Fix the importer.")
    s.run(
        "Edit",
        "The file /app/src/rows.py has been updated.",
        file_path="/app/src/rows.py",
        old_string="rows[1:]",
        new_string="rows",
    )
    s.run(
        "Edit",
        "File has not been read yet.",
        is_error=True,
        file_path="/app/src/schema.py",
        old_string="a",
        new_string="b",
    )
    s.run("Read", "x = 1\n" * 400, file_path="/app/src/other.py")
    s.agent("Fixed in src/rows.py.")
    return s.messages


def test_changed_files_are_those_whose_edits_were_not_refused() -> None:
    """The refused one must not be named as changed."""
    handoff = compress_context_sync(edited(), budget=700)
    assert count_files(edited(), handoff) == FileCounts(
        changed=1, named=1, with_change=1, failed=1, wrong=0
    )


def test_a_hand_off_without_file_lines_names_none() -> None:
    """What is missing is counted as missing."""
    handoff = compress_context_sync(edited(), budget=700)
    bare = handoff.model_copy(update={"segments": ()})
    assert count_files(edited(), bare).named == 0


def test_each_receiver_is_held_against_the_others() -> None:
    """Shares of facts, within bounds; the minimum budget is exact."""
    outcome = measure(iter([Recorded("team", team_session())]), budget=900, check_minimum=True)
    assert (outcome.sessions, outcome.skipped, outcome.exact) == (1, 0, 1)
    assert [contrast.receiver for contrast in outcome.contrasts] == list(RECEIVERS)
    for contrast in outcome.contrasts:
        assert 0 < contrast.fitting.own <= contrast.fitting.total <= contrast.must_get
        assert 0 <= contrast.fitting.others <= contrast.fitting.total
        assert contrast.alone.total <= contrast.fitting.total
        assert contrast.sessions == 1


def test_a_session_that_is_too_short_is_skipped() -> None:
    """It comes back whole, so there is nothing to compare."""
    s = SessionBuilder()
    s.user("Hello.")
    outcome = measure(iter([Recorded("short", s.messages)]), budget=900)
    assert (outcome.sessions, outcome.skipped, outcome.contrasts) == (0, 1, ())


def test_it_prints_json_for_a_folder(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """One session a line, gzipped; one of two is taken."""
    chat = [
        {"role": "user", "content": "Fix src/rows.py. Do not change src/schema.py."},
        {"role": "assistant", "content": "The rows are read twice in src/rows.py. " * 200},
    ]
    lines = [json.dumps({"id": f"s{number}", "messages": chat}) for number in range(2)]
    (tmp_path / "two.jsonl.gz").write_bytes(gzip.compress("\n".join(lines).encode()))
    assert [found.name for found in recorded_sessions(tmp_path)] == [
        "two.jsonl.gz:s0",
        "two.jsonl.gz:s1",
    ]
    assert main(["--data", str(tmp_path), "--sessions", "1", "--budget", "600", "--json"]) == 0
    told = json.loads(capsys.readouterr().out)
    assert told["sessions"] == 1
    assert told["contrasts"][0]["fitting"].keys() >= {"total", "own_share", "others_share"}


def test_the_bundled_session_is_the_default(capsys: pytest.CaptureFixture[str]) -> None:
    """A table with one line for each receiver, and the files."""
    assert main(["--budget", "2000"]) == 0
    told = capsys.readouterr().out
    assert told.startswith("1 sessions at 2,000 tokens")
    assert all(f"\n{name}" in told for name in RECEIVERS)
    assert "7 of 7 named" in told


def test_data_that_is_not_there_is_said(tmp_path: Path) -> None:
    """An empty folder and a missing file end with one line."""
    with pytest.raises(SystemExit, match="no file and no folder"):
        main(["--data", str(tmp_path)])
