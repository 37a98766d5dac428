"""When a history is compressed: threshold, time, cool-down, off (I27, I28, I30)."""

from __future__ import annotations

import logging
import tempfile
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tests.condensers.chat_history.talks import Clock, at, history, said, talk, with_tools
from uagent_memory.condensers.chat_history import ChatHistory, CompressionConfig
from uagent_memory.condensers.chat_history.view import Measure, view_of
from uagent_memory.errors import ConfigError
from uagent_memory.llm import ModelReply, ModelRequest, Outcome, ScriptedModel
from uagent_memory.tokens import default_counter


def _summaries(made: ChatHistory) -> int:
    return sum("is_compressed" in message for message in made.messages)


def test_over_the_threshold_the_oldest_turns_go(tmp_path: Path) -> None:
    """30 % of the uncompressed messages, whole turns, and never the newest three."""
    made = history(tmp_path, talk(10), token_threshold=1000, time_window_minutes=999)
    assert made.check().reason == "tokens"
    sent = made.messages_to_send()
    assert sent[0]["compression_info"]["original_message_count"] == 6
    assert sent[1:] == talk(10)[6:]


def test_below_the_threshold_nothing_happens(tmp_path: Path) -> None:
    """Neither many tokens nor much time."""
    made = history(tmp_path, talk(10), token_threshold=100_000, time_window_minutes=999)
    assert made.check().reason == "below_threshold"
    assert made.messages_to_send() == talk(10)


def test_what_lies_before_the_time_window_goes(tmp_path: Path) -> None:
    """Old turns are compressed below the threshold; those inside the window are not."""
    clock = Clock()
    clock.move(45)
    made = history(tmp_path, talk(10), clock=clock, token_threshold=100_000, batch_fraction=1.0)
    assert made.check().reason == "time"
    sent = made.messages_to_send()
    assert sent[0]["is_compressed"]
    assert sent[0]["compression_info"]["message_spans"][-1]["end_time"] < at(15)


def test_the_cool_down_counts_messages(tmp_path: Path) -> None:
    """Five messages must arrive between two automatic passes, also over a restart."""
    config = CompressionConfig(token_threshold=500, time_window_minutes=999)
    made = history(tmp_path, talk(10), token_threshold=500, time_window_minutes=999)
    made.messages_to_send()
    assert made.check().reason == "cooldown"
    again = ChatHistory("helper", "h1", tmp_path, config, clock=Clock())
    again.add_messages(talk(2))
    assert again.check().reason == "cooldown"
    again.add_message(said("user", "One more.", 50))
    assert again.check().due


def test_a_failure_does_not_shorten_the_cool_down(tmp_path: Path) -> None:
    """A model that fails is not asked again until messages have come; a manual call may ask."""
    model = ScriptedModel(ModelReply(Outcome.OVERLOADED))
    made = history(tmp_path, talk(10), token_threshold=500, time_window_minutes=999, model=model)
    made.messages_to_send()
    made.close()
    assert len(model.requests) == 1
    assert made.check().reason == "cooldown"
    made.messages_to_send()
    made.close()
    assert len(model.requests) == 1
    assert made.compress_now().status == "failed"
    assert len(model.requests) == 2
    assert made.messages == talk(10)


def test_off_is_obeyed_on_every_path(tmp_path: Path) -> None:
    """Automatic, manual, in the background, with a target; on again, it works again."""
    made = history(tmp_path, talk(10), token_threshold=500)
    made.disable_compression()
    assert made.messages_to_send() == talk(10)
    assert made.compress_now().status == "disabled"
    assert made.compress_now(target_tokens=10).status == "disabled"
    assert made.compress_in_background().result().status == "disabled"
    made.enable_compression()
    assert made.compress_now().status == "compressed"


def test_fixed_parts_over_the_threshold_are_said_once(
    tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    """A huge system message: one warning, no loop, no summary of two small turns (I28)."""
    system = said("system", "Rule: answer briefly and politely. " * 200, 0)
    made = history(tmp_path, [system, *talk(4)], token_threshold=600, time_window_minutes=999)
    with caplog.at_level(logging.WARNING):
        for minute in range(20):
            made.messages_to_send()
            role = "assistant" if minute % 2 else "user"
            made.add_message(said(role, "ok", 30 + minute))
    assert sum("fixed_parts_exceed" in record.getMessage() for record in caplog.records) == 1
    assert made.messages[0] == system
    assert made.stats().passes == 0


def test_what_can_be_compressed_still_is_beside_fixed_parts(tmp_path: Path) -> None:
    """Beyond a huge system message the threshold is held against the rest (I28)."""
    system = said("system", "Rule: answer briefly and politely. " * 200, 0)
    made = history(tmp_path, [system, *talk(20)], token_threshold=600, time_window_minutes=999)
    assert made.check().reason == "tokens"
    sent = made.messages_to_send()
    assert sent[0] == system
    assert sent[1]["is_compressed"]


def test_without_progress_nothing_is_tried_again(tmp_path: Path) -> None:
    """Messages too short to gain anything: no pass, and the cool-down holds (I27)."""
    short = [said("user" if n % 2 == 0 else "assistant", f"ok {n}", n) for n in range(40)]
    made = history(tmp_path, short, token_threshold=20, time_window_minutes=999)
    assert made.messages_to_send() == short
    assert made.check().reason == "cooldown"
    assert made.compress_now().status == "nothing"


def test_a_target_takes_as_many_passes_as_it_needs(tmp_path: Path) -> None:
    """Down to the target, or as far as it goes; never an endless loop."""
    made = history(tmp_path, talk(20))
    goal = made.tokens * 2 // 3
    outcome = made.compress_now(target_tokens=goal)
    assert outcome.tokens_after <= goal < outcome.tokens_before
    assert len(outcome.compressions) > 1
    assert outcome.tokens_after == made.tokens
    least = made.compress_now(target_tokens=1)
    assert least.tokens_after > 1
    assert made.messages[-6:] == talk(20)[-6:]


def test_many_compressions_stay_bounded(tmp_path: Path) -> None:
    """Summaries that outgrow half the threshold are merged from their originals (I32)."""
    clock = Clock()
    made = history(tmp_path, talk(3), clock=clock, token_threshold=1500, compression_cooldown=0)
    for n in range(40):
        made.add_messages(talk(3)[2 * (n % 3) : 2 * (n % 3) + 2])
        clock.move(1)
        made.messages_to_send()
    summaries = [message for message in made.messages if "is_compressed" in message]
    assert len(summaries) <= 6
    assert made.tokens < 2500
    assert any(entry.action == "merge" for entry in made.audit_log)
    assert len([m for m in made.display_items(unfolded=True) if m.state == "ORIGINAL"]) == 86
    made.restore()
    assert len(made.messages) == 86
    assert _summaries(made) == 0


def test_tool_exchanges_are_never_parted(tmp_path: Path) -> None:
    """A call and its result are on the same side of every batch (I1)."""
    made = history(tmp_path, with_tools(8), batch_fraction=0.1, compression_batch_size=2)
    while made.compress_now().status == "compressed":
        kept = made.messages
        calls = [c["id"] for m in kept for c in m.get("tool_calls", ())]
        results = [m["tool_call_id"] for m in kept if m["role"] == "tool"]
        assert calls == results
    assert _summaries(made) > 0


def test_an_open_call_is_never_compressed(tmp_path: Path) -> None:
    """A call that waits for its result stays, and all that follows it (I2)."""
    messages = [*with_tools(3)[:-2], *talk(4)]
    made = history(tmp_path, messages, preserve_recent_turns=0, batch_fraction=1.0)
    made.compress_now(target_tokens=1)
    assert [m for m in made.messages if "is_compressed" not in m] == messages[9:]


@pytest.mark.parametrize(
    ("fields", "told"),
    [
        ({"compress_system_messages": True}, "never"),
        ({"target_compression_ratio": 1.5}, "target_compression_ratio"),
        ({"token_treshold": 5}, "did you mean token_threshold"),
    ],
)
def test_wrong_settings_are_named(fields: dict[str, Any], told: str) -> None:
    """One line that says which field and why."""
    with pytest.raises(ConfigError, match=told):
        CompressionConfig(**fields)


def test_dynamic_control(tmp_path: Path) -> None:
    """`set_compression_ratio` changes how much goes, is checked, and is in the audit log."""
    kept = []
    for ratio in (0.3, 0.8):
        made = history(tmp_path / str(ratio), talk(10), batch_fraction=1.0)
        made.set_compression_ratio(ratio)
        kept.append(made.compress_now().tokens_after)
        assert made.audit_log[0].action == "set_ratio"
        with pytest.raises(ConfigError):
            made.set_compression_ratio(2.0)
    assert kept[1] < kept[0]


USER_LINE = "Please look at src/other.py as well, there are 250 rows in it. Thank you very much."
STEPS = st.sampled_from(["add", "add", "add", "send", "now", "off", "on"])


class _Failing:
    """Counts how often it was asked, and never answers."""

    name = "failing"

    def __init__(self) -> None:
        self.asked = 0

    async def complete(self, _request: ModelRequest) -> ModelReply:
        self.asked += 1
        return ModelReply(Outcome.OVERLOADED)


@settings(max_examples=40, deadline=None)
@given(st.lists(STEPS, max_size=60), st.integers(0, 7))
def test_the_cool_down_holds_whatever_happens(steps: list[str], cooldown: int) -> None:
    """I30: between automatic attempts that fail, messages must come; off means no call at all."""
    with tempfile.TemporaryDirectory() as name:
        model = _Failing()
        fields: dict[str, Any] = {"token_threshold": 300, "compression_cooldown": cooldown}
        made = history(Path(name), talk(5), model=model, **fields)
        since: int | None = None
        enabled = True
        for n, step in enumerate(steps):
            before = model.asked
            if step == "add":
                made.add_message(said("user" if n % 2 else "assistant", USER_LINE, 20 + n))
                since = None if since is None else since + 1
            elif step == "send":
                made.messages_to_send()
                made.close()
                if model.asked > before:
                    assert since is None or since >= cooldown
                    since = 0
            elif step == "now":
                made.compress_now()
                assert (model.asked > before) == enabled
            else:
                enabled = step == "on"
                (made.enable_compression if enabled else made.disable_compression)()
            assert enabled or model.asked == before
        assert _summaries(made) == 0


@settings(max_examples=40, deadline=None)
@given(st.integers(0, 400), st.integers(100, 900), st.integers(0, 12))
def test_the_threshold_is_held_against_what_can_be_compressed(
    words: int, threshold: int, turns: int
) -> None:
    """I28: fixed parts above it never cause a pass by themselves, and calls end by themselves."""
    with tempfile.TemporaryDirectory() as name:
        system = said("system", "Answer briefly. " * words, 0)
        messages = [system, *talk(turns)]
        made = history(
            Path(name), messages, token_threshold=threshold, time_window_minutes=9999,
            compression_cooldown=0,
        )  # fmt: skip
        decision = made.check()
        view = view_of(made.snapshot()[0], made.compression_config, Measure(default_counter()))
        measured = view.compressible if view.fixed >= threshold else view.total
        assert decision.due == (measured > threshold and bool(view.blocks))
        for _ in range(turns + 3):
            made.messages_to_send()
        assert made.stats().passes <= turns + 1
        assert made.messages[0] == system
        assert made.messages[-min(6, 2 * turns) :] == messages[-min(6, 2 * turns) :] or not turns
