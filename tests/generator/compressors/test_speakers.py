"""Who said what, in a team."""

from __future__ import annotations

import pytest

from tests.builders import SessionBuilder
from tests.generator.views import proposed, view_of
from uagent_memory.generator.compressors.problem_solving import ProblemSolvingCompressor
from uagent_memory.generator.compressors.speakers import speaker

FOUND = "The tide tables show that the ferry stopped at noon because of the storm."
FOUND_ZH = "潮汐表显示，渡轮因为风暴在中午停航，原因已经查明。"


@pytest.mark.parametrize("found", [FOUND, FOUND_ZH])
def test_in_a_team_everything_has_its_speaker(found: str) -> None:
    """Nobody else can be taken for the one who claims it."""
    s = SessionBuilder()
    s.user("When did the ferry stop? 渡轮何时停航？")
    s.agent("I will look it up. 我来查。", agent="Planner")
    s.agent(found, agent="Tide_Expert")
    (said,) = (c for c in proposed(ProblemSolvingCompressor(), s.messages) if c.text == found)
    assert said.speaker.rstrip(": ：") == "Tide_Expert"


@pytest.mark.parametrize("found", [FOUND, FOUND_ZH])
def test_whom_the_user_talks_with_needs_no_name(found: str) -> None:
    """A helper of that agent does; one agent alone never."""
    s = SessionBuilder()
    for ask in ("When did the ferry stop?", "渡轮何时停航？"):
        s.user(ask)
        s.agent("I look it up in the tables. 我来查表。", agent="main")
    s.agent(found, agent="main")
    alone = view_of(s.messages).voices
    assert (set(alone.agents), alone.main_agent) == ({"main"}, "main")
    s.agent("潮汐表在柜子里。 The tables lie in the cupboard.", agent="Helper")
    said = {c.text: c.speaker for c in proposed(ProblemSolvingCompressor(), s.messages)}
    assert said[found] == ""
    assert view_of(s.messages).voices.main_agent == "main"


def test_two_words_for_the_user_are_no_two_people() -> None:
    """ "user" and "human" name nobody."""
    s = SessionBuilder()
    first = s.user("Light the lamp.", agent="user")
    s.agent("It is lit.")
    s.user("And the other one.", agent="human")
    assert speaker(view_of(s.messages), first) == ""


def test_a_message_that_begins_with_its_speakers_name_needs_no_other() -> None:
    """Some chats write the name into the text."""
    s = SessionBuilder()
    first = s.user("Mara: light the lamp.", agent="mara")
    other = s.user("Light the other one.", agent="owen")
    s.agent("Both are lit.")
    view = view_of(s.messages)
    assert speaker(view, first, first.text) == ""
    assert "mara" in speaker(view, first, "light the lamp.")
    assert "owen" in speaker(view, other, other.text)
