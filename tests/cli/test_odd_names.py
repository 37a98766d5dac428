"""Names and texts on the command line that no file has."""

from __future__ import annotations

import gzip
import json
from pathlib import Path

import pytest
from typer.testing import CliRunner

from uagent_memory.cli.app import app
from uagent_memory.cli.compress import DEMO_SESSION


def run(*arguments: str) -> tuple[int, str, str]:
    result = CliRunner().invoke(app, list(arguments), prog_name="uagent-memory")
    assert result.exception is None or isinstance(result.exception, SystemExit)
    return result.exit_code, result.stdout, result.stderr


@pytest.mark.parametrize("name", [".", "", "/"])
@pytest.mark.parametrize("command", ["stats", "restore", "audit"])
def test_a_folder_is_no_chat_history(command: str, name: str) -> None:
    """Whatever its name, the empty one too."""
    code, out, err = run("chat", command, name)
    assert (code, out) == (2, "")
    assert "cannot be read" in err


@pytest.mark.parametrize("command", ["roles list --roles", "prompts list --prompts", "roles check"])
def test_a_folder_name_of_any_length(command: str) -> None:
    """No word of an output that could not be written."""
    code, out, err = run(*command.split(), "x" * 5000)
    assert (code, out) == (2, "")
    assert "folder is not there" in err
    assert len(err) < 1500


def test_an_error_repeats_no_argument_of_thousands(tmp_path: Path) -> None:
    """What to do stands at its end, and stays."""
    code, _, err = run("compress", str(DEMO_SESSION), "--role", "m" * 9000)
    assert code == 2
    assert len(err) < 1500
    assert "UAGENT_MEMORY_ROLES" in err


def test_a_condensed_listing_is_for_people(tmp_path: Path) -> None:
    """No escape of the session reaches whoever reads it."""
    items = [
        {"role": "user" if n % 2 == 0 else "assistant", "content": f"\x1b[2J\u202estep\u200b {n}"}
        for n in range(30)
    ]
    path = tmp_path / "s.json"
    path.write_text(json.dumps(items), encoding="utf-8")
    for name in ("semantic", "recent"):
        code, out, _ = run("condense", str(path), "--condenser", name, "--now")
        assert code == 0
        assert "step 29" in out
        assert not {"\x1b", "\u202e", "\u200b"} & set(out)


def test_packed_files_are_read_everywhere(tmp_path: Path) -> None:
    """As the sessions are."""
    items = [
        {"role": "user", "content": "为什么电机停了？"},
        {"role": "assistant", "content": "热"},
    ]
    chat = tmp_path / "chat.json.gz"
    chat.write_bytes(gzip.compress(json.dumps(items).encode()))
    code, out, _ = run("chat", "compress", str(chat))
    assert (code, len(json.loads(out))) == (0, 2)
    found = tmp_path / "found.json.gz"
    found.write_bytes(gzip.compress(json.dumps([{"text": "The motor stops."}]).encode()))
    code, out, _ = run("retrieve", str(found), "--question", "Why?")
    assert (code, "The motor stops." in out) == (0, True)
