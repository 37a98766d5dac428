"""What counts as somebody's statement."""

from __future__ import annotations

import pytest

from tests.builders import SessionBuilder
from tests.generator.views import view_of
from uagent_memory.generator.wording.statements import statements_of


@pytest.mark.parametrize("said", ["The parser has three tests.", "解析器有三个测试。"])
def test_what_a_harness_puts_below_a_report_is_no_statement(said: str) -> None:
    """What the errand cost says nothing of what it found."""
    s = SessionBuilder()
    s.user("Find the tests.")
    below = "agentId: a17 (for resuming)\n<usage>total_tokens: 512\nduration_ms: 90</usage>"
    s.run("Task", f"{said}\n{below}", prompt="Find the tests of the parser.")
    view = view_of(s.messages)
    told = [x.unit.text.strip() for x in statements_of(view.messages, view.scores)]
    assert said in told
    assert not [text for text in told if "duration_ms" in text or "total_tokens" in text]


@pytest.mark.parametrize(
    "slip",
    [
        "Oops, I still have the debug print in front of the loop of rates.",
        "I made a mistake in the line of the rates: the bracket is missing.",
        "It seems I still have `rates = []` twice in front of the loop.",
        "哎呀，我忘了在费率循环前面关闭文件。",
        "我不小心删掉了费率循环前面的一行。",
    ],
)
def test_a_slip_that_was_put_right_counts_little(slip: str) -> None:
    """An agent tells of it as it mends it; afterwards nobody needs it."""
    s = SessionBuilder()
    s.user("Sum up the rates. 汇总费率。")
    s.run("Edit", "updated", say=slip, file_path="a.py", old_string="x", new_string="y")
    now = view_of(s.messages)
    (said,) = [one for one in now.statements if one.unit.text in slip]
    before = now.standing.factor(said)
    s.agent("The rates are summed up. 费率已汇总。")
    later = view_of(s.messages)
    (said,) = [one for one in later.statements if one.unit.text in slip]
    assert later.standing.factor(said) < before / 4


def test_a_slip_that_a_report_owns_up_to_stands() -> None:
    """It mends nothing, and the reader has to know."""
    s = SessionBuilder()
    s.user("Sum up the rates.")
    s.agent("I accidentally deleted the list of last year's rates.")
    s.agent("Tell me whether you have a copy.")
    view = view_of(s.messages)
    (said, *_) = [one for one in view.statements if "accidentally" in one.unit.text]
    assert view.standing.factor(said) > view.settings.worth.refuted


@pytest.mark.parametrize(
    "order",
    ["Coder, please write the parser first.", "Coder，请先写解析器。", "@Coder: please write it."],
)
def test_an_order_that_begins_with_a_teammates_name(order: str) -> None:
    """It is carried out once somebody else has spoken."""
    s = SessionBuilder()
    s.user("Write a parser. 写一个解析器。")
    s.agent(order, agent="Lead")
    s.agent("The parser is written.", agent="Coder")
    view = view_of(s.messages)
    (said,) = (one for one in view.statements if one.unit.text == order)
    assert view.standing.factor(said) == view.settings.worth.carried_out


@pytest.mark.parametrize(
    ("head", "left_out"),
    [
        ("The team has these members:", True),
        ("What we know by now:", False),
    ],
)
def test_only_a_roster_below_its_head_is_left_out(head: str, left_out: bool) -> None:
    """Fields of a report begin like a team's members, and say what was found."""
    s = SessionBuilder()
    s.user("Why is the boat late?")
    s.agent(f"{head}\n- **Cause**: The engine of the boat was cold.\n- **Risk**: A storm comes.")
    view = view_of(s.messages)
    told = " ".join(statement.unit.text for statement in view.statements)
    assert ("engine" not in told) is left_out
