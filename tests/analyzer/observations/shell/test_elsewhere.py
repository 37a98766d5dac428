"""Commands that ssh, docker and others run in another place."""

from __future__ import annotations

import pytest

from tests.analyzer.observations.exchanges import commands, errors
from tests.builders import SessionBuilder
from uagent_memory.facts import Status

LOCKED = "sqlalchemy.exc.OperationalError: (1205, 'Lock wait timeout exceeded')"


@pytest.mark.parametrize(
    ("first", "then", "status"),
    [
        ('ssh quay-stage "python -m tides.job"', 'ssh quay-stage "mysql -e status"', Status.OPEN),
        ("ssh quay-stage python -m tides.job", "ssh quay-main python -m tides.job", Status.OPEN),
        ("docker exec web ./migrate all", "docker exec web ls", Status.OPEN),
        (
            "kubectl exec -n quay api-0 -- ./migrate",
            "kubectl exec -n quay api-0 -- ls",
            Status.OPEN,
        ),
        ("docker exec -it web ./migrate all", "docker exec web ./migrate all", Status.FIXED),
        (
            'ssh quay-stage "./migrate --all lamps"',
            "ssh quay-stage './migrate lamps'",
            Status.FIXED,
        ),
    ],
)
def test_the_place_alone_makes_no_run_the_same(first: str, then: str, status: Status) -> None:
    """What counts is the program that ran there, and what it was called on."""
    s = SessionBuilder()
    s.run("Bash", f"Exit code 1\n{LOCKED}", command=first)
    s.run("Bash", "8 rows", command=then)
    assert set(errors(s).values()) == {status}


def test_a_setting_that_is_not_set_is_an_answer() -> None:
    """So nothing failed, and nothing passes since where the setting is made elsewhere."""
    asked = "git config --global core.pager"
    s = SessionBuilder()
    s.run("Bash", "Exit code 1", command=asked)
    s.run("Bash", "set", command="cd /tmp/trial && git config core.pager less && echo set")
    assert commands(s)[asked] is Status.UNKNOWN
