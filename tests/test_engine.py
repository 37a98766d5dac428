"""The engine as a whole: budgets, statuses, gates, determinism."""

from __future__ import annotations

import os
import re
import subprocess
import sys
from collections.abc import Iterator

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from tests.sessions import random_sessions, team_session
from uagent_memory.brief import prepare
from uagent_memory.engine import EightSegmentCompressionEngine
from uagent_memory.errors import BudgetError, BudgetTooSmall, InputError, UnknownReference
from uagent_memory.inputs import Inputs
from uagent_memory.messages import Author, Message
from uagent_memory.segments import CompressedContext, Entry, SegmentName
from uagent_memory.stateless import compress_context_sync
from uagent_memory.tokens import O200kCounter

COUNTER = O200kCounter()
PROPERTY = settings(max_examples=60, deadline=None, suppress_health_check=[HealthCheck.too_slow])


def entries_of(result: CompressedContext) -> Iterator[Entry]:
    stack = [entry for segment in result.segments for entry in segment.entries]
    while stack:
        entry = stack.pop()
        yield entry
        stack.extend(entry.children)


def segment_text(result: CompressedContext, name: SegmentName) -> str:
    return "\n".join(
        entry.text
        for segment in result.segments
        if segment.name is name
        for entry in entries_of(result.model_copy(update={"segments": (segment,)}))
    )


@given(random_sessions(), st.integers(200, 1500))
@PROPERTY
def test_never_over_budget_and_smaller_than_the_input(
    messages: tuple[Message, ...], budget: int
) -> None:
    """Whatever comes in: within the budget, smaller than the input, counted truly."""
    try:
        result = compress_context_sync(messages, budget=budget)
    except BudgetError:
        return
    assert COUNTER.count(result.markdown) == result.tokens
    if result.status == "unchanged":
        return
    assert result.tokens <= budget
    assert result.tokens < result.report.original_tokens


@given(random_sessions())
@settings(max_examples=25, deadline=None, suppress_health_check=[HealthCheck.too_slow])
def test_minimum_budget_is_exact(messages: tuple[Message, ...]) -> None:
    """At the minimum budget the same call is accepted, one token less is not."""
    try:
        first = compress_context_sync(messages, budget=250)
    except BudgetError:
        return
    if first.status == "unchanged":
        return
    minimum = first.report.minimum_budget
    at = compress_context_sync(messages, budget=minimum)
    assert at.status in ("accepted", "unchanged")
    if at.status == "accepted":
        assert at.report.minimum_budget == minimum
    try:
        below = compress_context_sync(messages, budget=minimum - 1)
    except BudgetError:
        return
    assert below.status != "accepted"


@given(random_sessions())
@settings(max_examples=25, deadline=None, suppress_health_check=[HealthCheck.too_slow])
def test_equal_inputs_give_equal_bytes(messages: tuple[Message, ...]) -> None:
    """A fresh engine and a used one write the same JSON."""
    engine = EightSegmentCompressionEngine()
    try:
        first = engine.compress(messages, prepare(messages, Inputs(budget=400)))
    except BudgetError:
        return
    again = engine.compress(messages, prepare(messages, Inputs(budget=400)))
    fresh = compress_context_sync(messages, budget=400)
    assert first.model_dump_json() == again.model_dump_json() == fresh.model_dump_json()
    assert first == fresh


@given(random_sessions())
@PROPERTY
def test_every_entry_cites_sources_of_the_input(messages: tuple[Message, ...]) -> None:
    """Each entry has spans, and each span lies inside a message that came in."""
    try:
        result = compress_context_sync(messages, budget=500)
    except BudgetError:
        return
    by_id = {message.id: message for message in messages}
    for entry in entries_of(result):
        assert entry.sources, entry
        for span in entry.sources:
            text = by_id[span.message_id].part(span.part)
            assert 0 <= span.start <= span.end <= len(text)


@given(random_sessions())
@PROPERTY
def test_user_segment_holds_only_users_words(messages: tuple[Message, ...]) -> None:
    """Whatever stands under All user messages was written by a person."""
    try:
        result = compress_context_sync(messages, budget=500)
    except BudgetError:
        return
    authors = {message.id: message.author for message in messages}
    for segment in result.segments:
        if segment.name is SegmentName.USER_MESSAGES:
            cited = {span.message_id for entry in segment.entries for span in entry.sources}
            assert all(authors[name] is Author.USER for name in cited)


@pytest.mark.parametrize(
    ("turns", "shown"),
    [
        (
            (
                "We ship the first 40 boards in May.",
                "The casing costs 900 euros, which nobody approved.",
            ),
            "- Li: The casing",
        ),
        (
            (
                "第一批 40 块板子五月发货，测试由北区完成。",
                "外壳要花九百欧元，这笔钱还没有人批准过。",
            ),
            "- Li：外壳",
        ),
    ],
)
def test_a_speakers_name_is_no_part_of_the_words(turns: tuple[str, str], shown: str) -> None:
    """It stands before them where several people talk."""
    talk = [
        {"role": "user", "agent": name, "content": f"{text} {n} " * 4}
        for n in range(12)
        for name, text in zip(("Ana", "Li"), turns, strict=True)
    ]
    result = compress_context_sync(talk, budget=700)
    said = "\n".join(str(turn["content"]) for turn in talk)
    entries = [e for s in result.segments if s.name is SegmentName.USER_MESSAGES for e in s.entries]
    assert all(entry.speaker.strip(" :：") in ("Ana", "Li") for entry in entries)
    for entry in entries:
        for piece in re.split(r"\[\.\.\.[^\]]*\]", entry.text):
            assert "".join(piece.split()) in "".join(said.split())
    assert shown in result.markdown


def test_inputs_are_not_changed() -> None:
    """The messages are the same objects with the same content afterwards."""
    messages = team_session()
    before = [message.model_dump_json() for message in messages]
    compress_context_sync(messages, budget=600)
    assert [message.model_dump_json() for message in messages] == before


def test_another_process_and_hash_seed_give_the_same_bytes() -> None:
    """No set order, no hash order, no clock."""
    code = (
        "from tests.sessions import team_session\n"
        "from uagent_memory.stateless import compress_context_sync\n"
        "print(compress_context_sync(team_session(), budget=700).model_dump_json())"
    )
    outputs = {
        subprocess.run(
            [sys.executable, "-c", code],
            env={**os.environ, "PYTHONHASHSEED": seed, "PYTHONPATH": os.pathsep.join(sys.path)},
            capture_output=True,
            check=True,
        ).stdout
        for seed in ("1", "2")
    }
    assert len(outputs) == 1


def test_the_team_session_is_told() -> None:
    """What is wanted, ruled, changed, failed and fixed, decided, open - all in one hand-off."""
    result = compress_context_sync(team_session(), role="coder", to="tester", budget=900)
    text = result.markdown
    assert result.status == "accepted"
    assert "Do not change the public API of Gateway." in text
    assert "所有注释必须用英文写。" in text
    assert "src/limits.py" in segment_text(result, SegmentName.FILES)
    assert "TokenBucket" in segment_text(result, SegmentName.FILES)
    assert "instead of a sliding window" in segment_text(result, SegmentName.PROBLEM_SOLVING)
    assert "docs/limits.md" in segment_text(result, SegmentName.PENDING_TASKS)
    assert "Add the token bucket" not in segment_text(result, SegmentName.PENDING_TASKS)
    assert "好的，接下来请写文档，不要改 Gateway。" in segment_text(
        result, SegmentName.PRIMARY_REQUEST
    )


def test_a_refused_edit_is_no_change() -> None:
    """src/gateway.py was read and an edit was denied: it is not listed as modified."""
    result = compress_context_sync(team_session(), budget=900)
    for line in segment_text(result, SegmentName.FILES).splitlines():
        if "src/gateway.py" in line:
            assert "modified" not in line


def test_too_short_comes_back_whole() -> None:
    """A session within the budget is not compressed, and the result says so."""
    result = compress_context_sync(team_session(padding="short"), budget=50_000)
    assert result.status == "unchanged"
    assert "too short" in result.report.warnings[0]
    assert "所有注释必须用英文写。" in result.markdown


def test_small_budget_degrades_and_says_what() -> None:
    """Below the minimum the result still fits, names its degraded items, and strict raises."""
    budget = compress_context_sync(team_session(), budget=900).report.minimum_budget - 1
    result = compress_context_sync(team_session(), budget=budget)
    assert result.status == "budget_too_small"
    assert result.tokens <= budget
    assert result.report.degraded
    with pytest.raises(BudgetTooSmall) as caught:
        compress_context_sync(team_session(), budget=budget, strict=True)
    assert caught.value.minimum_budget == result.report.minimum_budget
    assert caught.value.result == result


@pytest.mark.parametrize("budget", [0, -5, 10])
def test_impossible_budgets_are_errors(budget: int) -> None:
    """Not positive, or below the bare frame."""
    with pytest.raises(BudgetError):
        compress_context_sync(team_session(), budget=budget)


@pytest.mark.parametrize("ratio", [0.0, -1.0, 1.5, float("nan"), float("inf")])
def test_impossible_ratios_are_errors(ratio: float) -> None:
    """Only ratios above 0 and at most 1."""
    with pytest.raises(BudgetError):
        compress_context_sync(team_session(), ratio=ratio)


def test_no_messages_is_an_error() -> None:
    """There is nothing to compress."""
    with pytest.raises(InputError, match="no messages"):
        compress_context_sync((), budget=500)


def test_keep_pins_messages_and_literals() -> None:
    """Pinned things are in the text whatever their worth; an unknown pin is an error."""
    result = compress_context_sync(team_session(), budget=900, keep=("line 237 of", "m6"))
    assert "line 237 of an uninteresting listing" in result.markdown
    with pytest.raises(UnknownReference, match="nowhere"):
        compress_context_sync(team_session(), budget=900, keep=("nowhere to be found",))


def test_receivers_get_different_things() -> None:
    """The receiver's shares and must-get kinds change what is kept."""
    texts = {
        to: compress_context_sync(team_session(), role="coder", to=to, budget=700).markdown
        for to in ("tester", "reviewer", "planner")
    }
    assert len(set(texts.values())) == 3
