"""docs/agent-memory.md: its examples run one after the other, and print what they say."""

from __future__ import annotations

import re
from pathlib import Path
from typing import Any

import pytest

TEXT = (Path(__file__).parent.parent / "docs" / "agent-memory.md").read_text(encoding="utf-8")
SAID = re.compile(r"^print\(.*\)    # (.*)$", re.MULTILINE)


def test_the_examples(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.chdir(tmp_path)
    names: dict[str, Any] = {}
    for example in re.findall(r"```python\n(.*?)```", TEXT, re.DOTALL):
        exec(compile(example, "agent-memory.md", "exec"), names)
    tokens, *printed = capsys.readouterr().out.splitlines()
    assert int(tokens) < 0.8 * 4_000
    _, *said = SAID.findall(TEXT)
    assert printed == [line.partition("]: ")[0] + "]" if "]: " in line else line for line in said]
    assert (tmp_path / "memory.db").is_file()
