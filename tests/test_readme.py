"""The README's examples run as written."""

from __future__ import annotations

import re
from pathlib import Path
from typing import Any

import pytest

README = (Path(__file__).parent.parent / "README.md").read_text(encoding="utf-8")
STATELESS, ORCHESTRATOR, RECALL = re.findall(r"```python\n(.*?)```", README, re.DOTALL)


@pytest.fixture
def stateless(capsys: pytest.CaptureFixture[str]) -> tuple[dict[str, Any], str]:
    """Names that the first example defines, and what it prints."""
    names: dict[str, Any] = {}
    exec(compile(STATELESS, "README.md", "exec"), names)
    return names, capsys.readouterr().out


def test_the_stateless_example(stateless: tuple[dict[str, Any], str]) -> None:
    """It is accepted, within its budget, and keeps the user's rule and the changed file."""
    names, printed = stateless
    handoff = names["handoff"]
    assert handoff.status == "accepted"
    assert handoff.tokens <= 800
    assert "do not change src/schema.py" in printed
    assert "src/importer.py: kept" in printed
    assert names["send"][0]["role"] == "user"


def test_the_orchestrator_example(stateless: tuple[dict[str, Any], str]) -> None:
    """The hand-off reaches the tester's messages, and recall returns the original."""
    names, _ = stateless
    exec(compile(ORCHESTRATOR, "README.md", "exec"), names)
    assert names["handoff"].status == "accepted"
    assert "src/importer.py" in str(names["request"])
    assert names["original"].text == names["messages"][2]["content"]


async def test_the_recall_example() -> None:
    """A model's call is answered with the original."""
    from uagent_memory import AgentMemory

    names: dict[str, Any] = {}
    exec(compile(RECALL, "README.md", "exec"), names)
    memory = AgentMemory()
    await memory.append("coder", [{"role": "user", "content": "Fix the importer."}])
    text, is_error = await names["answer"](memory, {"ref": "m1"})
    assert "Fix the importer." in text
    assert not is_error


def test_every_command_it_shows_exists() -> None:
    """Each `uagent-memory` command of the README is one of the command line's."""
    from typer.main import get_command

    from uagent_memory.cli.app import app

    shown = set(re.findall(r"^    uagent-memory ([a-z]+)", README, re.MULTILINE))
    assert shown <= set(getattr(get_command(app), "commands"))  # noqa: B009 - not typed


def test_every_make_target_it_shows_exists() -> None:
    """Each `make` target of the README and CONTRIBUTING is in the Makefile."""
    root = Path(__file__).parent.parent
    makefile = (root / "Makefile").read_text(encoding="utf-8")
    targets = set(re.findall(r"^([a-z-]+):", makefile, re.MULTILINE))
    texts = README + (root / "CONTRIBUTING.md").read_text(encoding="utf-8")
    assert set(re.findall(r"^    make ([a-z-]+)", texts, re.MULTILINE)) <= targets


def test_what_the_demo_prints() -> None:
    """Each line of the excerpt stands in the demo's hand-off."""
    from typer.testing import CliRunner

    from uagent_memory.cli.app import app

    (excerpt,) = re.findall(r"```text\n(.*?)```", README, re.DOTALL)
    printed = CliRunner().invoke(app, ["demo"]).output.splitlines()
    assert [line for line in excerpt.splitlines() if line not in printed] == []
