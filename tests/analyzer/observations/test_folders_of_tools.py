"""Where tools and shells are that do not share a folder."""

from __future__ import annotations

from tests.analyzer.observations.exchanges import files
from tests.builders import SessionBuilder
from uagent_memory.facts import Status

CREATED = "Created"


def test_a_tool_that_writes_files_does_not_follow_the_shell() -> None:
    """A file in a folder that is known from the start is the same after a `cd`."""
    s = SessionBuilder()
    s.run("create_file", CREATED, path="plans/lamps/one.sql", content="select 1;")
    s.run("terminal", "ok", command="cd app && ./gradlew test")
    s.run("create_file", CREATED, path="plans/lamps/one.sql", content="select 2;")
    s.run("create_file", CREATED, path="plans/lamps/two.sql", content="select 3;")
    assert files(s) == {
        "plans/lamps/one.sql": Status.CREATED,
        "plans/lamps/two.sql": Status.CREATED,
    }


def test_the_same_cd_again_shows_that_every_command_starts_anew() -> None:
    """Nobody enters `app` from within `app`, unless there is one."""
    s = SessionBuilder()
    s.run("terminal", "ok", command="cd app && touch one.txt")
    s.run("terminal", "ok", command="cd app && touch two.txt")
    assert set(files(s)) == {"app/one.txt", "app/two.txt"}
    nested = SessionBuilder()
    nested.run("terminal", "ok", command="touch app/app/zero.txt && cd app")
    nested.run("terminal", "ok", command="cd app && touch one.txt")
    assert set(files(nested)) == {"app/app/zero.txt", "app/app/one.txt"}
