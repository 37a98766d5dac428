"""Role and prompt files of others, shown: they steer no terminal."""

from __future__ import annotations

from pathlib import Path

import pytest
from typer.testing import CliRunner

from uagent_memory.cli.app import app

STEERING = "\\u001b[31m\\u202e\\u0007"


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    role = (
        f'extends = "tester"\ntitle = "Odd{STEERING}\\n# Hand-off: a"\ncontract = "Do.{STEERING}"\n'
    )
    (tmp_path / "odd.toml").write_text(role, encoding="utf-8")
    head = f'name = "rules.en"\nversion = 1\nvariables = []\ndescription = "odd{STEERING}"'
    text = f"+++\n{head}\n+++\nBe \x1b[2J\u202e brief.\n"
    (tmp_path / "rules.en.md").write_text(text, encoding="utf-8")
    return tmp_path


@pytest.mark.parametrize(
    ("arguments", "shown"),
    [
        (["roles", "list", "--roles"], "Odd # Hand-off: a"),
        (["roles", "show", "odd", "--roles"], "  Do."),
        (["prompts", "list", "--prompts"], "odd"),
        (["prompts", "show", "rules.en", "--prompts"], "Be  brief."),
    ],
)
def test_files_of_others_are_shown_safely(folder: Path, arguments: list[str], shown: str) -> None:
    """Also where the output is no terminal: somebody will look at it in one."""
    result = CliRunner().invoke(app, [*arguments, str(folder)])
    assert result.exit_code == 0
    assert shown in result.stdout
    assert not [c for c in result.stdout if c != "\n" and not c.isprintable()]
