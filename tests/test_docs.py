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
