"""Milliseconds of the rule paths: 150 events, 45 KB, of English, Chinese and failing work.

The chat history compresses one batch of its default size, and the file is written; retrieval
selects from 150 segments of a transcript.
"""

from __future__ import annotations

import argparse
import tempfile
import time
from collections.abc import Callable, Sequence
from functools import partial
from statistics import median
from typing import Any

from uagent_memory.condensers import (
    Condenser,
    DynaContextCondenser,
    RecentCondenser,
    SemanticCondenser,
    View,
)
from uagent_memory.condensers.chat_history import ChatHistory, CompressionConfig
from uagent_memory.condensers.retrieval import RetrievalConfig, SummaryCompressor
from uagent_memory.condensers.retrieval.settings import Language

__all__ = ["history", "main"]

EVENTS, CHARACTERS = 150, 45_000
SAID: dict[Language, str] = {
    "en": "I will run the tests for module {n} next, because its import failed before.",
    "zh": "接下来运行模块 {n} 的测试，因为之前它的导入失败了。",
}
ASKED: dict[Language, str] = {
    "en": "Why did the import of module {n} fail?",
    "zh": "模块 {n} 的导入为什么失败？",
}
MAKERS: dict[str, Callable[[], Condenser]] = {
    "semantic": SemanticCondenser,
    "dynacontext": DynaContextCondenser,
    "recent": RecentCondenser,
}


def history(language: Language, *, failing: bool) -> View:
    """A session of EVENTS events and about CHARACTERS characters."""
    items: list[dict[str, object]] = [
        {
            "role": "user",
            "content": "请修复 import 错误。" if language == "zh" else "Fix the imports.",
        }
    ]
    for n in range((EVENTS - 1) // 2):
        call = {
            "id": f"c{n}",
            "name": "bash",
            "arguments": {"command": f"pytest tests/test_{n}.py"},
        }
        told = f"E   ImportError: no name 'x{n}'\n1 failed" if failing else "12 passed in 0.31s"
        items.append(
            {"role": "assistant", "content": SAID[language].format(n=n), "tool_calls": [call]}
        )
        items.append({"role": "tool", "tool_call_id": call["id"], "content": told})
    size = sum(len(str(item["content"])) for item in items)
    filler = "DEBUG: Loading configuration file\n"
    more = filler * ((CHARACTERS - size) // (len(items) // 2) // len(filler))
    for item in items:
        if item["role"] == "tool":
            item["content"] = f"{more}{item['content']}"
    items.append({"role": "assistant", "content": SAID[language].format(n=0)})
    return View.of(items)


def main(arguments: Sequence[str]) -> int:
    parser = argparse.ArgumentParser(prog="python -m benchmarks condensers", description=__doc__)
    parser.add_argument("--repeat", type=int, default=7, help="runs of which the median counts")
    options = parser.parse_args(arguments)
    print(f"{'condenser':<12}{'session':<14}{'events':>7}{'KB':>6}{'ms':>8}{'CPU ms':>8}")
    _time_condensers(options.repeat)
    for language in SAID:
        _time_chat(language, options.repeat)
        _time_retrieval(language, options.repeat)
    return 0


def _time_condensers(repeat: int) -> None:
    for name, make in MAKERS.items():
        for language in SAID:
            for failing in (False, True):
                view = history(language, failing=failing)
                size = sum(len(event.full_text) for event in view.events)
                timed = _timed(partial(_condensing, make, view), repeat)
                session = f"{language}{' failing' if failing else ''}"
                _show(name, session, len(view), size, timed)


def _time_chat(language: Language, repeat: int) -> None:
    turns = _turns(language)
    size = sum(len(turn["content"]) for turn in turns)
    with tempfile.TemporaryDirectory() as folder:
        timed = _timed(partial(_chatting, turns, folder), repeat)
    _show("chat", language, len(turns), size, timed)


def _time_retrieval(language: Language, repeat: int) -> None:
    results = _transcript(language)
    size = sum(len(str(segment["text"])) for segment in results["segments"])
    timed = _timed(partial(_selecting, results, language), repeat)
    _show("retrieval", language, len(results["segments"]), size, timed)


def _show(name: str, session: str, events: int, size: int, timed: tuple[float, float]) -> None:
    wall, cpu = timed
    print(f"{name:<12}{session:<14}{events:>7}{size / 1000:>6.0f}{wall:>8.1f}{cpu:>8.1f}")


def _condensing(make: Callable[[], Condenser], view: View) -> Callable[[], object]:
    condenser = make()
    return lambda: condenser.condense(view, manual=True)


def _turns(language: Language) -> list[dict[str, str]]:
    """A conversation of EVENTS messages and about CHARACTERS characters."""
    said, asked = SAID[language], ASKED[language]
    pairs = EVENTS // 2
    room = CHARACTERS // pairs - len(asked)
    turns = []
    for n in range(pairs):
        answer = " ".join(said.format(n=n * 100 + k) for k in range(1 + room // len(said)))
        turns += [
            {"role": "user", "content": asked.format(n=n)},
            {"role": "assistant", "content": answer[:room]},
        ]
    return turns


def _chatting(turns: Sequence[dict[str, str]], folder: str) -> Callable[[], object]:
    path = tempfile.mkdtemp(dir=folder)
    config = CompressionConfig(compression_cooldown=0)
    history = ChatHistory(
        agent_name="a", agent_id="1", chat_history_dir=path, compression_config=config
    )
    history.disable_compression()
    history.add_messages(turns)
    history.enable_compression()
    return history.compress_now


def _transcript(language: Language) -> dict[str, Any]:
    said = SAID[language]
    times = 1 + CHARACTERS // EVENTS // len(said)
    return {
        "filename": "talk.srt",
        "segments": [
            {"index": n, "start": 3.0 * n, "end": 3.0 * n + 3, "text": said.format(n=n) * times}
            for n in range(EVENTS)
        ],
    }


def _selecting(results: dict[str, Any], language: Language) -> Callable[[], object]:
    compressor = SummaryCompressor(config=RetrievalConfig(language=language))
    question = ASKED[language].format(n=7)
    return lambda: compressor.compress_single_file_results(question, results, max_length=2000)


def _timed(ready: Callable[[], Callable[[], object]], repeat: int) -> tuple[float, float]:
    """Median milliseconds of a call that condenses; the first, which loads data, is left out."""
    walls, cpus = [], []
    for _ in range(repeat + 1):
        condense = ready()
        wall, cpu = time.perf_counter(), time.process_time()
        condense()
        walls.append(1000 * (time.perf_counter() - wall))
        cpus.append(1000 * (time.process_time() - cpu))
    return median(walls[1:]), median(cpus[1:])
