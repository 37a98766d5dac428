"""How much of a change is shown, and to whom all of it."""

from __future__ import annotations

import pytest

from tests.builders import SessionBuilder
from tests.generator.views import view_of
from uagent_memory import compress_context_sync
from uagent_memory.generator.evidence.quotes import EvidenceQuoter
from uagent_memory.generator.pool import CandidatePool
from uagent_memory.messages import ToolCall

ASKS = [
    ("Raise the limit.", "[... 5 more added]"),
    ("请提高上限。", "[... 另有 5 行新增]"),
]
UPDATED = "The file has been updated successfully."
BODY = """seen = {}
for key in keys:
    if key in seen:
        return seen[key]
    if key in old:
        return seen[key]
    seen[key] = limit"""


def session(ask: str, body: str = BODY) -> SessionBuilder:
    s = SessionBuilder()
    s.user(ask)
    s.run("Edit", UPDATED, file_path="src/a.py", old_string="return limit", new_string=body)
    for number in range(30):
        said = (
            f"第 {number} 行数据由夜间任务清理之后保存在"
            if "请" in ask
            else f"Row {number} is kept in"
        )
        s.agent(f"{said} `store_{number}.table`。")
    return s


def handed(s: SessionBuilder, *, to: str, budget: int) -> str:
    return compress_context_sync(s.messages, to=to, budget=budget).markdown


@pytest.mark.parametrize(("ask", "mark"), ASKS)
def test_left_out_lines_are_counted(ask: str, mark: str) -> None:
    """In the file's line, where some of the added lines are shown and others are not."""
    text = handed(session(ask), to="general", budget=330)
    assert 0 < text.count("+ ") < 6
    assert mark in text


def test_nothing_is_said_of_a_change_that_is_shown() -> None:
    """A bracket that stands alone is no line that a reader would miss."""
    text = handed(session("Raise it.", "if ok {\nlimit = 3\n}"), to="reviewer", budget=600)
    assert "+ limit = 3" in text
    assert "more added" not in text


@pytest.mark.parametrize("to", ["reviewer", "tester"])
@pytest.mark.parametrize(("ask", "mark"), ASKS)
def test_who_judges_a_small_change_sees_it_whole(ask: str, mark: str, to: str) -> None:
    """With a line that comes twice in it: an `if` keeps its body."""
    text = handed(session(ask), to=to, budget=600)
    assert text.count("+ return seen[key]") == 2
    assert "+ seen[key] = limit" in text
    assert mark not in text


@pytest.mark.parametrize(("ask", "mark"), ASKS)
def test_the_count_is_read_back(ask: str, mark: str) -> None:
    """The next hand-off knows the file as changed."""
    first = handed(session(ask), to="general", budget=330)
    assert mark in first
    s = SessionBuilder()
    s.user(first)
    s.agent("OK.")
    assert (
        "src/a.py" in compress_context_sync(s.messages, budget=2000).markdown.split("## Files")[1]
    )


@pytest.mark.parametrize(
    ("ask", "standing"),
    [
        ("Why does parse_header fail?", "(Open file: /w/src/parse_header.py)"),
        ("Why does parse_header fail?", "[File: src/parse_header.py (90 lines total)]"),
        ("为什么 parse_header 失败？", "（当前文件：/w/src/parse_header.py）"),
    ],
)
def test_where_an_editor_stands_is_no_evidence(ask: str, standing: str) -> None:
    """What it shows is."""
    s = SessionBuilder()
    s.user(ask)
    line = "value = parse_header(line, strict=True)"
    s.run("open", f"{line}\n{standing}\nbash-$", path="src/http.py")
    pool = CandidatePool()
    EvidenceQuoter(view_of(s.messages), pool).propose()
    assert [c.text for c in pool.candidates if c.kind == "quote"] == [line]


@pytest.mark.parametrize("ask", ["Why does parse_header fail?", "为什么 parse_header 失败？"])
def test_a_result_belongs_to_the_newest_call_of_its_id(ask: str) -> None:
    """Some programs give each turn's call the same id."""
    s = SessionBuilder()
    s.user(ask)
    for number, path in enumerate(("src/http.py", "src/page.py")):
        call = ToolCall(id="call_0", name="Read", arguments={"file_path": path})
        s.agent("", call)
        s.result(call, f"value_{number} = parse_header(line, strict={number})")
    pool = CandidatePool()
    EvidenceQuoter(view_of(s.messages), pool).propose()
    found = {c.id: c.text for c in pool.candidates}
    above = {c.text[:7]: found[c.parent] for c in pool.candidates if c.parent is not None}
    assert above == {
        "value_0": "`Read file_path: src/http.py`:",
        "value_1": "`Read file_path: src/page.py`:",
    }
