"""Messages read together are read as if alone, and cheap looks at a text miss nothing."""

from __future__ import annotations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tests.talk import talk
from uagent_memory.analyzer.cues import cue_of
from uagent_memory.analyzer.observations.conversation.mentions import observe_mentions
from uagent_memory.analyzer.observations.conversation.phrases import opens_clause, phrases_by_line
from uagent_memory.analyzer.observations.conversation.prose import Prose
from uagent_memory.analyzer.observations.conversation.single_messages import (
    read_message,
    read_messages,
)
from uagent_memory.analyzer.tracebacks import may_hold_traceback
from uagent_memory.analyzer.types import Cue
from uagent_memory.analyzer.units import split_units
from uagent_memory.messages import Author

LINES = (
    "Please add a test for the parser.",
    "Don't touch the config.",
    "ok",
    "我们决定用这个方案。",
    "请不要改测试。",
    "1. first\n2. second",
    "See src/app.py at line 12.",
    "Shall I run it?",
    "",
)


@settings(max_examples=60, deadline=None)
@given(st.lists(st.sampled_from(LINES), max_size=8))
def test_messages_read_together_say_what_they_say_alone(texts: list[str]) -> None:
    """What stands beside a message changes nothing of its own reading."""
    messages = talk(*(("user" if n % 2 else "agent", text) for n, text in enumerate(texts)))
    units = [split_units(message) for message in messages]
    alone = [read_message(message, own) for message, own in zip(messages, units, strict=True)]
    together = read_messages(messages, units)
    assert [said.observations for said in together] == [said.observations for said in alone]
    assert [said.prose.lines for said in together] == [said.prose.lines for said in alone]


def test_phrases_of_many_lines_are_those_of_each() -> None:
    """More lines than are searched in one go."""
    lines = [line.replace("\n", " ") for line in LINES] * 90
    assert phrases_by_line(lines) == [phrases_by_line([line])[0] for line in lines]


@pytest.mark.parametrize(
    ("before", "opens"),
    [
        ("", True),
        ("Ok, then ", True),
        ("OK ", True),
        ("It fails. ", True),
        ("the parser ", False),
        ("好的，", True),
        ("然后", True),
        ("代码里", False),
    ],
)
def test_a_clause_opens_behind_marks_and_filler_words(before: str, *, opens: bool) -> None:
    """Not in the midst of a sentence, in either language."""
    assert opens_clause(f"{before}add it", len(before)) is opens


@pytest.mark.parametrize(
    ("text", "holds"),
    [
        ("Error: no\n    at run (a.js:1)", True),
        ("Error: no\n\tat Main.run(Main.java:1)", True),
        ("We met at noon.\nThen we left.", False),
        ("Traceback (most recent call last):", True),
    ],
)
def test_the_word_at_makes_no_traceback(text: str, *, holds: bool) -> None:
    """It opens one only as the first word of an indented line."""
    assert may_hold_traceback(text) is holds


@pytest.mark.parametrize(
    "name",
    ["fooBar", "foo_bar", "HTTPServer", "run()", "ABC-12", "deadbeef-dead-beef-dead-deadbeefdead"],
)
def test_names_are_found_by_each_of_their_signs(name: str) -> None:
    """A line is looked through only if it holds a sign of a name."""
    (message,) = talk(("agent", f"Look at {name} here."))
    prose = Prose.of(message, split_units(message))
    assert [seen.key for seen in observe_mentions(prose)] == [name]


@pytest.mark.parametrize(
    ("text", "cue"),
    [
        ("I will use a queue here", Cue.DECISION),
        ("Use threads instead", Cue.DECISION),
        ("就用这个", Cue.DECISION),
        ("Could you check it", Cue.DEMAND),
        ("It should be green", Cue.DEMAND),
        ("Only deploy it after the review", Cue.DEMAND),
        ("这里一定要小心", Cue.DEMAND),
        ("the average price was 12", Cue.FINDING),
        ("all of the tests pass", Cue.OUTCOME),
        ("队列是一种结构", Cue.DEFINITION),
    ],
)
def test_patterns_are_tried_wherever_they_match(text: str, cue: Cue) -> None:
    """The words that make a pattern worth trying let every match through."""
    assert cue_of(text, author=Author.AGENT).meets(cue)
