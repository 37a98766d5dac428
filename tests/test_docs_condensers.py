"""The examples of docs/condensers.md run as written."""

from __future__ import annotations

import re
from pathlib import Path
from typing import Any

import pytest

from uagent_memory.condensers import load_condenser_setup

DOC = (Path(__file__).parent.parent / "docs" / "condensers.md").read_text(encoding="utf-8")
FIRST, OPENHANDS = re.findall(r"```python\n(.*?)```", DOC, re.DOTALL)
(CONFIG,) = re.findall(r"```toml\n(.*?)```", DOC, re.DOTALL)


def test_the_first_example(capsys: pytest.CaptureFixture[str]) -> None:
    """It prints what its comments say, keeps the error and restores everything."""
    names: dict[str, Any] = {}
    exec(compile(FIRST, "docs/condensers.md", "exec"), names)
    printed = capsys.readouterr().out.splitlines()
    said = re.search(r"# (condensed .*)", FIRST)
    assert said is not None
    assert printed[0] == said[1]
    assert printed[1].startswith("Task context: ")
    assert any("row 7 is lost" in event.text for event in names["send"])
    assert len(names["original"]) == 121


def test_the_openhands_example() -> None:
    """The request is answered with their condensation."""
    names: dict[str, Any] = {}
    exec(compile(OPENHANDS, "docs/condensers.md", "exec"), names)
    assert names["action"]["forgotten_event_ids"] == ["1", "2"]
    assert names["action"]["summary_offset"] == 1


def test_the_configuration(tmp_path: Path) -> None:
    """It is one."""
    path = tmp_path / "condenser.toml"
    path.write_text(CONFIG, encoding="utf-8")
    setup = load_condenser_setup(path)
    assert setup.condenser.type == "semantic"
    assert setup.debug
