"""Lines of checks that say no more than that they passed."""

from __future__ import annotations

import pytest

from uagent_memory.generator.evidence.bare_passes import is_bare_pass


@pytest.mark.parametrize(
    "line",
    [
        "PASS",
        "=== OK ===",
        "Finished in 1.45s",
        "[lint] Finished in 3.4ms",
        "测试通过",
        "耗时 3 秒",
    ],
)
def test_some_lines_say_no_more_than_that_a_check_passed(line: str) -> None:
    """Or how long it took."""
    assert is_bare_pass(line)


@pytest.mark.parametrize(
    "line", ["4 passed in 2.3s", "0 issues.", "Ran 12 tests in 0.1s", "12 项通过"]
)
def test_lines_with_a_count_say_more(line: str) -> None:
    """They stay."""
    assert not is_bare_pass(line)
