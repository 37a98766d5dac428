"""What fails is not mended by a run of another program, or of another part of the project."""

from __future__ import annotations

import pytest

from tests.analyzer.observations.exchanges import single_tests
from tests.builders import SessionBuilder

CASE = """======
FAIL: test_depth (port.tests.PortTests)
------
Traceback (most recent call last):
  File "port/tests.py", line 9, in test_depth
    self.assertEqual(3, 4)
AssertionError: 3 != 4

Ran 3 tests in 0.1s

FAILED (failures=1)"""
CASES_PASS = "...\nRan 3 tests in 0.1s\n\nOK"
FUNCTION = "FAILED tests/test_port.py::test_depth - assert 3 == 4\n=== 1 failed in 0.1s ==="
FUNCTIONS_PASS = "=== 3 passed in 0.1s ==="


@pytest.mark.parametrize("ask", ["Mend the port.", "修好港口。"])
@pytest.mark.parametrize(
    ("first", "second", "status"),
    [
        (("python runtests.py port", CASE), ("python runtests.py lamps", CASES_PASS), "failed"),
        (("python runtests.py port", CASE), ("python runtests.py port", CASES_PASS), "passed"),
        (("python runtests.py port", CASE), ("python runtests.py", CASES_PASS), "passed"),
        (
            ("python manage.py test port", CASE),
            ("python manage.py test lamps", CASES_PASS),
            "failed",
        ),
        (
            ("pytest tests/test_port.py", FUNCTION),
            ("npm test", "Tests: 4 passed, 4 total"),
            "failed",
        ),
        (("pytest tests/test_port.py", FUNCTION), ("make test", FUNCTIONS_PASS), "passed"),
        (("tox -e py3", FUNCTION), ("tox -e lint", "lint: commands succeeded"), "failed"),
        (("tox -e py3", FUNCTION), ("tox", "  py3: OK\n  congratulations :)"), "passed"),
    ],
)
def test_only_a_run_that_covers_it_mends_it(
    ask: str, first: tuple[str, str], second: tuple[str, str], status: str
) -> None:
    """The same again, all of it, or a task of the project that runs everything."""
    s = SessionBuilder()
    s.user(ask)
    s.run("Bash", first[1], command=first[0], is_error=True)
    s.edit("port/depth.py", "depth = 4", "depth = 3")
    s.run("Bash", second[1], command=second[0])
    assert set(single_tests(s).values()) == {status}
