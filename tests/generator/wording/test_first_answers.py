"""An answered question of a user has its answer in a line."""

from __future__ import annotations

import pytest

from tests.builders import SessionBuilder
from tests.generator.views import proposed, view_of
from uagent_memory.generator.compressors.concepts import ConceptsCompressor
from uagent_memory.generator.compressors.problem_solving import ProblemSolvingCompressor
from uagent_memory.generator.wording.first_answers import first_answers


def talk(question: str, answer: str, later: str) -> SessionBuilder:
    s = SessionBuilder()
    s.user(question)
    s.agent(answer)
    s.user(later)
    for number in range(20):
        s.run("Bash", "ok", command=f"./step.sh {number}")
    return s


@pytest.mark.parametrize(
    ("question", "answer", "first", "later"),
    [
        (
            "What is the name of the field for the agent's type?",
            "Yes.\n\nHere's what I found:\n\nThe field is `agent_type` in metadata.json.",
            "The field is `agent_type` in metadata.json.",
            "Now add a test for the recorder.",
        ),
        (
            "代理类型的字段叫什么名字？",
            "字段名是 metadata.json 里的 `agent_type`。\n\n它由记录器写入。",
            "字段名是 metadata.json 里的 `agent_type`。",
            "现在给记录器加一个测试。",
        ),
    ],
)
def test_the_sentence_that_answers_counts_more(
    question: str, answer: str, first: str, later: str
) -> None:
    """Also where another ask has taken over."""
    s = talk(question, answer, later)
    view = view_of(s.messages)
    found = first_answers(view.statements, view.answers)
    assert [
        statement.unit.text for statement in view.statements if statement.unit.span in found
    ] == [first]
    shown = {
        candidate.text: candidate.value
        for compressor in (ProblemSolvingCompressor(), ConceptsCompressor())
        for candidate in proposed(compressor, s.messages)
    }
    others = [value for text, value in shown.items() if text != first]
    assert shown[first] > max(others, default=0.0) + 1.0


def test_what_answers_no_question_is_no_answer() -> None:
    """A report on an ask is told for what it says."""
    s = talk("Please rename the field.", "The field is `agent_type` now.", "Now add a test.")
    view = view_of(s.messages)
    assert not first_answers(view.statements, view.answers)
