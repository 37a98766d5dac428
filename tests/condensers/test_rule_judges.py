"""The judges without a model: each on its own, and the quorum."""

from __future__ import annotations

from itertools import pairwise

import pytest

from tests.builders import SessionBuilder
from tests.condensers.histories import mixed_history, routine, view_of
from uagent_memory.condensers import DynaContextCondenser, DynaContextCondenserConfig, Outcome, View
from uagent_memory.condensers.dynacontext.ranges import ranges_of
from uagent_memory.condensers.dynacontext.rule_judges import JUDGES, Docket, rule_ballot
from uagent_memory.condensers.scene import Scene
from uagent_memory.tokens import default_counter


def _docket(
    builder: SessionBuilder,
    *,
    window: int | None = None,
    after: int | None = None,
    lowest: int | None = None,
) -> Docket:
    scene = Scene(view_of(builder), 1, 20)
    texts = [event.full_text for event in builder.messages]
    return Docket(
        scene=scene,
        candidates=ranges_of(scene, keep_last=0, hard=False).candidates,
        tokens=tuple(default_counter().count_many(texts)),
        context_length=window,
        tokens_after=after,
        lowest=lowest,
    )


def _vote(name: str, docket: Docket) -> str | None:
    opinion = JUDGES[name](docket)
    assert opinion is None or opinion[1]
    return opinion[0] if opinion else None


def test_budget_pressure_with_hysteresis() -> None:
    """YES over 70 %; after a condensation only once it was under 50 %, or grew by a quarter."""
    b = mixed_history(40)
    total = _docket(b).total
    window = int(total / 0.75)
    assert _vote("budget_pressure", _docket(b)) is None
    assert _vote("budget_pressure", _docket(b, window=total * 2)) == "NO"
    assert _vote("budget_pressure", _docket(b, window=window)) == "YES"
    stays = _docket(b, window=window, after=total - 5, lowest=total - 5)
    assert _vote("budget_pressure", stays) == "NO"
    relieved = _docket(b, window=window, after=total - 5, lowest=total // 3)
    assert _vote("budget_pressure", relieved) == "YES"
    regrown = _docket(b, window=window, after=total // 2, lowest=int(total * 0.45) + window // 2)
    assert _vote("budget_pressure", regrown) == "YES"


def test_role_boundary() -> None:
    """Work that passed to another agent, or a hand-off that arrived; one agent alone: no vote."""
    b = SessionBuilder()
    b.user("Build it.")
    b.agent("Planned.", agent="planner")
    assert _vote("role_boundary", _docket(b)) is None
    b.agent("I start.", agent="coder")
    assert _vote("role_boundary", _docket(b)) == "YES"
    b.agent("I go on.", agent="coder")
    assert _vote("role_boundary", _docket(b)) == "NO"
    b.handoff("# Hand-off: planner to coder")
    assert _vote("role_boundary", _docket(b)) == "YES"


@pytest.mark.parametrize(
    ("say", "vote"),
    [
        ("All 12 tests pass. The importer is fixed.", "YES"),
        ("导入器已修复，12 个测试全部通过。", "YES"),
        ("The importer is fixed, but the tests have not been run yet.", "NO"),
        ("Next I will run the tests.", "NO"),
    ],
)
def test_task_resolved(say: str, vote: str) -> None:
    """An outcome that leaves nothing open, in both languages."""
    b = mixed_history(20)
    b.agent(say)
    assert _vote("task_resolved", _docket(b)) == vote


def test_a_failed_action_is_no_end() -> None:
    """Whatever was said before it."""
    b = SessionBuilder()
    b.user("Fix it.")
    b.agent("Done, all tests pass.")
    b.run("bash", "ValueError: x", is_error=True, command="make")
    assert _vote("task_resolved", _docket(b)) == "NO"


def test_redundancy() -> None:
    """Repeated runs say YES, different work NO."""
    b = SessionBuilder()
    b.user("Fix it.")
    for number in range(10):
        routine(b, number)
    assert _vote("redundancy", _docket(b)) == "YES"
    b = SessionBuilder()
    b.user("Fix it.")
    for name in ("importer", "exporter", "parser", "writer", "reader", "cache"):
        b.agent(f"The {name} keeps its {name}_table in src/{name}/{name}_core.py at {name}.init().")
    assert _vote("redundancy", _docket(b)) == "NO"


def test_staleness() -> None:
    """A long look back is stale, a long run of new errors is not; a short session has no vote."""
    b = SessionBuilder()
    b.user("Fix it.")
    for number in range(60):
        b.agent(f"Earlier, I looked at the old layout of part {number} as it was last year.")
    assert _vote("staleness", _docket(b)) == "YES"
    fresh = SessionBuilder()
    fresh.user("Fix it.")
    for number in range(60):
        fresh.agent(f"The build now fails with error {number}, it must be fixed.")
    assert _vote("staleness", _docket(fresh)) == "NO"
    assert _vote("staleness", _docket(mixed_history(20))) is None


def test_growth() -> None:
    """Against the size after the last condensation."""
    b = mixed_history(40)
    for _ in range(30):
        b.agent("A long remark about the importer and its rows. " * 20)
    total = _docket(b).total
    assert _vote("growth", _docket(b)) == "YES"
    assert _vote("growth", _docket(b, after=total - 100)) == "NO"


def test_expected_gain() -> None:
    """Much to remove and little to read anew: YES; little to remove before a long tail: NO."""
    b = mixed_history(60)
    assert _vote("expected_gain", _docket(b)) == "YES"
    b = SessionBuilder()
    b.user("Fix it.")
    b.agent("A short remark.")
    b.agent("long tail " * 400)
    b.agent("long tail " * 400)
    assert _vote("expected_gain", _docket(b)) == "NO"


def test_a_quorum_is_needed() -> None:
    """Two judges with an opinion decide nothing, however much they agree."""
    b = SessionBuilder()
    b.user("Fix it.")
    docket = _docket(b)
    ballot = rule_ballot(docket)
    assert len(ballot.votes) < 3
    assert not ballot.passes


def test_every_vote_of_the_rules_names_its_judge_and_a_reason() -> None:
    """In the document's fields."""
    b = mixed_history(150)
    for number in range(9):
        routine(b, number, lines=200)
    b.agent("All tests pass now.")
    done = DynaContextCondenser().condense(view_of(b))
    assert done.outcome is Outcome.CONDENSED
    for vote in done.metadata["judge_votes"]:
        assert vote["judge"] in JUDGES
        assert vote["reasoning"]
    said = done.metadata["judge_metadata"]
    assert said["yes_votes"] + said["no_votes"] == said["valid_votes"]
    assert said["threshold"] == said["valid_votes"] // 2 + 1


def test_the_rules_do_not_condense_turn_after_turn() -> None:
    """After a condensation the view must grow again before the next one (hysteresis)."""
    condenser = DynaContextCondenser(DynaContextCondenserConfig(context_length=20_000))
    view, condensed = View(()), []
    b = SessionBuilder()
    b.user("Fix the importer.")
    for number in range(150):
        routine(b, number, lines=12)
        view = View((*view.events, *b.messages[len(b.messages) - 2 - (number == 0) :]))
        done = condenser.condense(view)
        if done.outcome is Outcome.CONDENSED:
            condensed.append(number)
            view = done.view
    gaps = [later - earlier for earlier, later in pairwise(condensed)]
    assert condensed
    assert all(gap >= 10 for gap in gaps)
