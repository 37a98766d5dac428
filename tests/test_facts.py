from __future__ import annotations

import pytest

from uagent_memory import facts


@pytest.mark.parametrize(
    ("name", "function"),
    [
        ("tests/test_a.py::TestA::test_b[http://x/1]", "test_b"),
        ("tests/test_a.py:test_b", "test_b"),
        ("test_b (package.module.TestA)", "test_b"),
        ("package.TestA.test_b", "test_b"),
        ("TestA/when_.git_is_there", "TestA"),
        ("tests/test_a.py", ""),
        ("adds two numbers", ""),
    ],
)
def test_the_function_of_a_test(name: str, function: str) -> None:
    """As runners name it: with its file, its class, its case, in front or behind."""
    assert facts.TestValue(name=name).function == function
