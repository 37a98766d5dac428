"""Where agents' statements belong."""

from __future__ import annotations

import pytest

from tests.builders import SessionBuilder
from tests.generator.views import view_of
from uagent_memory.generator.wording.routing import segment_of
from uagent_memory.segments import SegmentName


@pytest.mark.parametrize(
    "text",
    [
        "The parser of src/http.py splits headers at colons.",
        "解析器在 src/http.py 里。",
    ],
)
def test_recent_statements_without_cue_are_current_work(text: str) -> None:
    """The same statement explains once it is old."""
    s = SessionBuilder()
    s.user("Please look into it. 请看看。")
    s.agent(text)
    (found,) = view_of(s.messages).agents_statements.values()
    (statement,) = found
    assert segment_of(statement, recent=False) is SegmentName.CONCEPTS
    assert segment_of(statement, recent=True) is SegmentName.CURRENT_WORK


@pytest.mark.parametrize(
    "text",
    [
        "The cause is a missing strip() in parse_header.",
        "原因是编码错误，请求头没有解码。",
    ],
)
def test_a_cause_solves_a_problem_whenever_it_was_said(text: str) -> None:
    """The end of a session makes no current work of it."""
    s = SessionBuilder()
    s.user("Please look into it. 请看看。")
    s.agent(text)
    (found,) = view_of(s.messages).agents_statements.values()
    segments = {segment_of(found[0], recent=recent) for recent in (True, False)}
    assert segments == {SegmentName.PROBLEM_SOLVING}
