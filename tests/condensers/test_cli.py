"""`chat` and `retrieve` on the command line."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from tests.condensers.chat_history.talks import history, talk
from tests.condensers.retrieval.results import TOPICS, video
from uagent_memory.cli import main


def _run(capsys: pytest.CaptureFixture[str], *arguments: object) -> tuple[int, str, str]:
    code = main([str(argument) for argument in arguments])
    out, err = capsys.readouterr()
    return code, out, err


def test_a_history_is_compressed_in_place(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """compress, stats, audit, restore: one file, and the originals come back."""
    path = history(tmp_path, talk(10)).path
    code, out, _ = _run(capsys, "chat", "compress", path, "--target-tokens", 800)
    outcome = json.loads(out)
    assert (code, outcome["status"]) == (0, "compressed")
    assert outcome["tokens_after"] <= 800 < outcome["tokens_before"]
    code, out, _ = _run(capsys, "chat", "stats", path)
    assert (code, f"{outcome['messages']}" in out) == (0, True)
    _, out, _ = _run(capsys, "chat", "stats", path, "--json")
    assert json.loads(out)["tokens"] == outcome["tokens_after"]
    _, out, _ = _run(capsys, "chat", "audit", path, "--json")
    assert json.loads(out)[0]["action"] == "compress"
    code, out, _ = _run(capsys, "chat", "audit", path)
    assert (code, out.splitlines()[0].split()[:3]) == (0, ["at", "action", "id"])
    code, out, _ = _run(capsys, "chat", "restore", path)
    assert (code, json.loads(out)) == (0, talk(10)[: outcome["messages"]])


@pytest.mark.parametrize("form", ["list", "lines", "session"])
def test_plain_messages_are_printed_compressed(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], form: str
) -> None:
    """A JSON list, JSON Lines or a session; with --out they become a history."""
    messages, path = talk(10), tmp_path / "talk.json"
    lines = "\n".join(map(json.dumps, messages))
    whole = json.dumps(messages if form == "list" else {"messages": messages})
    path.write_text(lines if form == "lines" else whole, "utf-8")
    kept = tmp_path / "history.json"
    code, out, err = _run(
        capsys, "chat", "compress", path, "--target-tokens", 700, "--keep-turns", 2,
        "--ratio", 0.7, "--out", kept,
    )  # fmt: skip
    assert code == 0, err
    shown = json.loads(out)
    assert shown[0]["is_compressed"]
    assert shown[-4:] == messages[-4:]
    code, out, _ = _run(capsys, "chat", "restore", kept)
    assert json.loads(out) == messages[: len(json.loads(out))] != []
    code, _, err = _run(capsys, "chat", "compress", path, "--out", kept)
    assert (code, "choose another name" in err) == (2, True)


@pytest.mark.parametrize(
    ("arguments", "told"),
    [
        (("chat", "restore", "missing.json"), "no such chat history"),
        (("chat", "stats", "notes.txt"), "no chat history"),
        (("chat", "compress", "notes.txt"), "notes.txt:1"),
        (("chat", "compress", "missing.json"), "no such file"),
        (("retrieve", "notes.txt", "--question", "q"), "neither subtitles"),
        (("retrieve", "lines.jsonl", "--question", "q"), "put all into a list"),
        (("retrieve", "missing.srt", "--question", "q"), "no such file"),
        (("retrieve", "numbers.json", "--question", "q"), "holds no dict"),
    ],
)
def test_wrong_files_are_one_line_on_stderr(
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
    arguments: tuple[str, ...],
    told: str,
) -> None:
    """Exit code 2, the file and the reason."""
    monkeypatch.chdir(tmp_path)
    Path("notes.txt").write_text("just notes\n", "utf-8")
    Path("numbers.json").write_text("[1, 2]", "utf-8")
    Path("lines.jsonl").write_text('{"text": "one"}\n{"text": "二"}\n', "utf-8")
    code, out, err = _run(capsys, *arguments)
    assert (code, out) == (2, "")
    assert told in err
    assert err.count("\n") == 1


def test_retrieve_reads_subtitles_and_json(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """Several files by file; tags in the question's language."""
    subtitles = tmp_path / "talk.srt"
    cues = (
        f"{n}\n00:00:{2 * n:02},000 --> 00:00:{2 * n + 2:02},000\n{text}\n"
        for n, text in enumerate(TOPICS)
    )
    subtitles.write_text("\n".join(cues), "utf-8")
    results = tmp_path / "other.json"
    results.write_text(json.dumps([video("other.mp4", copies=3)]), "utf-8")
    bare = tmp_path / "bare.json"
    bare.write_text(json.dumps(video(copies=3)["segments"]), "utf-8")
    question = ("--question", "Why does the motor stop?", "--max-length", 700)
    code, out, _ = _run(capsys, "retrieve", subtitles, results, bare, *question)
    assert code == 0
    assert len(out.rstrip("\n")) <= 700
    assert all(name in out for name in ("File talk.srt:", "File other.mp4:", "File bare.json:"))
    assert f"{TOPICS[5]}[10.00-12.00]" in out
    _, out, _ = _run(capsys, "retrieve", subtitles, "--question", "电机？", "--max-length", 400)
    assert out.startswith("[文件开始: talk.srt]")
    target = tmp_path / "short.txt"
    _run(capsys, "retrieve", subtitles, *question, "--language", "zh", "--out", target)
    assert target.read_text("utf-8").startswith("[文件开始: talk.srt]")


@pytest.mark.parametrize(
    ("data", "reason"),
    [
        (b"", "it is empty"),
        (b"\xa4\x00\xff binary", "binary data, not text"),
        ("[]".encode("utf-16"), "UTF-16 text"),
        (b'[{"role": "wizard", "content": "x"}]', "wizard"),
    ],
)
def test_what_cannot_be_read_is_one_error_with_the_files_name(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], data: bytes, reason: str
) -> None:
    """Empty, binary and odd files; also with a Chinese name."""
    path = tmp_path / "会话.json"
    path.write_bytes(data)
    code, out, err = _run(capsys, "chat", "compress", path)
    assert (code, out, err.count("\n")) == (2, "", 1)
    assert f"{path}: " in err
    assert reason in err
    if reason != "wizard":
        code, _, err = _run(capsys, "retrieve", path, "--question", "why")
        assert (code, reason in err) == (2, True)


@pytest.mark.parametrize("command", ["restore", "stats", "audit"])
def test_a_folder_is_no_history(
    tmp_path: Path,
    capsys: pytest.CaptureFixture[str],
    monkeypatch: pytest.MonkeyPatch,
    command: str,
) -> None:
    """Also the one that has no name of its own."""
    monkeypatch.chdir(tmp_path)
    code, _, err = _run(capsys, "chat", command, ".")
    assert (code, "cannot be read" in err) == (2, True)
