"""Errors that a later call shows to be over."""

from __future__ import annotations

from tests.analyzer.observations.exchanges import errors
from tests.builders import SessionBuilder
from uagent_memory.facts import Status

TRACEBACK = (
    'Traceback (most recent call last):\n  File "lamps.py", line 4, in <module>\n    light()\n'
    "KeyError: 'mast'"
)
COUNT = "python lamps.py > /tmp/lamps.csv; wc -l /tmp/lamps.csv"


def test_a_command_that_prints_its_error_no_more() -> None:
    """Nobody states how it ended, but what it broke with before is not there."""
    s = SessionBuilder()
    s.run("Bash", TRACEBACK, command="python lamps.py > /tmp/lamps.csv")
    s.edit("lamps.py", "mast", "pole")
    s.run("Bash", "24 /tmp/lamps.csv", command=COUNT)
    assert list(errors(s).values()) == [Status.FIXED]


def test_an_error_that_is_printed_again_stays_open() -> None:
    """So does one of a command that has not run again, or whose complaints go nowhere."""
    for command, printed in (
        (COUNT, TRACEBACK),
        ("python masts.py; wc -l /tmp/lamps.csv", "24"),
        ("python lamps.py > /tmp/lamps.csv 2>/dev/null; wc -l /tmp/lamps.csv", "0"),
    ):
        s = SessionBuilder()
        s.run("Bash", TRACEBACK, command="python lamps.py > /tmp/lamps.csv")
        s.run("Bash", printed, command=command)
        assert list(errors(s).values()) == [Status.OPEN], command


def test_a_call_beside_it_that_succeeds() -> None:
    """The same was asked of two places at once, and one of them knew."""
    s = SessionBuilder()
    query = "select count(*) from lamps"
    calls = [s.call("run_sql", db=db, sql=query) for db in ("quay-copy", "quay-main")]
    s.agent("", *calls)
    s.result(calls[0], "ERROR: permission denied for the copy")
    assert list(errors(s).values()) == [Status.OPEN]
    s.result(calls[1], " count\n-------\n 24")
    assert list(errors(s).values()) == [Status.FIXED]


def test_the_same_field_by_another_tool_of_the_browser() -> None:
    """What could not be typed was chosen; what is another field's stays open."""
    for field, status in (("Berth", Status.FIXED), ("Mast", Status.OPEN)):
        s = SessionBuilder()
        s.run("browser_type", "Error: value rejected", index=4, element="Berth", text="7")
        s.run("browser_select", "ok", index=5, element=field, value="9")
        assert list(errors(s).values()) == [status]


def test_another_page_leaves_the_trouble_of_the_last_one_behind() -> None:
    """Whether it was read as a page or as any other tool's answer."""
    s = SessionBuilder()
    s.run("browser_click", "Error: Timeout 30000ms exceeded", index=4, element="Check")
    s.run("browser_navigate", "Berths: 7 free", url="https://quay.example/berths")
    assert list(errors(s).values()) == [Status.FIXED]
