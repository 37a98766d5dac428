"""Results that would replace their input, and commands that read standard input."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from typer.testing import CliRunner

from uagent_memory.cli.app import app

MESSAGES = [
    {"role": "user", "content": f"Part {part}: 不要改 src/schema.py. " * 20} for part in range(40)
]
SUBTITLES = """\
1
00:00:00,000 --> 00:00:03,500
The motor stops because the sensor is too close to it.
"""


@pytest.fixture
def source(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.chdir(tmp_path)
    path = tmp_path / "会话.json"
    path.write_text(json.dumps(MESSAGES), encoding="utf-8")
    return path


@pytest.mark.parametrize(
    "command",
    [["compress"], ["condense", "--now"], ["retrieve", "--question", "why"]],
)
@pytest.mark.parametrize("out", ["会话.json", "./link.json"])
def test_a_result_never_replaces_its_input(source: Path, command: list[str], out: str) -> None:
    """By whatever name the file is called, its originals stay."""
    (source.parent / "link.json").symlink_to(source)
    before = source.read_bytes()
    result = CliRunner().invoke(app, [*command, str(source), "--out", out])
    assert result.exit_code == 2
    assert "it is the input itself" in result.stderr
    assert source.read_bytes() == before


def test_an_impossible_name_is_one_line(source: Path) -> None:
    """A name that no file can have is no bug of ours."""
    result = CliRunner().invoke(app, ["compress", str(source), "--out", "x" * 5000])
    assert result.exit_code == 2
    assert "cannot be written: File name too long" in result.stderr


def test_another_file_may_be_replaced(source: Path) -> None:
    """Only the input is safe from `--out`."""
    out = source.parent / "out.md"
    out.write_text("old", encoding="utf-8")
    assert CliRunner().invoke(app, ["compress", str(source), "--out", str(out)]).exit_code == 0
    assert out.read_text(encoding="utf-8").startswith("# Compacted context")


def test_chat_compress_reads_messages_from_standard_input(source: Path) -> None:
    """A dash stands for it, as for a session."""
    text = source.read_bytes()
    piped = CliRunner().invoke(app, ["chat", "compress", "-", "--target-tokens", "900"], input=text)
    plain = CliRunner().invoke(app, ["chat", "compress", str(source), "--target-tokens", "900"])
    assert piped.exit_code == 0
    said = [[message["content"] for message in json.loads(run.stdout)] for run in (piped, plain)]
    assert said[0] == said[1]
    assert said[0][0].startswith("[COMPRESSED:")


def test_a_history_on_standard_input_is_refused(source: Path) -> None:
    """It is changed in place, and a stream has no place."""
    out = source.parent / "history.json"
    CliRunner().invoke(app, ["chat", "compress", str(source), "--out", str(out)])
    result = CliRunner().invoke(app, ["chat", "compress", "-"], input=out.read_bytes())
    assert result.exit_code == 2
    assert "name its file" in result.stderr


@pytest.mark.parametrize(
    "text",
    [
        SUBTITLES,
        json.dumps([{"text": "The motor stops because the sensor is too close.", "start": 0}]),
    ],
    ids=["subtitles", "json"],
)
def test_retrieve_reads_standard_input(text: str) -> None:
    """Subtitles are known by their times, for there is no name to tell."""
    result = CliRunner().invoke(app, ["retrieve", "-", "--question", "Why?"], input=text)
    assert result.exit_code == 0
    assert "[File start: stdin]" in result.stdout
    assert "The motor stops" in result.stdout


@pytest.mark.parametrize(
    "command", [["chat", "compress", "-"], ["retrieve", "-", "--question", "x"]]
)
@pytest.mark.parametrize("text", ["", "neither this nor that"])
def test_bad_standard_input_is_named(command: list[str], text: str) -> None:
    """One line that says where it came from."""
    result = CliRunner().invoke(app, command, input=text)
    assert result.exit_code == 2
    assert result.stderr.startswith("error: <stdin>:")
