"""Wrong values are answered in the user's terms."""

from __future__ import annotations

from pathlib import Path

import pytest
from typer.testing import CliRunner

from uagent_memory.cli.app import app
from uagent_memory.cli.compress import DEMO_SESSION


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        (["--budget", "4k"], "'--budget': give a whole number"),
        (["--budget", "1.5"], "'--budget': give a whole number"),
        (["--ratio", "60%"], "'--ratio': give a number"),
        (["--tail", "-1", "--format", "openai"], "'--tail': give at least 0"),
        (["--ratio", "0.0001"], "a ratio that leaves 1 of 16,006 tokens is below the bare frame"),
        (["--to", "nobody"], "--roles"),
    ],
)
def test_no_parser_speaks(arguments: list[str], said: str) -> None:
    """What to give, not what could not be parsed as what; and no figure that nobody gave."""
    result = CliRunner().invoke(app, ["compress", str(DEMO_SESSION), *arguments])
    assert result.exit_code == 2
    assert said in result.stderr
    assert "Input should be" not in result.stderr


def test_a_name_that_promises_gzip(tmp_path: Path) -> None:
    """Prose in a `.gz` is no broken JSON; JSON in one is read all the same."""
    path = tmp_path / "session.jsonl.gz"
    path.write_text("no gzip at all\n", encoding="utf-8")
    for command in (["compress"], ["chat", "compress"], ["retrieve", "--question", "x"]):
        result = CliRunner().invoke(app, [*command, str(path)])
        assert result.exit_code == 2
        assert "but it is no gzip file" in result.stderr
    path.write_text('\ufeff {"role": "user", "content": "hello"}\n', encoding="utf-8")
    assert CliRunner().invoke(app, ["compress", str(path)]).exit_code == 0


def test_a_near_prompt_is_named() -> None:
    """As for roles and settings."""
    result = CliRunner().invoke(app, ["prompts", "show", "rule.en"])
    assert result.exit_code == 2
    assert "did you mean rules.en?" in result.stderr


def test_explain_steers_no_terminal(tmp_path: Path) -> None:
    """Neither what was asked for nor the originals that hold it."""
    path = tmp_path / "session.jsonl"
    talk = ['{"role": "user", "content": "Fix src/a.py, and do not touch src/b.py."}']
    talk += ['{"role": "tool", "content": "%s"}' % ("row 12 read \\n" * 300)]
    talk += ['{"role": "tool", "content": "odd\\u001b[2J \\u2028 \\u202e needle \\u0085 x"}']
    path.write_text("\n".join(talk), encoding="utf-8")
    for target in ("needle", "\x1b[2J"):
        result = CliRunner().invoke(app, ["explain", str(path), target, "--budget", "200"])
        assert result.exit_code == 0
        assert not [c for c in result.stdout if c != "\n" and not c.isprintable()]


@pytest.mark.parametrize("command", [["chat", "compress"], ["retrieve", "--question", "x"]])
def test_json_that_cannot_be_read_is_told_alike(command: list[str], tmp_path: Path) -> None:
    """The faults of JSON have the words that the sessions' reader has."""
    path = tmp_path / "messages.json"
    for text, said in (
        ("[" * 9000, "nested too deeply"),
        ('[{"text": ' + "9" * 5000 + "}]", "too many digits"),
        ('{"role": "user"', "expecting ',' delimiter at column 16"),
    ):
        path.write_text(text, encoding="utf-8")
        result = CliRunner().invoke(app, [*command, str(path)])
        assert result.exit_code == 2
        assert said in result.stderr
