"""Compression beside the conversation: nothing waits, nothing is lost (I8, I14, I15)."""

from __future__ import annotations

import asyncio
import copy
import threading
from pathlib import Path
from typing import Any

import pytest

from tests.condensers.chat_history.talks import Clock, history, said, talk
from uagent_memory.condensers.chat_history import (
    ChatHistory,
    CompressionConfig,
    HistoryNotWritten,
)
from uagent_memory.condensers.chat_history.durable_file import OsFiles
from uagent_memory.config import Settings
from uagent_memory.llm import ModelReply, ModelRequest, Outcome, ScriptedModel
from uagent_memory.stores import StoreConflict

PROSE = (
    "The user asked how to make src/import_1.py and src/import_2.py faster, reading 1000 and 2000 "
    "rows a minute. The assistant found that a new connection for every row costs the time: use "
    "one connection for the whole run and commit every 100 or 200 rows."
)
FAST: dict[str, Any] = {
    "token_threshold": 400,
    "time_window_minutes": 999,
    "compression_batch_size": 4,
}


class WaitingModel:
    """Answers when it is let go."""

    name = "waiting"

    def __init__(self) -> None:
        self.asked = threading.Event()
        self.go = threading.Event()

    async def complete(self, request: ModelRequest) -> ModelReply:
        self.asked.set()
        await asyncio.to_thread(self.go.wait, 30)
        return ModelReply(Outcome.TEXT, text=PROSE)


def test_messages_that_arrive_meanwhile_are_kept_once_and_in_order(tmp_path: Path) -> None:
    """The conversation goes on while the model writes; then the summary takes its place."""
    model = WaitingModel()
    made = history(tmp_path, talk(6), model=model, **FAST)
    assert made.messages_to_send() == talk(6)
    assert model.asked.wait(10)
    late = [said("user", f"Meanwhile {n}.", 20 + n) for n in range(5)]
    for message in late:
        made.add_message(message)
    assert made.compress_now().status == "busy"
    model.go.set()
    made.close()
    assert made.messages[0]["is_compressed"]
    assert made.messages[1:] == [*talk(6)[4:], *late]
    assert made.restore() == talk(6)[:4]
    assert made.messages == [*talk(6), *late]


def test_what_changed_meanwhile_is_not_overwritten(tmp_path: Path) -> None:
    """Turned off while the model writes: the history stays, and the outcome says why."""
    model = WaitingModel()
    made = history(tmp_path, talk(6), model=model, **FAST)
    future = made.compress_in_background()
    assert model.asked.wait(10)
    made.disable_compression()
    model.go.set()
    outcome = future.result(10)
    assert (outcome.status, made.messages) == ("failed", talk(6))
    assert "turned off" in outcome.reason


FAILURES = [
    ModelReply(Outcome.EMPTY),
    ModelReply(Outcome.REFUSED, detail="refusal"),
    ModelReply(Outcome.TRUNCATED, text=PROSE),
    ModelReply(Outcome.TIMED_OUT),
    RuntimeError("the provider is on fire"),
    "   ",
    "Error: rate limit of 4096 tokens exceeded, see https://example.invalid/limits",
    "The user asked about src/export_9.py.",
    "用户问了导入的问题，助手回答了。",
]


@pytest.mark.parametrize("answer", FAILURES, ids=range(len(FAILURES)))
def test_any_failure_leaves_the_history_as_it_was(tmp_path: Path, answer: object) -> None:
    """No text, an error's text, an invention, another language: nothing changes, it is reported."""
    model = ScriptedModel(answer)  # type: ignore[arg-type]
    made = history(tmp_path, talk(6), model=model, **FAST)
    outcome = made.compress_now()
    assert outcome.status == "failed"
    assert outcome.reason
    assert made.messages == talk(6)
    assert made.audit_log[-1].action == "failed"
    assert made.stats().failures == 1


def test_the_rules_can_take_over(tmp_path: Path) -> None:
    """With `fallback="rules"` a failure costs nothing but the model's prose."""
    model = ScriptedModel(ModelReply(Outcome.OVERLOADED))
    made = history(tmp_path, talk(6), model=model, fallback="rules", **FAST)
    assert made.compress_now().status == "compressed"
    entry = made.audit_log[-1]
    assert (entry.method, entry.reason) == ("rules", "overloaded")


def test_a_longer_summary_is_not_used(tmp_path: Path) -> None:
    """Output is smaller than input, or the input stands (I9)."""
    text = " ".join(message["content"] for message in talk(2)) * 2
    made = history(tmp_path, talk(6), model=ScriptedModel(text), **FAST)
    assert made.compress_now().status == "failed"
    assert made.messages == talk(6)


async def test_an_event_loop_goes_on(tmp_path: Path) -> None:
    """`compress` waits without holding the loop; the rule path works inside a loop too."""
    model = WaitingModel()
    made = history(tmp_path, talk(6), model=model, **FAST)
    task = asyncio.create_task(made.compress())
    await asyncio.to_thread(model.asked.wait, 10)
    assert not task.done()
    made.add_message(said("user", "Meanwhile.", 20))
    model.go.set()
    assert (await task).status == "compressed"
    other = history(tmp_path / "other", talk(8), **FAST)
    assert other.messages_to_send()[0]["is_compressed"]


class _FullDisk(OsFiles):
    full = False

    def fsync(self, descriptor: int) -> None:
        if self.full:
            raise OSError(28, "No space left on device")
        super().fsync(descriptor)


def test_a_full_disk_changes_nothing(tmp_path: Path) -> None:
    """Neither the file nor what the object shows; afterwards it works again."""
    files = _FullDisk()
    made = history(tmp_path, talk(6), files=files, **FAST)
    files.full = True
    with pytest.raises(HistoryNotWritten, match="as it was"):
        made.add_message(said("user", "Lost?", 30))
    with pytest.raises(HistoryNotWritten):
        made.compress_now()
    assert made.messages == talk(6)
    assert ChatHistory("helper", "h1", tmp_path).messages == talk(6)
    files.full = False
    made.add_message(said("user", "Found.", 31))
    assert made.compress_now().status == "compressed"


def test_another_writer_is_noticed(tmp_path: Path) -> None:
    """Two objects on one file: the second to write is told, nothing is overwritten."""
    first = history(tmp_path, talk(2))
    second = ChatHistory("helper", "h1", tmp_path, clock=Clock())
    second.add_message(said("user", "From the second.", 9))
    with pytest.raises(StoreConflict, match="open it again"):
        first.add_message(said("user", "From the first.", 9))
    assert ChatHistory("helper", "h1", tmp_path).messages[-1]["content"] == "From the second."


def test_inputs_are_never_changed(tmp_path: Path) -> None:
    """Neither what is added nor what is shown is shared (I14)."""
    messages = talk(4)
    del messages[0]["created_at"]
    before = copy.deepcopy(messages)
    made = history(tmp_path, messages, preserve_recent_turns=0)
    made.messages[0]["content"] = "changed outside"
    made.compress_now()
    assert messages == before
    assert made.restore()[0]["content"] == before[0]["content"]


def test_progress_is_told(tmp_path: Path) -> None:
    """Each step of a pass, with its batch."""
    told: list[tuple[str, int, int]] = []
    made = history(
        tmp_path,
        talk(8),
        progress=lambda step: told.append((step.phase, step.number, step.messages)),
    )
    made.compress_now()
    assert told == [("selected", 1, 4), ("validated", 1, 4), ("saved", 1, 4)]


class SilentModel:
    """Never answers."""

    name = "silent"

    async def complete(self, request: ModelRequest) -> ModelReply:
        await asyncio.sleep(3600)
        raise AssertionError(request)


def test_a_model_that_never_answers_is_given_up(tmp_path: Path) -> None:
    """After three times the seconds of an attempt; the history is as it was."""
    made = ChatHistory(
        "helper", "h1", tmp_path, CompressionConfig(**FAST), clock=Clock(), model=SilentModel(),
        settings=Settings(model_seconds=0.01),
    )  # fmt: skip
    made.add_messages(talk(6))
    outcome = made.compress_now()
    assert (outcome.status, outcome.reason) == ("failed", "timed_out")
    assert made.messages == talk(6)
