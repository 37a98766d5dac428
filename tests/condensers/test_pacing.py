"""The switch, the cool-down and the stuck view (I27, I28, I30), for every condenser."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Callable

import pytest
import structlog
from hypothesis import given, settings
from hypothesis import strategies as st

from tests.builders import SessionBuilder
from tests.condensers.histories import mixed_history, routine, view_of
from uagent_memory.condensers import (
    Condensation,
    Condenser,
    DynaContextCondenser,
    LLMCondenser,
    LLMCondenserConfig,
    Outcome,
    RecentCondenser,
    RecentCondenserConfig,
    SemanticCondenser,
    SemanticCondenserConfig,
    View,
)
from uagent_memory.condensers.pacing import Pacer, Trigger
from uagent_memory.llm import ScriptedModel
from uagent_memory.llm.protocol import ModelReply
from uagent_memory.llm.protocol import Outcome as Fault
from uagent_memory.messages import Author, Message, Role

BROKEN = ScriptedModel(ModelReply(Fault.OVERLOADED))
YES = ScriptedModel("REASONING: a part is done\nDECISION: YES")

MAKERS: dict[str, Callable[[], Condenser]] = {
    "semantic": lambda: SemanticCondenser(SemanticCondenserConfig(max_size=10)),
    "dynacontext": lambda: DynaContextCondenser(judge=YES),
    "llm": lambda: LLMCondenser(LLMCondenserConfig(max_size=10), model=BROKEN),
    "recent": lambda: RecentCondenser(RecentCondenserConfig(max_size=10)),
}
every = pytest.mark.parametrize("make", MAKERS.values(), ids=MAKERS)


def _view(size: int = 60, *, requested: bool = False) -> View:
    return view_of(mixed_history(size), unhandled_condensation_request=requested)


def _event(number: int) -> Message:
    return Message(
        id=f"n{number}", seq=number, role=Role.ASSISTANT, author=Author.AGENT, text="DEBUG: x " * 9
    )


@every
def test_all_share_one_shape(make: Callable[[], Condenser]) -> None:
    """An orchestrator can swap them, synchronously and not."""
    condenser = make()
    assert isinstance(condenser, Condenser)
    assert condenser.condense(_view(), manual=True).outcome is Outcome.CONDENSED
    done = asyncio.run(make().acondense(_view(), manual=True))
    assert done == make().condense(_view(), manual=True)


@every
def test_off_is_obeyed_on_every_path(make: Callable[[], Condenser]) -> None:
    """Automatic, requested, by hand, asynchronous: nothing changes and nobody is asked."""
    condenser = make()
    condenser.enabled = False
    view = _view(requested=True)
    assert not condenser.should_condense(view)
    results = [
        condenser.condense(_view()),
        condenser.condense(view),
        condenser.condense(view, manual=True),
        asyncio.run(condenser.acondense(view, manual=True)),
    ]
    for done in results:
        assert done.outcome is Outcome.OFF
        assert done.after == done.before
        assert done.note
    condenser.enabled = True
    assert condenser.condense(view).outcome is Outcome.CONDENSED


@every
def test_a_request_is_answered_once(make: Callable[[], Condenser]) -> None:
    """The same request without a new event gets the same view and says so (I27)."""
    condenser = make()
    done = condenser.condense(_view(requested=True))
    assert done.outcome is Outcome.CONDENSED
    again = condenser.condense(View(done.after, unhandled_condensation_request=True))
    assert again.outcome is Outcome.NOTHING_NEW
    assert again.after == done.after
    assert "no new event" in again.note


@every
def test_a_result_that_stands_is_not_condensed_again_by_hand(
    make: Callable[[], Condenser],
) -> None:
    """An unchanged view is left alone (I10)."""
    condenser = make()
    done = condenser.condense(_view(), manual=True)
    assert condenser.condense(done.view, manual=True).outcome is Outcome.NOTHING_NEW


@settings(max_examples=60, deadline=None)
@given(
    steps=st.lists(
        st.tuples(st.integers(0, 4), st.sampled_from(("auto", "manual", "request")), st.booleans()),
        max_size=25,
    ),
    cool_down=st.integers(1, 6),
)
def test_the_cool_down_survives_failures(
    steps: list[tuple[int, str, bool]], cool_down: int
) -> None:
    """Automatic attempts are `cool_down` new events apart, also after failures; a manual call is
    refused only where a result stands and nothing is new; a request only if nothing is new."""
    pacer = Pacer(cool_down=cool_down)
    events: list[Message] = [_event(0)]
    since, tried, stands = 0, False, False
    for new, call, succeeds in steps:
        for _ in range(new):
            events.append(_event(len(events)))
        since += new
        view = View(tuple(events))
        trigger = {
            "auto": Trigger.THRESHOLD,
            "manual": Trigger.MANUAL,
            "request": Trigger.CONDENSATION_REQUEST,
        }[call]
        refusal = pacer.refusal(view, trigger)
        if call == "manual":
            expected = Outcome.NOTHING_NEW if tried and stands and not since else None
        elif tried and not since:
            expected = Outcome.NOTHING_NEW
        elif call == "auto" and tried and since < cool_down:
            expected = Outcome.COOLING_DOWN
        else:
            expected = None
        assert refusal is expected
        if refusal is None:
            pacer.attempted(view, succeeded=succeeds)
            since, tried, stands = 0, True, succeeds


def test_a_failed_attempt_cools_down_and_a_manual_call_overrides_it() -> None:
    """Where nothing can be gained, the next automatic attempt waits; by hand it is tried again."""
    b = SessionBuilder()
    for _ in range(14):
        b.agent("ok")
    condenser = SemanticCondenser(
        SemanticCondenserConfig(max_size=10, max_compression_ratio=0.8), cool_down=3
    )
    assert condenser.condense(view_of(b)).outcome is Outcome.NO_GAIN
    b.agent("ok")
    assert condenser.condense(view_of(b)).outcome is Outcome.COOLING_DOWN
    assert condenser.condense(view_of(b), manual=True).outcome is Outcome.NO_GAIN
    for _ in range(12):
        b.agent("ok " * 300)
    assert condenser.condense(view_of(b)).outcome is Outcome.CONDENSED


@pytest.mark.parametrize("name", ["semantic", "llm", "recent"])
def test_fixed_parts_over_the_limit_are_said_once(
    name: str, caplog: pytest.LogCaptureFixture
) -> None:
    """Open calls alone fill the view: one warning, then silence, then again once they fitted."""
    structlog.reset_defaults()  # another test may have configured it
    condenser = MAKERS[name]()
    b = SessionBuilder()
    b.user("Please run all of them.")
    calls = [b.call("bash", command=f"sleep {n}") for n in range(12)]
    for call in calls:
        b.agent("", call)
    with caplog.at_level(logging.WARNING):
        results: list[Condensation] = []
        for _ in range(4):
            b.user("Are they done?")
            results.append(condenser.condense(view_of(b)))
    assert {done.outcome for done in results} == {Outcome.NOTHING_TO_FORGET}
    assert [bool(done.note) for done in results] == [True, False, False, False]
    assert sum("condenser.stuck" in record.getMessage() for record in caplog.records) == 1
    for call in calls:
        b.result(call, "done " * 30)
    for number in range(12):
        routine(b, number, lines=9)
    assert condenser.condense(view_of(b)).outcome is Outcome.CONDENSED


@settings(max_examples=40, deadline=None)
@given(fixed=st.integers(0, 14), loose=st.integers(0, 30), max_size=st.integers(6, 16))
def test_the_threshold_is_compared_with_what_can_be_condensed(
    fixed: int, loose: int, max_size: int
) -> None:
    """Over max_size a view is condensed if what must stay leaves room, and then it is under it."""
    b = SessionBuilder()
    b.user("Please go on.")
    for number in range(loose):
        routine(b, number, lines=5)
    for number in range(fixed):
        b.agent("", b.call("bash", command=f"sleep {number}"))
    condenser = RecentCondenser(RecentCondenserConfig(max_size=max_size))
    view = view_of(b)
    done = condenser.condense(view)
    waiting = min(fixed, len(view))
    if len(view) <= max_size:
        assert done.outcome is Outcome.NOT_DUE
    elif 1 + waiting + 1 >= max_size:
        assert done.outcome is Outcome.NOTHING_TO_FORGET
    else:
        assert done.outcome is Outcome.CONDENSED
        assert len(done.after) <= max_size
