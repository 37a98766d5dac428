"""Four times the input takes about four times the work, whatever the input is made of.

Counted are calls of functions, in Python and in C: the same on every machine and every day.
"""

from __future__ import annotations

import sys
from collections.abc import Callable
from types import FrameType
from typing import Any

import pytest

from uagent_memory.stateless import compress_context_sync

Items = list[dict[str, Any]]
ASK: Items = [{"role": "user", "content": "Fix src/loader.py. 不要部署。"}]
LARGER, MOST = 4, 7.0
"""Work that is quadratic takes sixteen times as many calls."""


def run(tool: str, arguments: dict[str, Any], output: str = "", *, at: int = 0) -> Items:
    made = {"id": f"c{at}", "name": tool, "arguments": arguments}
    return [
        {"role": "assistant", "content": "", "tool_calls": [made]},
        {"role": "tool", "tool_call_id": f"c{at}", "content": output},
    ]


def shell(*commands: str) -> Items:
    runs = (run("Bash", {"command": command}, at=at) for at, command in enumerate(commands))
    return [*ASK, *(item for one in runs for item in one)]


def names(count: int) -> str:
    return " ".join(f"f{n}.py" for n in range(count))


def renamed_folders(count: int) -> Items:
    steps = ((f"echo {n} > d{n}/f{n}.py", f"mv d{n} d{n + 1}") for n in range(count))
    return shell(*(command for step in steps for command in step))


KINDS: dict[str, tuple[Callable[[int], Items], int]] = {
    "a folder renamed again and again": (renamed_folders, 30),
    "a loop over files": (
        lambda n: shell(f"for i in {names(n)}; do sed -i 's/a/b/' $i; done"),
        300,
    ),
    "files taken back": (
        lambda n: shell(f"sed -i s/a/b/ {names(n)}", f"git checkout -- {names(n)}"),
        300,
    ),
}


def calls(items: Items) -> int:
    """How many functions it takes to compress these."""
    count = 0

    def called(frame: FrameType, event: str, argument: object) -> None:
        nonlocal count
        count += event in ("call", "c_call")

    before = sys.getprofile()
    sys.setprofile(called)
    try:
        compress_context_sync(items, to="tester", budget=900)
    finally:
        sys.setprofile(before)
    return count


@pytest.mark.parametrize("kind", KINDS)
def test_work_grows_with_the_input(kind: str) -> None:
    make, size = KINDS[kind]
    compress_context_sync(make(size), to="tester", budget=900)
    assert calls(make(LARGER * size)) < MOST * calls(make(size))
