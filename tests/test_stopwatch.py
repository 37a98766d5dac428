"""Measured times: on the result, outside equality and every rendering."""

from __future__ import annotations

import json
from collections.abc import Iterator

import pytest

from tests.sessions import team_session
from uagent_memory.brief import prepare
from uagent_memory.driver import run
from uagent_memory.engine import EightSegmentCompressionEngine
from uagent_memory.inputs import Inputs
from uagent_memory.segments import Telemetry
from uagent_memory.stateless import compress_context, compress_context_sync
from uagent_memory.stopwatch import Stopwatch

STAGES = {"count", "mask", "analyze", "prioritize", "propose", "generate", "validate", "render"}


def ticks() -> Iterator[float]:
    """A clock that is one second on at each look."""
    now = 0.0
    while True:
        yield now
        now += 1.0


def test_a_stage_adds_up_as_often_as_it_is_entered() -> None:
    """Two rounds of one second each, in six looks at the clock."""
    clock = ticks()
    watch = Stopwatch(lambda: next(clock))
    for _ in range(2):
        with watch.stage("generate"):
            pass
    told = watch.telemetry()
    assert (told.stages, told.passes, told.seconds) == ({"generate": 2.0}, 2, 5.0)


def test_a_stage_that_fails_is_measured_too() -> None:
    """The time before an error is not lost."""
    clock = ticks()
    watch = Stopwatch(lambda: next(clock))
    with pytest.raises(ValueError, match="no"), watch.stage("analyze"):
        raise ValueError("no")
    assert watch.telemetry().stages == {"analyze": 1.0}


def test_without_a_clock_nothing_is_measured() -> None:
    """The core alone reads no clock: its telemetry is empty."""
    messages = team_session()
    brief = prepare(messages, Inputs(budget=900))
    assert EightSegmentCompressionEngine().compress(messages, brief).telemetry == Telemetry()


def test_every_stage_of_a_call_is_measured() -> None:
    """Seconds by stage within the total, the passes, and how many messages were read."""
    messages = team_session()
    told = compress_context_sync(messages, budget=900).telemetry
    assert told.stages.keys() == STAGES
    assert 0 < sum(told.stages.values()) <= told.seconds
    assert told.passes >= 1
    assert (told.messages_read, told.messages_cached) == (len(messages), 0)


def test_messages_known_from_an_earlier_call_are_told_apart() -> None:
    """The second call of one engine reads what is new only."""
    messages, engine = team_session(), EightSegmentCompressionEngine()
    run(engine, messages[:-2], Inputs(budget=900))
    told = run(engine, messages, Inputs(budget=900)).telemetry
    assert (told.messages_read, told.messages_cached) == (2, len(messages) - 2)


async def test_times_are_in_no_output_and_in_no_comparison() -> None:
    """Equal input gives equal bytes and equal results, however long it took."""
    messages = team_session()
    first = compress_context_sync(messages, budget=900)
    second = await compress_context(messages, budget=900)
    assert first.telemetry != second.telemetry
    assert first == second
    assert "telemetry" not in json.loads(first.model_dump_json())
    assert first.model_dump_json() == second.model_dump_json()
    assert "telemetry" not in repr(first)
    assert len(first.messages("openai", tail=2)) > len(first.messages("openai"))


def test_an_engine_for_one_call_remembers_nothing() -> None:
    """It makes the same hand-off, and reads every message anew."""
    messages, engine = team_session(), EightSegmentCompressionEngine(remembers=False)
    inputs = Inputs(budget=700)
    first, second = (run(engine, messages, inputs) for _ in range(2))
    assert first == second == run(EightSegmentCompressionEngine(), messages, inputs)
    assert second.telemetry.messages_read == len(messages)
    assert not second.telemetry.messages_cached
