"""Which checks passed on the files as they are."""

from __future__ import annotations

from tests.builders import SessionBuilder
from tests.generator.views import view_of
from uagent_memory.generator.compressors.standing_checks import standing_checks


def test_a_check_stands_until_the_next_change() -> None:
    """The linter ran before the last edit, the tests after it; of two runs the later counts."""
    s = SessionBuilder()
    s.user("Raise the limit. 请提高上限。")
    s.edit("app/a.py", "limit = 1", "limit = 2")
    s.run("Bash", "All checks passed!", command="ruff check .", is_error=False)
    s.edit("app/a.py", "limit = 2", "limit = 3")
    s.run("Bash", "3 passed in 0.1s", command="pytest tests/a", is_error=False)
    s.run("Bash", "9 passed in 0.9s", command="pytest", is_error=False)
    assert standing_checks(view_of(s.messages)) == {"pytest"}


def test_a_file_that_is_thrown_away_is_no_change() -> None:
    """What was checked before a trial script was written still stands."""
    s = SessionBuilder()
    s.user("Raise the limit. 请提高上限。")
    s.edit("app/a.py", "limit = 1", "limit = 2")
    s.run("Bash", "9 passed in 0.9s", command="pytest", is_error=False)
    for path in ("/tmp/look.py", "reproduce_limit.py", "Temp/pkg/mod.py"):
        s.run("Write", "File created.", file_path=path, content="import app")
    s.run("Bash", "", command="touch gone.txt && rm gone.txt", is_error=False)
    assert standing_checks(view_of(s.messages)) == {"pytest"}


def test_a_failing_check_does_not_stand_and_without_a_change_none_does() -> None:
    """Neither tells the next role that the work is sound."""
    s = SessionBuilder()
    s.user("Raise the limit.")
    s.run("Bash", "9 passed in 0.9s", command="pytest", is_error=False)
    assert not standing_checks(view_of(s.messages))
    s.edit("app/a.py", "limit = 1", "limit = 2")
    s.run("Bash", "Exit code 1\n1 failed in 0.9s", command="pytest", is_error=True)
    assert not standing_checks(view_of(s.messages))
