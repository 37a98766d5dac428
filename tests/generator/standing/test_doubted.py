"""Claims that a user did not believe."""

from __future__ import annotations

import pytest

from tests.builders import SessionBuilder
from tests.generator.views import proposed, texts_of, view_of
from uagent_memory.generator.compressors.problem_solving import ProblemSolvingCompressor
from uagent_memory.generator.standing.doubted import doubted_statements

CLAIM = "The shop reads the saved prices, which lack the new tax."
CLAIM_ZH = "商店读取的是保存好的价格，里面没有新税率。"


def talk(claim: str, doubt: str, *answers: str) -> SessionBuilder:
    s = SessionBuilder()
    s.user("Why is the tax missing? 为什么没有这个税？")
    s.agent(claim)
    s.user(doubt)
    for answer in answers:
        s.agent(answer)
    return s


def doubted(session: SessionBuilder) -> list[str]:
    view = view_of(session.messages)
    by_id = {message.id: message for message in session.messages}
    spans = doubted_statements(view.messages, view.statements, view.settings.limits)
    return sorted(by_id[span.message_id].quote(span) for span in spans)


@pytest.mark.parametrize(
    ("claim", "doubt", "answer"),
    [
        (CLAIM, "are you sure?", "The shop reckons each price anew; the printer drops the tax."),
        (CLAIM, "emm - doesn't it reckon them anew?", "It reckons each price anew every time."),
        (CLAIM, "That doesn't sound right.", "The printer drops the tax."),
        (CLAIM_ZH, "你确定吗？", "每次都会重新计算，税是在打印时丢的。"),
        (CLAIM_ZH, "不是说商店会重新计算吗？", "每次都会重新计算。"),
        (CLAIM_ZH, "不太可能。", "税是在打印时丢的。"),
    ],
)
def test_a_doubted_claim_gives_way_to_the_answer(claim: str, doubt: str, answer: str) -> None:
    """Whatever words the two share."""
    assert doubted(talk(claim, doubt, answer)) == [claim]


@pytest.mark.parametrize(
    ("claim", "doubt", "answer"),
    [
        (CLAIM, "are you sure?", "Yes, I checked again."),
        (CLAIM, "doesn't it reckon them anew?", "No, it reads what was saved."),
        (CLAIM, "Thanks. Add a test for it?", "The test is in price_test.go."),
        (CLAIM_ZH, "你确定吗？", "确定，我又核对了一遍。"),
        (CLAIM_ZH, "难道不会重新计算吗？", "不会，它只读保存的价格。"),
        (CLAIM_ZH, "谢谢，再补一个测试好吗？", "测试在 price_test.go 里。"),
    ],
)
def test_a_claim_that_is_held_to_stands(claim: str, doubt: str, answer: str) -> None:
    """Also where the user asks for something else."""
    assert doubted(talk(claim, doubt, answer)) == []


def test_a_doubt_waits_for_its_answer() -> None:
    """Until then the claim is all there is; what is found on the way is an answer."""
    s = talk(CLAIM, "are you sure?")
    s.run("Bash", "reckon: true", command="cat shop.toml", say="Let me look at the prices.")
    assert doubted(s) == []
    s.run("Bash", "ok", command="go vet", say="You're right, each price is reckoned anew.")
    assert doubted(s) == [CLAIM]


def test_outcomes_of_work_stand() -> None:
    """A doubt about a report on changes means its claims, not that the changes were made."""
    s = SessionBuilder()
    s.user("Fix the printer.")
    s.edit("printer.py", "a = 1", "a = 2")
    s.agent("Fixed the printer in printer.py. The shop reads old prices.")
    s.user("Are you sure?")
    s.agent("The shop reckons them anew.")
    assert doubted(s) == ["The shop reads old prices."]


@pytest.mark.parametrize(
    ("claim", "doubt", "answer"),
    [
        (CLAIM, "are you sure?", "The printer of the bill drops it."),
        (CLAIM_ZH, "你确定吗？", "税是在打印时丢的。"),
    ],
)
def test_the_answer_is_worth_more(claim: str, doubt: str, answer: str) -> None:
    """Than what was not believed."""
    view = view_of(talk(claim, doubt, answer).messages)
    factors = {
        statement.unit.text: view.standing.factor(statement) for statement in view.statements
    }
    assert factors[claim] < factors[answer]


def test_a_doubted_decision_is_none() -> None:
    """What an agent summed up and the user did not believe is no decision."""
    claim = "**Summary:** both lists hold only the open orders."
    s = talk(claim, "are we sure about the lists?", "The lists hold all orders.")
    decisions = texts_of(proposed(ProblemSolvingCompressor(), s.messages), kind="decision")
    assert claim not in decisions
