"""The examples of docs/ run as written."""

from __future__ import annotations

import re
from pathlib import Path
from typing import Any

import pytest

DOCS = Path(__file__).parent.parent / "docs"


def test_the_model_example(capsys: pytest.CaptureFixture[str]) -> None:
    """docs/model.md: the faithful lines are the model's, the one left out is put back."""
    [example] = re.findall(
        r"```python\n(.*?)```", (DOCS / "model.md").read_text(encoding="utf-8"), re.DOTALL
    )
    names: dict[str, Any] = {}
    exec(compile(example, "model.md", "exec"), names)
    handoff, printed = names["handoff"], capsys.readouterr().out
    choices = {item.segment.value: item.choice for item in handoff.report.rewrites}
    assert choices["Problem Solving"] == "model_repaired"
    assert "Problem Solving | model_repaired |" in printed
    assert "The tests have not been run again." in handoff.markdown
    assert "src/loader.py" not in handoff.markdown
    assert "Do not change src/schema.py." in handoff.markdown


def _example(name: str) -> str:
    text = (DOCS / name).read_text(encoding="utf-8")
    [example] = re.findall(r"```python\n(.*?)```", text, re.DOTALL)
    return str(example)


def test_the_chat_history_example(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """docs/chat-history.md: older turns become a marked summary, and come back."""
    monkeypatch.chdir(tmp_path)
    names: dict[str, Any] = {}
    exec(compile(_example("chat-history.md"), "chat-history.md", "exec"), names)
    printed = capsys.readouterr().out
    assert printed.startswith("[COMPRESSED:")
    assert "Why is src/importer.py slow?" in printed
    assert "compress\n" in printed
    assert names["back"][0]["content"] == "Why is src/importer.py slow?"
    assert len(names["history"].messages) == 7
    assert (tmp_path / "history" / "research_assistant@ra123.json").is_file()


def test_the_retrieval_example(capsys: pytest.CaptureFixture[str]) -> None:
    """docs/retrieval.md: what answers the question, with its time."""
    names: dict[str, Any] = {}
    exec(compile(_example("retrieval.md"), "retrieval.md", "exec"), names)
    assert "[3.50-8.20] The motor stops because" in names["short"]
    assert len(names["short"]) <= 320
    assert "music" not in names["short"]
    assert "1.0 ()" in capsys.readouterr().out
