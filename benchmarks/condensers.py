"""Milliseconds of the rule paths: 150 events, 45 KB, of English, Chinese and failing work."""

from __future__ import annotations

import argparse
import time
from collections.abc import Callable, Sequence
from statistics import median

from uagent_memory.condensers import (
    Condenser,
    DynaContextCondenser,
    RecentCondenser,
    SemanticCondenser,
    View,
)

__all__ = ["history", "main"]

EVENTS, CHARACTERS = 150, 45_000
SAID = {
    "en": "I will run the tests for module {n} next, because its import failed before.",
    "zh": "接下来运行模块 {n} 的测试，因为之前它的导入失败了。",
}
MAKERS: dict[str, Callable[[], Condenser]] = {
    "semantic": SemanticCondenser,
    "dynacontext": DynaContextCondenser,
    "recent": RecentCondenser,
}


def history(language: str, *, failing: bool) -> View:
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
    for name, make in MAKERS.items():
        for language in SAID:
            for failing in (False, True):
                view = history(language, failing=failing)
                wall, cpu = _timed(make, view, options.repeat)
                size = sum(len(event.full_text) for event in view.events) / 1000
                session = f"{language}{' failing' if failing else ''}"
                print(f"{name:<12}{session:<14}{len(view):>7}{size:>6.0f}{wall:>8.1f}{cpu:>8.1f}")
    return 0


def _timed(make: Callable[[], Condenser], view: View, repeat: int) -> tuple[float, float]:
    """Median milliseconds of a call that condenses; the first, which loads data, is left out."""
    walls, cpus = [], []
    for _ in range(repeat + 1):
        condenser = make()
        wall, cpu = time.perf_counter(), time.process_time()
        condenser.condense(view, manual=True)
        walls.append(1000 * (time.perf_counter() - wall))
        cpus.append(1000 * (time.process_time() - cpu))
    return median(walls[1:]), median(cpus[1:])
