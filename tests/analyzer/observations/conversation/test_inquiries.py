"""Asks that only want to know."""

from __future__ import annotations

import pytest

from tests.builders import SessionBuilder
from tests.generator.views import proposed, texts_of, view_of
from uagent_memory.analyzer.observations.conversation.inquiries import is_inquiry
from uagent_memory.facts import FactKind, Status
from uagent_memory.generator.compressors.primary_request import PrimaryRequestCompressor


@pytest.mark.parametrize(
    ("asked", "expected"),
    [
        ("What was the name of the field that we store the kind in?", True),
        ("ok, can you check that this code works?", True),
        ("Review the parser.", True),
        ("Can you check why it fails and fix it?", False),
        ("Can you check if both ways to commit and auto commit store it?", True),
        ("can you show me the code where it is set?", True),
        ("Can you take a look, and propose a better name?", True),
        ("Could we check for conflicts in the hook only?", False),
        ("Can you show the kind in the status line?", False),
        ("Can you find the cause and add a test?", False),
        ("Can we add a test?", False),
        ("Why don't we add a test?", False),
        ("Check the rights before the upload.", False),
        ("这个字段叫什么名字？", True),
        ("能检查一下为什么失败吗？", True),
        ("能检查一下为什么失败并修复吗？", False),
        ("能检查一下提交和推送是否都会存下来吗？", True),
        ("能列出所有设置它的地方吗？", True),
        ("能找出原因，然后添加一个测试吗？", False),
        ("能不能添加一个测试？", False),
    ],
)
def test_only_who_wants_to_know_is_answered_by_words(asked: str, *, expected: bool) -> None:
    """What is to be changed or made is not."""
    assert is_inquiry(asked) is expected


def requests(session: SessionBuilder) -> list[Status]:
    ledger = view_of(session.messages).analysis.ledger
    return [fact.status for fact in ledger.of(FactKind.REQUEST)]


ASKED = [
    ("Can you check that the kind is stored?", "It is not: `state.json` has no such field."),
    ("能检查一下种类有没有存下来吗？", "没有：`state.json` 里没有这个字段。"),
]


@pytest.mark.parametrize(("asked", "answer"), ASKED)
def test_an_answer_ends_it_also_where_it_is_a_no(asked: str, answer: str) -> None:
    """It is not told as done."""
    s = SessionBuilder()
    s.user(asked)
    s.agent(answer)
    s.user("Fix that in `state.py`, please. 请修复 `state.py`。")
    lines = " ".join(texts_of(proposed(PrimaryRequestCompressor(), s.messages)))
    assert f"(answered) {asked}" in lines or f"（已答复）{asked}" in lines


@pytest.mark.parametrize(("asked", "answer"), ASKED)
@pytest.mark.parametrize("offer", ["Shall I add it? 需要我加上吗？"])
def test_an_offer_that_is_taken_up_opens_it_again(asked: str, answer: str, offer: str) -> None:
    """The work goes on for the same ask."""
    s = SessionBuilder()
    s.user(asked)
    s.run("Read", "def save():", file_path="state.py")
    s.agent(f"{answer} It gets lost in `save`. 它在 `save` 里丢了。 I looked. 我看过了。 {offer}")
    assert requests(s) == [Status.DONE]
    s.user("yes" if asked.isascii() else "好的")
    assert requests(s) == [Status.ACTIVE]


@pytest.mark.parametrize(("asked", "answer"), ASKED)
def test_a_question_back_is_no_answer(asked: str, answer: str) -> None:
    """The ask waits."""
    s = SessionBuilder()
    s.user(asked)
    s.agent("Which file do you mean?" if asked.isascii() else "您指的是哪个文件？")
    assert requests(s) == [Status.ACTIVE]
    assert answer


@pytest.mark.parametrize(("asked", "answer"), ASKED)
def test_what_is_said_before_anything_was_done_may_be_no_answer(asked: str, answer: str) -> None:
    """A team that plans its work first has told nothing yet."""
    s = SessionBuilder()
    s.user(asked)
    s.agent(answer, agent="lead")
    assert requests(s) == [Status.ACTIVE]
    s.agent(answer, agent="surfer")
    assert requests(s) == [Status.ACTIVE]
