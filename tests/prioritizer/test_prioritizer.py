from __future__ import annotations

from datetime import datetime
from typing import get_args

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tests.builders import SessionBuilder
from tests.prioritizer.contexts import ROLE, context, seen, sentence
from uagent_memory.analyzer.types import ContextAnalysis, Cue
from uagent_memory.facts import Change, CommandValue, DecisionValue, FactKind, FileValue
from uagent_memory.prioritizer.prioritizer import InformationPrioritizer
from uagent_memory.prioritizer.settings import ProfileName
from uagent_memory.prioritizer.types import Prioritization
from uagent_memory.roles import MustGet, RoleProfile

PROFILES: tuple[ProfileName, ...] = get_args(ProfileName)
MESSAGE_PARTS = {"importance", "temporal", "references", "relevance", "density"}


def session() -> ContextAnalysis:
    s = SessionBuilder()
    request = s.user("The parser must accept empty input, see src/a.py")
    decision = s.agent("We decided to rewrite src/a.py")
    result = s.run("Bash", "1 failed", command="pytest", say="Now the tests fail")
    s.agent("ok")
    return context(
        s.messages,
        terms={0: ["src/a.py"], 1: ["src/a.py"], 2: ["pytest"]},
        units={1: [sentence(decision, Cue.DECISION | Cue.CAUSE), sentence(decision)]},
        facts=[
            seen(request, FactKind.FILE, "src/a.py", FileValue(path="src/a.py"), Change.READ),
            seen(decision, FactKind.DECISION, "rewrite", DecisionValue(text="rewrite")),
            seen(result, FactKind.COMMAND, "pytest", CommandValue(), Change.FAILED),
        ],
    )


def prioritize(
    analysis: ContextAnalysis, *, role: RoleProfile = ROLE, profile: ProfileName = "uagent"
) -> Prioritization:
    return InformationPrioritizer().prioritize_information(analysis, role=role, profile=profile)


@pytest.mark.parametrize("profile", PROFILES)
def test_scores_are_parallel_to_the_analysis(profile: ProfileName) -> None:
    """One score per message, unit and fact, in each profile."""
    analysis = session()
    found = prioritize(analysis, profile=profile)
    assert len(found.messages) == len(found.importance) == len(analysis.messages)
    assert [len(units) for units in found.units] == [len(m.units) for m in analysis.messages]
    assert list(found.facts) == [(fact.kind, fact.key) for fact in analysis.ledger]


def test_parts_are_named() -> None:
    """Messages have five parts; units add their cue, facts their kind and state."""
    found = prioritize(session())
    assert set(found.messages[0].parts) == MESSAGE_PARTS
    assert set(found.units[1][0].parts) == MESSAGE_PARTS | {"cue"}
    assert all(
        set(score.parts) == MESSAGE_PARTS | {"kind", "status"} for score in found.facts.values()
    )
    learned = prioritize(session(), profile="learned")
    assert set(learned.messages[0].parts) == MESSAGE_PARTS | {"need"}


def test_the_uagent_profile_weighs_by_the_published_weights() -> None:
    """.35 importance, .20 temporal, .20 relevance, .15 references, .10 density."""
    score = prioritize(session()).messages[0]
    weights = {
        "importance": 0.35,
        "temporal": 0.2,
        "relevance": 0.2,
        "references": 0.15,
        "density": 0.1,
    }
    assert score.total == pytest.approx(sum(weights[name] * score.parts[name] for name in weights))


def test_the_equal_profile_is_the_mean_of_the_parts() -> None:
    """Every part that applies counts the same."""
    score = prioritize(session(), profile="equal").units[1][0]
    assert score.total == pytest.approx(sum(score.parts.values()) / len(score.parts))


def test_a_unit_with_a_cue_is_worth_more_than_one_without() -> None:
    """Several cues count as the best of them."""
    decided, plain = prioritize(session()).units[1]
    assert decided.parts["cue"] == 1.0
    assert decided.total > plain.total
    assert decided.parts["importance"] == plain.parts["importance"]


def test_what_the_role_must_get_is_worth_more() -> None:
    """Only in the states that the role file means: failing commands, not commands."""
    role = RoleProfile(name="tester", must_get=(MustGet.FAILING_COMMANDS,))
    plain, wanted = prioritize(session()), prioritize(session(), role=role)
    command, file = (FactKind.COMMAND, "pytest"), (FactKind.FILE, "src/a.py")
    assert wanted.facts[command].total > plain.facts[command].total
    assert wanted.facts[file] == plain.facts[file]


def test_an_open_fact_outweighs_a_settled_one() -> None:
    """The state is part of the score."""
    s = SessionBuilder()
    message = s.user("pytest and ruff")
    facts = [
        seen(message, FactKind.COMMAND, "pytest", CommandValue(), Change.FAILED),
        seen(message, FactKind.COMMAND, "ruff", CommandValue(), Change.PASSED),
    ]
    found = prioritize(context(s.messages, facts=facts)).facts
    assert found[FactKind.COMMAND, "pytest"].total > found[FactKind.COMMAND, "ruff"].total


def test_facts_of_an_earlier_hand_off_are_scored_neutrally() -> None:
    """Their messages are not at hand; kind and state still tell."""
    s = SessionBuilder()
    old, new = s.user("old"), s.user("new")
    fact = seen(old, FactKind.DECISION, "old", DecisionValue(text="old"))
    score = prioritize(context([new], facts=[fact])).facts[FactKind.DECISION, "old"]
    assert score.parts["importance"] == score.parts["temporal"] == 0.5
    assert score.parts["kind"] == 0.9


def test_what_has_no_name_is_referred_to_by_its_message() -> None:
    """A rule is come back to where its message is; a file has references of its own."""
    s = SessionBuilder()
    rule = s.user("Never touch limits_table")
    s.agent("limits_table stays")
    facts = [
        seen(rule, FactKind.CONSTRAINT, "rule", DecisionValue(text="rule")),
        seen(rule, FactKind.FILE, "other.py", FileValue(path="other.py")),
    ]
    terms = {0: ["limits_table"], 1: ["limits_table"]}
    found = prioritize(context(s.messages, terms=terms, facts=facts))
    of_rule = found.facts[FactKind.CONSTRAINT, "rule"].parts["references"]
    assert of_rule == found.messages[0].parts["references"] > 0
    assert found.facts[FactKind.FILE, "other.py"].parts["references"] < of_rule


def test_in_a_meeting_every_message_is_a_turn() -> None:
    """Where no agent speaks, what was said later is still newer."""
    s = SessionBuilder()
    for _ in range(4):
        s.user("owls", timestamp=None)
    temporal = [score.parts["temporal"] for score in prioritize(context(s.messages)).messages]
    assert temporal == sorted(temporal)
    assert len(set(temporal)) == 4


def test_times_with_and_without_zone_can_stand_together() -> None:
    """A time without a zone is read as UTC; the newest message is now, wherever it stands."""
    s = SessionBuilder()
    s.user("owls", timestamp=datetime(2026, 2, 20, 9, 0))  # noqa: DTZ001 - what is tested
    s.user("owls")
    s.user("owls", timestamp=None)
    temporal = [score.parts["temporal"] for score in prioritize(context(s.messages)).messages]
    assert temporal[0] < temporal[1] < temporal[2]


@pytest.mark.parametrize("profile", PROFILES)
def test_an_empty_context_has_no_scores(profile: ProfileName) -> None:
    """Nothing in, nothing out."""
    found = prioritize(context([]), profile=profile)
    assert (found.messages, found.units, dict(found.facts)) == ((), (), {})


TEXTS = st.text(alphabet="must error 1_aB/.必须\0\ud800\n", max_size=60)


@settings(max_examples=100, deadline=None)
@given(st.lists(TEXTS, max_size=8), st.sampled_from(PROFILES))
def test_scores_stay_within_bounds(texts: list[str], profile: ProfileName) -> None:
    """Totals and parts lie in 0..1 and equal inputs give equal scores, for any texts."""
    s = SessionBuilder()
    for index, text in enumerate(texts):
        (s.agent if index % 2 else s.user)(text)
    analysis = context(
        s.messages,
        terms={index: text.split() for index, text in enumerate(texts)},
        units={index: [sentence(m, Cue(2**index))] for index, m in enumerate(s.messages)},
        facts=[
            seen(m, kind, m.text[:4], DecisionValue(text=m.text))
            for m, kind in zip(s.messages, FactKind, strict=False)
        ],
    )
    found = prioritize(analysis, profile=profile)
    assert found == prioritize(analysis, profile=profile)
    scores = [*found.messages, *(u for units in found.units for u in units), *found.facts.values()]
    for score in scores:
        assert 0.0 <= score.total <= 1.0
        assert all(0.0 <= part <= 1.0 for part in score.parts.values())
