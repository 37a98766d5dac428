from __future__ import annotations

import logging

import pytest
import structlog
from structlog.testing import capture_logs

from uagent_memory.events import emit


def test_events_go_through_the_applications_structlog() -> None:
    """A configured structlog gets name, role, stage and values."""
    with capture_logs() as captured:
        emit("handoff.delivered", role="coder", stage="deliver", to="tester", tokens=7)
    assert captured == [
        {
            "event": "handoff.delivered",
            "role": "coder",
            "stage": "deliver",
            "to": "tester",
            "tokens": 7,
            "log_level": "info",
        }
    ]


def test_an_unconfigured_application_hears_warnings_only(
    caplog: pytest.LogCaptureFixture, capsys: pytest.CaptureFixture[str]
) -> None:
    """Nothing is printed to standard output, which may be the result of a command."""
    structlog.reset_defaults()
    with caplog.at_level(logging.WARNING, logger="uagent_memory"):
        emit("quiet", role="coder", stage="compress")
        emit("window.stuck", role="coder", stage="trigger", level="warning", fixed=3)
    assert [record.message for record in caplog.records] == [
        "event='window.stuck' role='coder' stage='trigger' fixed=3"
    ]
    assert capsys.readouterr().out == ""
