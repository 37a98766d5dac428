"""Seconds and peak memory of one hand-off, beside the time to count the same text's tokens once.

Each measurement runs in a fresh process: import, one call on a tiny session, then the call that is
timed. Nothing of its text has been seen before. Times are medians over `--repeat` processes.
"""

from __future__ import annotations

import argparse
import asyncio
import gzip
import json
import resource
import subprocess
import sys
import time
from collections.abc import Callable, Iterator, Sequence
from dataclasses import asdict, dataclass
from itertools import pairwise
from pathlib import Path
from statistics import median
from typing import get_args

from benchmarks.synthetic import Kind, RawMessage, taken, turns

__all__ = ["Measurement", "main"]

KINDS: tuple[Kind, ...] = get_args(Kind)
SIZES = {"10k": 10_000, "100k": 100_000, "1M": 1_000_000}
TINY: list[RawMessage] = [
    {"role": "user", "content": "Please fix src/app.py. Do not add a dependency."},
    {
        "role": "assistant",
        "content": "Reading it first.",
        "tool_calls": [{"id": "call_0", "name": "Read", "arguments": {"file_path": "src/app.py"}}],
    },
    {
        "role": "tool",
        "tool_call_id": "call_0",
        "content": "\n".join(f"line {number} of the file" for number in range(200)),
    },
    {"role": "assistant", "content": "Done: src/app.py is fixed and all 3 tests pass."},
]
"""Compressed once before the clock starts, so that all stages are loaded."""
TINY_BUDGET = 600
NEW_TOKENS = 2_000


@dataclass(frozen=True, slots=True)
class Measurement:
    """One size. Memory is resident memory in megabytes (10**6 bytes)."""

    size: str
    messages: int
    tokens: int
    kept_tokens: int
    status: str
    import_seconds: float
    seconds: float
    again_seconds: float
    """The same hand-off from an `AgentMemory` that made it before, with 2,000 new tokens."""
    counting_seconds: float
    peak_mb: float
    """Highest resident memory of the whole process."""
    input_mb: float
    """The same, just before the timed call: interpreter, library and the session itself."""

    @property
    def ratio(self) -> float:
        """How many times as long as counting the tokens once."""
        return self.seconds / self.counting_seconds


def main(arguments: Sequence[str]) -> int:
    options = _parser().parse_args(arguments)
    if options.child:
        print(json.dumps(asdict(_measure(options))))
        return 0
    results = [_median(options, size) for size in options.sizes]
    if options.json:
        print(json.dumps([{**asdict(r), "ratio": r.ratio} for r in results], indent=2))
    else:
        print("\n".join(_table(results)))
    return 0


def _parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(prog="python -m benchmarks speed", description=__doc__)
    parser.add_argument("--sizes", type=_sizes, default=list(SIZES), help="default: 10k,100k,1M")
    parser.add_argument("--kind", choices=KINDS, default=KINDS[0], help="made-up session (coding)")
    parser.add_argument("--data", type=Path, help="folder of *.jsonl(.gz) sessions to use, joined")
    parser.add_argument("--budget", type=int, default=4000, help="tokens of the hand-off (4000)")
    parser.add_argument("--to", default="tester", help="receiving role (tester)")
    parser.add_argument("--repeat", type=int, default=3, help="processes per size (3)")
    parser.add_argument("--json", action="store_true", help="print JSON instead of a table")
    parser.add_argument("--child", action="store_true", help=argparse.SUPPRESS)
    return parser


def _sizes(text: str) -> list[str]:
    names = text.split(",")
    if unknown := [name for name in names if name not in SIZES]:
        raise argparse.ArgumentTypeError(f"{unknown[0]!r} is not one of {', '.join(SIZES)}")
    return names


def _median(options: argparse.Namespace, size: str) -> Measurement:
    """The run with the median time."""
    runs = sorted((_run(options, size) for _ in range(options.repeat)), key=lambda run: run.seconds)
    return runs[len(runs) // 2]


def _run(options: argparse.Namespace, size: str) -> Measurement:
    command = [sys.executable, "-m", "benchmarks", "speed", "--child", "--sizes", size]
    command += ["--budget", str(options.budget), "--to", options.to, "--kind", options.kind]
    if options.data:
        command += ["--data", str(options.data)]
    done = subprocess.run(command, check=True, stdout=subprocess.PIPE, text=True)
    return Measurement(**json.loads(done.stdout))


IMPORT = """
import time
started = time.perf_counter()
from uagent_memory import AgentMemory, compress_context_sync
print(time.perf_counter() - started)
"""


def _import_seconds() -> float:
    """The public names loaded, in a process that has loaded nothing else."""
    done = subprocess.run(
        [sys.executable, "-c", IMPORT], check=True, stdout=subprocess.PIPE, text=True
    )
    return float(done.stdout)


def _measure(options: argparse.Namespace) -> Measurement:
    """In the child: everything in the order that the module's docstring promises."""
    import uagent_memory
    from uagent_memory.tokens import default_counter

    counter = default_counter()
    uagent_memory.compress_context_sync(TINY, to=options.to, budget=TINY_BUDGET)
    (size,) = options.sizes
    messages, following = _session(options, SIZES[size], counter.count)
    input_mb = _peak_mb()

    started = time.perf_counter()
    handoff = uagent_memory.compress_context_sync(messages, to=options.to, budget=options.budget)
    seconds = time.perf_counter() - started
    peak_mb = _peak_mb()

    texts = [text for message in messages for text in _texts(message)]
    started = time.perf_counter()
    tokens = sum(counter.count_many(texts))
    counting_seconds = time.perf_counter() - started
    again_seconds = asyncio.run(_again(messages, following, options))
    return Measurement(
        size=size,
        messages=len(messages),
        tokens=tokens,
        kept_tokens=handoff.tokens,
        status=handoff.status,
        import_seconds=_import_seconds(),
        seconds=seconds,
        again_seconds=again_seconds,
        counting_seconds=counting_seconds,
        peak_mb=peak_mb,
        input_mb=input_mb,
    )


async def _again(
    messages: list[RawMessage], following: list[RawMessage], options: argparse.Namespace
) -> float:
    """Seconds of a second hand-off, after a little was added to what the first one read."""
    from uagent_memory import AgentMemory

    memory = AgentMemory()
    await memory.append("coder", messages)
    await memory.compress_context("coder", to=options.to, budget=options.budget, deliver=False)
    await memory.append("coder", following)
    started = time.perf_counter()
    await memory.compress_context("coder", to=options.to, budget=options.budget, deliver=False)
    return time.perf_counter() - started


def _session(
    options: argparse.Namespace, tokens: int, count: Callable[[str], int]
) -> tuple[list[RawMessage], list[RawMessage]]:
    """Messages with at least so many tokens, and the next 2,000 tokens of the same session."""
    data: Path | None = options.data
    source = turns(options.kind) if data is None else ([message] for message in _recorded(data))
    try:
        return taken(source, tokens, count), taken(source, NEW_TOKENS, count)
    except ValueError as error:
        raise SystemExit(f"{data}: {error}") from None


def _recorded(data: Path) -> Iterator[RawMessage]:
    """The messages of all sessions of a folder (one session a line), file after file."""
    files = sorted(path for path in data.iterdir() if path.name.endswith((".jsonl", ".jsonl.gz")))
    if not files:
        raise SystemExit(f"{data} holds no *.jsonl or *.jsonl.gz file")
    for path in files:
        opener = gzip.open if path.suffix == ".gz" else open
        with opener(path, "rt", encoding="utf-8") as lines:
            for line in lines:
                yield from json.loads(line)["messages"]


def _texts(message: RawMessage) -> Iterator[str]:
    yield message.get("content") or ""
    for call in message.get("tool_calls") or ():
        arguments = call["arguments"]
        yield arguments if isinstance(arguments, str) else json.dumps(arguments, ensure_ascii=False)


def _peak_mb() -> float:
    """Highest resident memory so far; the kernel counts in kilobytes, macOS in bytes."""
    peak = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
    return peak / 1e6 if sys.platform == "darwin" else peak * 1024 / 1e6


def _table(results: Sequence[Measurement]) -> Iterator[str]:
    yield (
        "  size  messages     tokens   kept  seconds   again  counting  ratio  peak MB  before MB"
        "  status"
    )
    for r in results:
        yield (
            f"{r.size:>6}  {r.messages:>8,}  {r.tokens:>9,}  {r.kept_tokens:>5,}"
            f"  {r.seconds:>7.3f}  {r.again_seconds:>6.3f}  {r.counting_seconds:>8.4f}"
            f"  {r.ratio:>5.1f}  {r.peak_mb:>7.1f}  {r.input_mb:>9.1f}  {r.status}"
        )
    yield ""
    for less, more in pairwise(results):
        yield (
            f"{less.size} to {more.size}: {more.tokens / less.tokens:.1f} times the tokens,"
            f" {more.seconds / less.seconds:.1f} times the seconds"
        )
    yield f"import: {median(r.import_seconds for r in results):.3f} s"
    yield "ratio: seconds over counting, the time to count the same text's tokens once"
    yield "again: with the session's next 2,000 tokens, from a memory that made a hand-off before"
    yield "before: memory with the library loaded and the session read, before the call"
