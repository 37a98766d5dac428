"""docs/settings.md lists what there is."""

from __future__ import annotations

import json
import re
import tomllib
from pathlib import Path
from typing import Any

import pytest

from uagent_memory.config import Settings, load_settings

ROOT = Path(__file__).parent.parent
TEXT = (ROOT / "docs" / "settings.md").read_text(encoding="utf-8")
DEFAULTS = tomllib.loads((ROOT / "uagent_memory" / "defaults.toml").read_text(encoding="utf-8"))
ROWS = dict(re.findall(r"^\| `(\w+)` \| `([^`]*)` \| \S", TEXT, re.MULTILINE))


def test_every_setting_is_listed_with_its_default() -> None:
    """No other, in the order of the file."""
    assert list(ROWS) == list(DEFAULTS)
    assert {name: json.loads(shown) for name, shown in ROWS.items()} == DEFAULTS
    assert set(DEFAULTS) == set(Settings.model_fields)


def test_the_example_file_is_right(tmp_path: Path) -> None:
    [example] = re.findall(r"```toml\n(.*?)```", TEXT, re.DOTALL)
    (tmp_path / "uagent-memory.toml").write_text(example, encoding="utf-8")
    (tmp_path / "my-roles").mkdir()
    settings = load_settings(start=tmp_path, environ={"UAGENT_MEMORY_RATIO": "0.3"})
    assert settings.ratio == 0.3
    assert settings.roles == (tmp_path / "my-roles",)
    assert settings.input_limit == 200_000_000


def test_the_python_example(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.chdir(tmp_path)
    [example] = re.findall(r"```python\n(.*?)```", TEXT, re.DOTALL)
    names: dict[str, Any] = {}
    exec(compile(example, "settings.md", "exec"), names)
    assert names["settings"].ratio == 0.2
    assert names["handoff"].status == "unchanged"
