"""Where agents' statements belong."""

from __future__ import annotations

import pytest

from tests.builders import SessionBuilder
from tests.generator.views import view_of
from uagent_memory.generator.wording.routing import routed, segment_of
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


@pytest.mark.parametrize(
    ("found", "beside"),
    [
        ("The bug was found: the parser drops the last header.", "- split (safe)"),
        ("发现了问题：解析器丢掉了最后一个请求头。", "- 拆分部分（安全）"),
    ],
)
def test_what_stands_beside_a_finding_belongs_to_it(found: str, beside: str) -> None:
    """A list is not parted by what its items say; alone the same item explains."""
    s = SessionBuilder()
    s.user("Please look. 请看看。")
    s.agent(f"{found}\n\n{beside}")
    said = view_of(s.messages).statements[1:]
    (item,) = (one for one in said if one.unit.text == beside)
    assert segment_of(item, recent=False) is SegmentName.CONCEPTS
    routes = {segment for _, segment in routed(said, lambda _: False, lambda _: False)}
    assert routes == {SegmentName.PROBLEM_SOLVING}
    ((_, alone),) = routed([item], lambda _: False, lambda _: False)
    assert alone is SegmentName.CONCEPTS
