"""Public sets: the converters on small hand-written files; the network itself is not tested."""

from __future__ import annotations

import io
import json
import tarfile
import zipfile
from pathlib import Path

import pytest

from benchmarks import fetch
from benchmarks.converters import CONVERTERS, Malformed
from benchmarks.fetch import build, main, public_sets
from benchmarks.quality.errors import SuiteError
from benchmarks.quality.sessions import read_data

FILES = {
    "chat": {"traj": [
        {"role": "user", "content": "Hello"},
        {"role": "assistant", "content": None, "tool_calls": [
            {"id": "c", "type": "function", "function": {"name": "look", "arguments": "{}"}}]},
        {"role": "tool", "tool_call_id": "c", "name": "look", "content": "done"}]},
    "mini_swe_agent": {"messages": [
        {"role": "user", "content": "Fix it"},
        {"role": "assistant", "content": "THOUGHT: look\n\n```bash\nls -a\n```"},
        {"role": "user", "content": "<returncode>0</returncode>"}]},
    "swe_agent": {"history": [{"role": "system", "content": "You fix"}], "trajectory": [
        {"thought": "look", "action": "ls", "observation": "a.py"}]},
    "team": {"question": "How many?", "history": [
        {"name": "Expert", "role": "assistant", "content": "Let me run it"},
        {"name": "Computer_terminal", "role": "user", "content": "4"}]},
    "meeting": {"meeting_transcripts": [{"speaker": "Marketing", "content": "Good morning"}]},
    "chinese_meetings": {
        "av_num": 7, "speaker": [1, 2], "context": [["大家好。", "开始。"], "好的"]},
    "dialogues": {"11": {"messages": [
        {"role": "usr", "content": "你好"}, {"role": "sys", "content": "您好"}]}},
}  # fmt: skip
ROLES = {
    "chat": ["user", "assistant", "tool"],
    "mini_swe_agent": ["user", "assistant", "tool"],
    "swe_agent": ["system", "assistant", "tool"],
    "team": ["user", "assistant", "tool"],
    "meeting": ["user"],
    "chinese_meetings": ["user", "user"],
    "dialogues": ["user", "assistant"],
}


def _archive(files: dict[str, bytes]) -> bytes:
    target = io.BytesIO()
    with tarfile.open(fileobj=target, mode="w:gz") as tar:
        for name, data in files.items():
            info = tarfile.TarInfo(f"repository-abc123/{name}")
            info.size = len(data)
            tar.addfile(info, io.BytesIO(data))
    return target.getvalue()


@pytest.mark.parametrize("name", FILES)
def test_each_layout_becomes_messages(name: str) -> None:
    """Roles as they are, calls with their results."""
    text = json.dumps(FILES[name], ensure_ascii=False)
    (session,) = CONVERTERS[name]("folder/one.json", text)
    assert [message["role"] for message in session["messages"]] == ROLES[name]
    calls = [call["id"] for m in session["messages"] for call in m["tool_calls"]]
    answers = [m["tool_call_id"] for m in session["messages"] if m["tool_call_id"]]
    assert calls == answers


def test_a_shell_block_is_a_call() -> None:
    """The words before it stay words."""
    (session,) = CONVERTERS["mini_swe_agent"]("a.json", json.dumps(FILES["mini_swe_agent"]))
    said = session["messages"][1]
    assert said["content"] == "THOUGHT: look"
    assert said["tool_calls"][0]["arguments"] == {"command": "ls -a"}


def test_a_claude_code_session_goes_through_the_library() -> None:
    """As the package itself reads it."""
    line = {"type": "user", "uuid": "1", "parentUuid": None, "sessionId": "s",
            "message": {"role": "user", "content": "Fix it"}}  # fmt: skip
    (session,) = CONVERTERS["claude_code"]("0/full.jsonl", json.dumps(line))
    assert session["id"] == "0-full"
    assert session["messages"][0]["content"] == "Fix it"


@pytest.mark.parametrize("name", CONVERTERS)
@pytest.mark.parametrize("text", ["no json", "[]", "{}", '{"messages": 3, "traj": [{}]}'])
def test_other_files_are_malformed(name: str, text: str) -> None:
    """Passed over, never a crash."""
    with pytest.raises(Malformed):
        CONVERTERS[name]("x.json", text)


def test_an_archive_becomes_a_set_that_the_suite_reads(tmp_path: Path) -> None:
    """Files that match are converted, in order; what holds no session is counted."""
    wanted = public_sets()["agentrx-tau-retail"]
    text = json.dumps(FILES["chat"]).encode()
    names = ("data/tau_dataset/2.json", "data/tau_dataset/1.json", "other/3.json")
    archive = _archive({**dict.fromkeys(names, text), "data/tau_dataset/0.json": b"{}"})
    out = tmp_path / "set.jsonl.gz"
    assert build(wanted, archive, out) == (2, 1)
    first = out.read_bytes()
    data = read_data(tmp_path)
    assert [session.id for session in data] == ["data-tau_dataset-1", "data-tau_dataset-2"]
    assert list(data.sources) == ["agentrx-tau-retail"]
    build(wanted, archive, out)
    assert out.read_bytes() == first


def test_a_zip_in_the_archive_is_opened(tmp_path: Path) -> None:
    """One set keeps its dialogues zipped."""
    inner = io.BytesIO()
    with zipfile.ZipFile(inner, "w") as target:
        target.writestr("test.json", json.dumps(FILES["dialogues"]))
    archive = _archive({"data/crosswoz/test.json.zip": inner.getvalue()})
    assert build(public_sets()["crosswoz"], archive, tmp_path / "c.jsonl.gz") == (1, 0)


def test_every_set_has_a_converter_and_an_address() -> None:
    """The data file is complete."""
    for one in public_sets().values():
        assert one.converter in CONVERTERS
        assert one.archive.startswith("https://")
        assert one.licence


def test_without_a_network_it_says_so(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """What cannot be reached, and what to do instead."""

    def offline(*_: object, **__: object) -> None:
        raise OSError("no route to host")

    monkeypatch.setattr(fetch, "urlopen", offline)
    assert main(["qmsum", "--out", str(tmp_path)]) == 2
    error = capsys.readouterr().err
    assert "no route to host" in error
    assert "--archive FILE" in error


def test_wrong_archives_and_names_are_told(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """One line, exit code 2."""
    path = tmp_path / "a.tar.gz"
    path.write_bytes(b"nothing")
    assert main(["qmsum", "--archive", str(path), "--out", str(tmp_path)]) == 2
    assert main(["nosuch"]) == 2
    assert "no set is called 'nosuch'" in capsys.readouterr().err
    with pytest.raises(SuiteError, match="no session in"):
        build(public_sets()["qmsum"], _archive({"x": b""}), tmp_path / "q.jsonl.gz")
    assert main([]) == 0
