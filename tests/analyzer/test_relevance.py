"""RelevanceScorer (UAgent document, section 4.3)."""

from __future__ import annotations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tests.builders import SessionBuilder
from uagent_memory.analyzer.relevance import RelevanceScorer
from uagent_memory.roles import RoleProfile

CODER = RoleProfile(
    name="coder",
    keywords=("code", "implement", "function", "class", "api", "development", "代码", "接口"),
    stage="implementation",
    next_stage="testing",
)
NOBODY = RoleProfile(name="nobody")


@pytest.fixture
def scorer() -> RelevanceScorer:
    return RelevanceScorer()


def score(scorer: RelevanceScorer, text: str, role: RoleProfile = CODER, stage: str = "") -> float:
    return scorer.score_relevance(text, role=role, workflow_stage=stage)


def test_role_keywords_saturate(scorer: RelevanceScorer) -> None:
    """Six different keywords are full relevance to the role: a third of the normalised total."""
    one = score(scorer, "the code")
    assert one == pytest.approx(0.4 / 6 / 1.2)
    assert score(scorer, "code code code") == one
    everything = "code implement function class api development 代码 接口"
    assert score(scorer, everything) == pytest.approx(0.4 / 1.2)


def test_keywords_match_inflected_and_whole(scorer: RelevanceScorer) -> None:
    """ "implemented" is a match for "implement", "rapid" none for "api"."""
    assert score(scorer, "it was implemented") > 0
    assert score(scorer, "rapid") == 0


def test_both_languages(scorer: RelevanceScorer) -> None:
    """Chinese keywords count like English ones."""
    assert score(scorer, "这个接口的代码") == pytest.approx(score(scorer, "code api"))


def test_stage_is_full_at_five_matches(scorer: RelevanceScorer) -> None:
    """The document's five matches, weighted by 0.2 of 1.2."""
    plain = score(scorer, "test " * 9, NOBODY)
    staged = score(scorer, "test " * 9, NOBODY, "testing")
    assert staged - plain == pytest.approx(0.2 / 1.2)


def test_future_is_the_stage_that_follows(scorer: RelevanceScorer) -> None:
    """Words of the next stage raise the score."""
    later = scorer.score_relevance(
        "verify the tests", role=NOBODY, workflow_stage="implementation", next_stage="testing"
    )
    assert later - score(scorer, "verify the tests", NOBODY) == pytest.approx(0.3 * 2 / 5 / 1.2)


def test_historical_is_the_share_of_keys_met(scorer: RelevanceScorer) -> None:
    """One of two keys known to the role is half of the historical part."""
    met = scorer.score_relevance(
        "x", role=CODER, workflow_stage="", keys=["a.py", "b.py"], met={"a.py"}
    )
    assert met == pytest.approx(0.3 * 0.5 / 1.2)


def test_a_role_without_keywords_is_neutral(scorer: RelevanceScorer) -> None:
    """Half of the role part, as the document has it for unknown roles."""
    assert score(scorer, "anything", NOBODY) == pytest.approx(0.4 * 0.5 / 1.2)


def test_messages_are_scored_at_the_role_stage(scorer: RelevanceScorer) -> None:
    """A message counts with its calls, the role's stages and what the role met before it."""
    session = SessionBuilder()
    earlier = session.user("Look at a.py")
    message = session.agent("I build it", session.call("bash", command="pytest tests"))
    scores = scorer.score_messages(
        [earlier, message, message], [["a.py"], ["a.py", "b.py"], []], CODER
    )
    expected = [
        scorer.score_relevance(
            one.full_text,
            role=CODER,
            workflow_stage="implementation",
            next_stage="testing",
            keys=keys,
            met=met,
        )
        for one, keys, met in (
            (earlier, ["a.py"], set[str]()),
            (message, ["a.py", "b.py"], {"a.py"}),
            (message, [], {"a.py", "b.py"}),
        )
    ]
    assert scores == expected


@settings(max_examples=50, deadline=None)
@given(st.text(), st.lists(st.sampled_from(["a", "b", "c"])))
def test_always_between_zero_and_one(text: str, keys: list[str]) -> None:
    """Any text stays within 0..1."""
    value = RelevanceScorer().score_relevance(
        text + " code test", role=CODER, workflow_stage="testing", keys=keys, met={"a"}
    )
    assert 0.0 <= value <= 1.0
