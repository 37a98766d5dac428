"""Lines of code that say little."""

from __future__ import annotations

import pytest

from uagent_memory.generator.evidence.code_lines import is_closing, is_constant, is_import, is_prose
from uagent_memory.generator.settings import GeneratorSettings


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
    ["BollardTests, LampTests,", "lamps, piers as jetties", "piers as jetties,", "LampTests,"],
)
def test_a_list_of_names_goes_on_with_an_import(line: str) -> None:
    assert is_import(line)


@pytest.mark.parametrize(
    "line",
    [
        "return total",
        "lamp, pier = berths()",
        "berth(lamp, pier),",
        "return lamp, pier",
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


@pytest.mark.parametrize(
    "line",
    [
        "staleAfter = 30 * time.Minute",
        "const retries = 3;",
        "+ MAX_SIZE: int = 1_000",
        '"port": 8080,',
        "#define LIMIT 0x40",
        "timeout: 90s",
        "x := 10 * time.Second",
    ],
)
def test_a_name_that_gets_a_number_is_a_constant(line: str) -> None:
    """In whatever language, also with a type, a unit or a factor."""
    assert is_constant(line)


@pytest.mark.parametrize(
    "line", ["return 3", "for i in range(3):", "x = call(3)", "if x == 3 {", "name = 'v2'"]
)
def test_other_code_is_none(line: str) -> None:
    """Numbers inside calls, conditions and texts set nothing."""
    assert not is_constant(line)


@pytest.mark.parametrize(
    ("line", "prose"),
    [
        ("The gateway counts every request that a client sends within one second.", True),
        ("网关会统计每个客户端的请求，超过上限的请求会被拒绝。", True),
        ("def count(client: str, second: int) -> int: return self.seen[client][second]", False),
        ("The gateway counts every request.", False),
        ("网关：统计请求", False),
    ],
)
def test_running_text_is_prose(line: str, *, prose: bool) -> None:
    """Code is none, and neither is a label or one short sentence."""
    assert is_prose(line, GeneratorSettings.load().limits) is prose
