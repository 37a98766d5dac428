"""A command without its FILE, and colours that somebody forces."""

from __future__ import annotations

from pathlib import Path

import pytest
from typer.testing import CliRunner

from uagent_memory.cli.app import app
from uagent_memory.cli.compress import DEMO_SESSION

COMMANDS = (
    "compress", "inspect", "explain", "condense", "recall", "retrieve",
    "chat compress", "chat restore", "chat stats", "chat audit",
)  # fmt: skip


@pytest.mark.parametrize("command", COMMANDS)
def test_a_missing_file_is_an_error_and_no_output(command: str) -> None:
    """Whoever redirects the output finds no help text in the file."""
    result = CliRunner().invoke(app, command.split(), prog_name="uagent-memory")
    assert result.exit_code == 2
    assert result.stdout == ""
    assert result.stderr.startswith("error: Missing argument 'FILE")
    assert f"`uagent-memory {command} --help`" in result.stderr


@pytest.mark.parametrize("command", ["inspect", "compress", "roles", "condense"])
def test_forced_colours_stay_out_of_files(
    command: str, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    """FORCE_COLOR is for terminals; a file or a program gets plain text."""
    monkeypatch.setenv("FORCE_COLOR", "1")
    out = tmp_path / "out.txt"
    files = {
        "roles": [],
        "inspect": [str(DEMO_SESSION)],
        "compress": [str(DEMO_SESSION), "--budget", "2500", "--report", "--out", str(out)],
        "condense": [str(DEMO_SESSION), "--now", "--out", str(out)],
    }
    result = CliRunner().invoke(app, [command, *files[command]])
    assert result.exit_code == 0
    written = out.read_text(encoding="utf-8") if out.exists() else ""
    assert "\x1b" not in result.output + written


def test_errors_speak_of_options_on_the_command_line(tmp_path: Path) -> None:
    """The names of Python's arguments are of no use here."""
    history = tmp_path / "history.json"
    history.write_text('[{"role": "user", "content": "hello"}]', encoding="utf-8")
    result = CliRunner().invoke(app, ["chat", "compress", str(history), "--ratio", "5"])
    assert result.exit_code == 2
    assert "'--ratio': give a number above 0, below 1" in result.stderr
