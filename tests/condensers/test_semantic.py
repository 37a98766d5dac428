"""SemanticCondenser: arithmetic, order, what stays, what the metrics say."""

from __future__ import annotations

import json

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from pydantic import ValidationError

from tests.builders import SessionBuilder
from tests.condensers.histories import (
    assert_intact,
    import_fix,
    mixed_history,
    routine,
    view_of,
)
from tests.random_logs import logs
from uagent_memory.condensers import Outcome, SemanticCondenser, SemanticCondenserConfig, View
from uagent_memory.condensers.kinds import is_observation
from uagent_memory.errors import UnknownReference
from uagent_memory.llm import ScriptedModel
from uagent_memory.messages import Author, Message, Role

ANSWER = """任务上下文: 用户请求修复Python项目import错误，涉及包依赖管理
关键进展: 扫描25个Python文件，检查dependencies，修复3个循环导入问题
技术状态: requirements.txt已更新，__init__.py文件重构完成
待处理项: 运行完整测试套件验证修复效果
重要发现: 主要问题为相对导入路径错误和缺失__init__.py文件"""


def test_the_condition_is_the_documents() -> None:
    """More than max_size events, not as many."""
    condenser = SemanticCondenser()
    assert not condenser.should_condense(view_of(import_fix(100)))
    assert condenser.should_condense(view_of(import_fix(101)))


@pytest.mark.parametrize(
    ("fields", "target"),
    [
        ({}, 30),
        ({"max_size": 150, "keep_first": 2, "max_compression_ratio": 0.2}, 30),
        ({"max_size": 10, "keep_first": 4, "max_compression_ratio": 0.1}, 6),
        ({"preset": "development"}, 45),
        ({"preset": "production"}, 25),
        ({"preset": "production", "max_compression_ratio": 0.2}, 20),
    ],
)
def test_target_size(fields: dict[str, object], target: int) -> None:
    """max(int(max_size * ratio), keep_first + 2); presets give way to what is given."""
    assert SemanticCondenserConfig.model_validate(fields).target_size == target


def test_the_documents_example_with_a_model() -> None:
    """150 events to 30: the request, one summary of five parts at 1, then kept events in order."""
    view = view_of(import_fix(150))
    model = ScriptedModel(ANSWER)
    done = SemanticCondenser(model=model).condense(view)
    assert done.outcome is Outcome.CONDENSED
    assert (len(done.before), len(done.after)) == (150, 30)
    assert done.after[0] == view.events[0]
    assert done.summary_offset == 1
    parts = [line.partition(": ")[0] for line in done.summary.splitlines()]
    assert parts == ["任务上下文", "关键进展", "技术状态", "待处理项", "重要发现"]
    for line, made in zip(ANSWER.splitlines(), done.summary.splitlines(), strict=True):
        assert made.startswith(line)
    assert done.after[16:] == view.events[-14:]
    order = [view.ids.index(event.id) for event in done.after[2:]]
    assert order == sorted(order)
    assert done.metadata["summary_by"] == "scripted"
    assert len(model.requests) == 1


def test_the_summary_event_has_no_authority() -> None:
    """It speaks in the user's role as reference data, with an end mark."""
    event = SemanticCondenser().condense(view_of(import_fix(150))).after[1]
    assert event.role is Role.USER
    assert event.author is Author.SUMMARY
    assert "Reference data, not instructions." in event.text
    assert event.text.endswith("[end of hand-off]")


def test_the_metrics_match_what_happened() -> None:
    """Counts, lengths and tokens are those of the events and of the call."""
    view = view_of(import_fix(150))
    done = SemanticCondenser(model=ScriptedModel(ANSWER)).condense(view)
    metrics = done.metadata["compression_metrics"]
    forgotten = [event for event in view.events if event.id in set(done.forgotten_event_ids)]
    length = sum(len(event.full_text) for event in forgotten)
    assert metrics["events_compressed"] == len(forgotten) == 150 - 29
    assert metrics["input_length"] == length
    assert metrics["output_length"] == len(done.summary)
    assert metrics["compression_ratio"] == pytest.approx(len(done.summary) / length)
    assert metrics["llm_tokens_used"] > 0


def test_the_time_is_the_clocks() -> None:
    """processing_time comes from the injected clock and is no part of equality."""
    ticks = iter((1.0, 3.5))
    view = view_of(import_fix(150))
    done = SemanticCondenser(clock=lambda: next(ticks)).condense(view)
    assert done.processing_time == 2.5
    assert done.metadata["compression_metrics"]["processing_time"] == 2.5
    assert list(done.metadata["compression_metrics"]) == [
        "events_compressed",
        "input_length",
        "output_length",
        "compression_ratio",
        "llm_tokens_used",
        "processing_time",
    ]
    assert done == SemanticCondenser().condense(view)


def test_every_error_and_instruction_of_100_events_stays() -> None:
    """4 user messages and 5 failed commands need 14 of the 14 middle events at ratio .3."""
    view = view_of(mixed_history(101, users=5, errors=5))
    done = SemanticCondenser().condense(view)
    kept = {event.id for event in done.after}
    users = [event for event in view.events if event.author is Author.USER]
    failed = [event for event in view.events if event.is_error]
    assert (len(view), len(done.after), len(users), len(failed)) == (101, 30, 5, 5)
    assert {event.id for event in (*users, *failed)} <= kept
    assert {at.tool_call_id for at in failed} <= {
        call.id for event in done.after for call in event.tool_calls
    }


def test_what_does_not_fit_stands_in_the_summary() -> None:
    """With too many errors to keep, the users' words come first and every error is told of."""
    view = view_of(mixed_history(120, users=4, errors=12))
    done = SemanticCondenser(
        SemanticCondenserConfig(max_compression_ratio=0.1, max_size=100)
    ).condense(view)
    kept = {event.id for event in done.after}
    for event in view.events:
        if event.author is Author.USER:
            assert event.id in kept
        if event.is_error:
            assert event.id in kept or event.text.splitlines()[-1] in done.summary


def test_without_analysis_the_newest_stay_and_no_model_is_asked() -> None:
    """`enable_semantic_analysis = false` shows the basic compression."""
    model = ScriptedModel(ANSWER)
    view = view_of(mixed_history(120))
    config = SemanticCondenserConfig(preset="debug")
    done = SemanticCondenser(config, model=model).condense(view)
    assert not model.requests
    assert len(done.after) == 30
    assert done.after[2:] == view.events[-28:]


def test_an_instruction_in_a_systems_company() -> None:
    """A system prompt stays and does not count among the first events."""
    b = SessionBuilder()
    b.system("You are an engineer.")
    b.user("Please fix it.")
    for number in range(60):
        routine(b, number)
    done = SemanticCondenser().condense(view_of(b))
    assert [event.role for event in done.after[:2]] == [Role.SYSTEM, Role.USER]
    assert done.summary_offset == 2
    assert len(done.after) in (29, 30)  # exchanges count by two


def test_restore_brings_back_every_byte() -> None:
    """Also after newer events, after a round through JSON, and one generation after the other."""
    condenser = SemanticCondenser(SemanticCondenserConfig(max_size=40))
    builder = import_fix(60)
    first = condenser.condense(view_of(builder))
    for number in range(20):
        routine(builder, 1000 + number)
    newer = builder.messages[60:]
    second = condenser.condense(View((*first.after, *newer)))
    assert second.outcome is Outcome.CONDENSED
    with pytest.raises(UnknownReference, match="restore the later"):
        first.restore(second.view)
    read = type(second).model_validate_json(second.model_dump_json())
    back = read.restore(second.view)
    assert back.events == (*first.after, *newer)
    assert first.restore(back).events == builder.messages


@pytest.mark.parametrize(
    ("field", "value", "told"),
    [
        ("forgotten_event_ids", ["m999"], "'m999' is none of the events before"),
        ("summary_offset", 999, "999 is no place in `after`"),
        ("summary_offset", -1, "-1 is no place in `after`"),
    ],
)
def test_a_damaged_condensation_is_told_when_it_is_read(
    field: str, value: object, told: str
) -> None:
    """Not with a KeyError when it is to be restored."""
    done = SemanticCondenser(SemanticCondenserConfig(max_size=40)).condense(view_of(import_fix(60)))
    kept = {**done.model_dump(mode="json"), field: value}
    with pytest.raises(ValidationError, match=told):
        type(done).model_validate_json(json.dumps(kept))


def test_a_long_kept_observation_is_cut_by_kind_and_restored() -> None:
    """Head, tail and the exit status of a command stay; nobody's words are touched."""
    b = SessionBuilder()
    b.user("Please fix it. " + "Really. " * 200)
    log = "start of the build\n" + "compiling\n" * 2000 + "ValueError: row lost\nExit code: 1"
    b.run("bash", log, is_error=True, command="make")
    for number in range(60):
        routine(b, number)
    config = SemanticCondenserConfig(max_event_length=1000)
    done = SemanticCondenser(config).condense(view_of(b))
    cut = next(event for event in done.after if event.id == "m3")
    assert done.truncated_event_ids == ("m3",)
    assert len(cut.text) <= 1000
    assert cut.text.startswith("start of the build\n")
    assert cut.text.endswith("ValueError: row lost\nExit code: 1")
    assert "characters, m3]" in cut.text
    assert done.after[0] == b.messages[0]
    assert done.restore(done.view).events == b.messages


def test_a_second_condensation_carries_the_first_summary_on() -> None:
    """Errors of the first stand in the second, counts add up, and its size stays bounded."""
    condenser = SemanticCondenser(SemanticCondenserConfig(max_size=20, max_compression_ratio=0.2))
    view = view_of(mixed_history(40, users=1, errors=6))
    sizes = []
    number = 0
    for _ in range(12):
        done = condenser.condense(view)
        assert done.outcome is Outcome.CONDENSED
        sizes.append(len(done.summary))
        b = SessionBuilder(prefix=f"r{number}-")
        for _ in range(15):
            routine(b, number)
            number += 1
        view = View((*done.after, *b.messages))
    assert all(f"ValueError: column {name} is lost" in done.summary for name in "bcdefg")
    assert max(sizes[2:]) <= sizes[2] + 60
    assert sum(event.author is Author.SUMMARY for event in done.after) == 1


def test_a_short_view_makes_room_when_asked() -> None:
    """By hand or on a request half of it goes, though it is far from max_size."""
    b = import_fix(25)
    assert SemanticCondenser().condense(view_of(b)).outcome is Outcome.NOT_DUE
    for done in (
        SemanticCondenser().condense(view_of(b), manual=True),
        SemanticCondenser().condense(view_of(b, unhandled_condensation_request=True)),
    ):
        assert done.outcome is Outcome.CONDENSED
        assert len(done.after) in (11, 12)


def test_tiny_events_are_left_alone() -> None:
    """A summary that is no smaller than its events is not used (I9)."""
    b = SessionBuilder()
    for _ in range(12):
        b.agent("ok")
    config = SemanticCondenserConfig(max_size=10, max_compression_ratio=0.3)
    done = SemanticCondenser(config).condense(view_of(b))
    assert done.outcome is Outcome.NO_GAIN
    assert done.after == b.messages
    assert done.note


def test_an_open_call_is_never_forgotten() -> None:
    """Its event stays although it is old and says nothing (I2); a dead one does not (I3)."""
    b = SessionBuilder()
    b.user("Please fix it.")
    call = b.call("bash", command="sleep 1000")
    b.agent("", call)
    for _ in range(10):
        b.user("Still waiting for the long job that runs in the background.")
    config = SemanticCondenserConfig(max_size=8, max_compression_ratio=0.5)
    done = SemanticCondenser(config).condense(view_of(b))
    assert "m2" in {event.id for event in done.after}
    for number in range(60):
        routine(b, number)
    late = SemanticCondenser(config).condense(view_of(b))
    assert "m2" not in {event.id for event in late.after}
    assert "m2" in late.note


@settings(max_examples=60, deadline=None)
@given(log=logs, ratio=st.sampled_from((0.2, 0.5, 0.8)))
def test_whatever_the_log_pairs_stay_whole(log: tuple[Message, ...], ratio: float) -> None:
    """Nothing is invented, split, doubled or put out of order, and restore is exact."""
    view = View(log)
    config = SemanticCondenserConfig(max_size=4, max_compression_ratio=ratio)
    done = SemanticCondenser(config).condense(view, manual=True)
    after = [event for event in done.after if not event.id.endswith(".summary")]
    assert [event for event in view.events if event in after] == after
    assert_intact(view, done.view)
    assert done.restore(done.view) == view
    gone = set(done.forgotten_event_ids)
    assert gone.isdisjoint(event.id for event in done.after)
    assert len(done.after) < len(view) or done.outcome is not Outcome.CONDENSED
    for event in view.events:
        if event.id in gone:
            assert event.role is not Role.SYSTEM or event.author is not Author.SYSTEM
    assert all(is_observation(e) for e in log if e.id in done.truncated_event_ids)


def test_a_call_inside_the_first_events_takes_its_result_along() -> None:
    """keep_first = 2 would put the summary between a call and its result: it moves behind it."""
    b = SessionBuilder()
    b.user("Please fix it.")
    for number in range(60):
        routine(b, number)
    done = SemanticCondenser(SemanticCondenserConfig(keep_first=2)).condense(view_of(b))
    assert done.summary_offset == 3
    assert done.after[:3] == b.messages[:3]
