"""Reports case by case, and reports that a later one replaces."""

from __future__ import annotations

import pytest

from tests.builders import SessionBuilder
from tests.generator.views import proposed, view_of
from uagent_memory.generator.compressors.problem_solving import ProblemSolvingCompressor
from uagent_memory.generator.evidence.cases import Cases, cases_of
from uagent_memory.messages import Message, Span

HEAD = "| case | subject | result |\n| --- | --- | --- |\n"
FIRST = (
    f"# Test report 1\n\n{HEAD}| T01 | empty cart | PASS |\n| T02 | zero rate | **FAIL** |\n\n"
    "2 cases, 1 passed, 1 failed."
)
SECOND = (
    f"# Test report 2\n\n{HEAD}| T02 | zero rate | PASS |\n| T03 | two carts | FAIL: KeyError |\n\n"
    "3 cases, 2 passed, 1 failed."
)


def session(*said: tuple[str, str]) -> SessionBuilder:
    s = SessionBuilder()
    s.user("Build a cart. 做一个购物车。")
    for agent, text in said:
        s.agent(text, agent=agent)
    return s


def found(s: SessionBuilder) -> tuple[Cases, dict[str, Message]]:
    view = view_of(s.messages)
    return cases_of(view.statements, view.messages), {m.id: m for m in s.messages}


def quoted(spans: frozenset[Span], by_id: dict[str, Message]) -> list[str]:
    return sorted(by_id[span.message_id].quote(span).strip("| ")[:3] for span in spans)


def test_rows_say_how_a_case_ended() -> None:
    """The newest report counts, by the case and by its heading's number."""
    cases, by_id = found(session(("Tester", FIRST), ("Coder", "I mend T02."), ("Tester", SECOND)))
    assert quoted(cases.passed, by_id) == ["T01", "T02"]
    assert quoted(cases.failed, by_id) == ["T02", "T03"]
    assert quoted(cases.overtaken, by_id) == ["2 c", "T02"]


def test_a_finding_that_is_closed_no_longer_stands() -> None:
    """A reviewer lists it, and closes it in another report."""
    head = "| # | finding |\n| --- | --- |\n"
    listed = f"# Review 1\n\n{head}| R01 | the total drops a cent |\n| R02 | names are odd |"
    closed = "# Review 2\n\n- R01 ✅ closed\n- R02 is still there"
    cases, by_id = found(session(("Reviewer", listed), ("Reviewer", closed)))
    assert quoted(cases.overtaken, by_id) == ["R01"]


@pytest.mark.parametrize(
    ("first", "second"),
    [
        (
            "# 代码评审 1\n\n结论：有条件通过，改完再说。",
            "# 代码评审 2\n\n结论：**不通过**，等 R10。",
        ),
        ("# Review 1\n\nConclusion: approved with remarks.", "# Review 2\n\nConclusion: rejected."),
    ],
)
def test_the_newest_conclusion_stands(first: str, second: str) -> None:
    """The older one is not told; the newer is, however short."""
    s = session(("Reviewer", first), ("Coder", "改好了。"), ("Reviewer", second))
    worths = {c.text: c.value for c in proposed(ProblemSolvingCompressor(), s.messages)}
    old, new = (text.rpartition("\n")[2] for text in (first, second))
    assert worths[new] > 10 * worths.get(old, 0.0)


@pytest.mark.parametrize(
    ("finding", "kind"),
    [("main.js never stops at zero.", "Review"), ("main.js 到零也不停。", "代码评审")],
)
def test_findings_of_an_older_review_count_less(finding: str, kind: str) -> None:
    """What is still wrong stands in the newer one; a decision is not undone by the next."""

    def factor(kind: str, *, again: bool) -> float:
        second = ("Reviewer", f"## {kind} 2\n\nThe pause is missing.")
        first = ("Reviewer", f"## {kind} 1\n\n- {finding}")
        s = session(first, ("Coder", "改好了。"), *([second] if again else []))
        view = view_of(s.messages)
        (said,) = (one for one in view.statements if finding in one.unit.text)
        return view.standing.factor(said)

    assert factor(kind, again=True) < factor(kind, again=False)
    assert factor("Decision", again=True) == factor("Decision", again=False)


def test_another_agents_report_replaces_nothing() -> None:
    """The same heading in another's mouth is another report."""
    other = "# Test report 2\n\n1 case, 1 passed, 0 failed."
    cases, _ = found(session(("Tester", FIRST), ("Auditor", other)))
    assert cases.overtaken == frozenset()
