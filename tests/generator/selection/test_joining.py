"""How what was said stands on lines of its own."""

from __future__ import annotations

import pytest

from tests.builders import SessionBuilder
from tests.generator.views import view_of
from uagent_memory.entry_kind import EntryKind
from uagent_memory.generator.pool import CandidatePool
from uagent_memory.generator.selection.joining import stretches
from uagent_memory.messages import Span
from uagent_memory.segments import SegmentName


@pytest.mark.parametrize("mark", ["(before the change) ", "（改动之前）"])
def test_each_line_carries_its_own_mark(mark: str) -> None:
    """A heading holds for the lines below it, a mark for none but its own."""
    s = SessionBuilder()
    s.agent("One is lost. Two is kept. Three is lost.")
    view, pool = view_of(s.messages), CandidatePool()
    for lead, places in ((mark, (0, 2)), ("Rows: ", (0, 2))):
        for at in places:
            unit = view.messages[0].units[at]
            pool.propose(
                SegmentName.PROBLEM_SOLVING,
                unit.text + lead,
                (Span("m1", "text", unit.span.start, unit.span.end),),
                order=(0, at),
                kind=EntryKind.STATEMENT,
                value=1.0,
                targets={},
                lead=lead,
                style="prose",
            )
    by_id = {message.id: message for message in s.messages}
    marked = stretches(pool.candidates[:2], by_id)
    headed = stretches(pool.candidates[2:], by_id)
    assert [one.text.startswith(mark) for one in marked] == [True, True]
    assert [one.text.startswith("Rows: ") for one in headed] == [True, False]
