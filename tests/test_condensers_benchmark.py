"""The condensers' benchmark: the session it times, and what it prints."""

from __future__ import annotations

import pytest

from benchmarks.condensers import history, main
from uagent_memory.condensers.retrieval.settings import Language


@pytest.mark.parametrize("language", ["en", "zh"])
@pytest.mark.parametrize("failing", [True, False])
def test_the_session_is_150_events_of_45_kb(language: Language, failing: bool) -> None:
    """As the documents' example has it."""
    view = history(language, failing=failing)
    size = sum(len(event.full_text) for event in view.events)
    assert len(view) == 150
    assert 42_000 < size < 48_000
    assert ("ImportError" in view.events[2].text) is failing


def test_it_prints_a_line_per_condenser_and_session(capsys: pytest.CaptureFixture[str]) -> None:
    """Three condensers with and without failures; chat history and retrieval; two languages."""
    assert main(["--repeat", "1"]) == 0
    lines = capsys.readouterr().out.splitlines()
    assert len(lines) == 1 + 3 * 2 * 2 + 2 * 2
    named = {line.split()[0] for line in lines[1:]}
    assert named == {"semantic", "dynacontext", "recent", "chat", "retrieval"}
