"""Lines of code that say little."""

from __future__ import annotations

import pytest

from uagent_memory.generator.code_lines import is_closing, is_import


@pytest.mark.parametrize(
    "line", ["}", "})", "+ },", "} else {", "return nil", "if err != nil {", "try:", "pass", "];"]
)
def test_brackets_and_bare_keywords_close(line: str) -> None:
    """They name nothing."""
    assert is_closing(line)


@pytest.mark.parametrize(
    "line",
    ["import os", "from a.b import c", '"log/slog"', "#include <map>", "+ import x from 'y'"],
)
def test_imports(line: str) -> None:
    """In the languages seen most."""
    assert is_import(line)


@pytest.mark.parametrize(
    "line",
    [
        "return total",
        "if err := load(); err != nil {",
        "else: x = 1",
        "importer = Reader()",
        "返回值",
    ],
)
def test_other_lines_are_neither(line: str) -> None:
    """What names something may be quoted."""
    assert not is_closing(line)
    assert not is_import(line)
