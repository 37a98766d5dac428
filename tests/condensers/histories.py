"""Histories for condensers: written by hand, and random streams of events."""

from __future__ import annotations

from random import Random
from typing import Any

from tests.builders import SessionBuilder, open_calls
from uagent_memory.condensers import View
from uagent_memory.messages import Author, Message, ToolCall
from uagent_memory.pairing import pair_calls

__all__ = ["Stream", "assert_intact", "import_fix", "mixed_history", "routine", "view_of"]


COLUMNS = tuple(f"column {name}" for name in "abcdefghijklmnopqrstuvwxyz")


def view_of(builder: SessionBuilder, **fields: Any) -> View:
    return View(builder.messages, **fields)


def routine(builder: SessionBuilder, number: int, *, lines: int = 3) -> None:
    """An action and an observation of no importance."""
    builder.run("bash", f"DEBUG: Loading part {number}\n" * lines, command=f"ls part_{number}")


def import_fix(size: int = 150) -> SessionBuilder:
    """The document's example: import errors in a Python project, `size` events."""
    b = SessionBuilder()
    b.user("请帮我修复Python项目中的import错误")
    find = 'find . -name "*.py" -exec grep -l "import" {} \\;'
    b.run("execute_bash", "发现25个Python文件包含import语句", command=find)
    b.run("read_file", "numpy==1.21.0 pandas==1.3.0", path="requirements.txt")
    b.agent("主要问题是相对导入路径错误，缺失 __init__.py 文件，有3个循环导入。")
    b.agent("先看其余的模块。")
    number = 0
    while len(b.messages) < size - 1:
        routine(b, number, lines=8)
        number += 1
    if len(b.messages) < size:
        b.agent("继续检查下一个模块。")
    return b


def mixed_history(size: int = 100, *, users: int = 4, errors: int = 5) -> SessionBuilder:
    """User instructions and failing commands spread over routine work."""
    b = SessionBuilder()
    b.user("Please make the importer keep every row. Do not change src/schema.py.")
    marks = set(range(9, size - 10, max((size - 20) // (users + errors), 3)))
    asked = failed = number = 0
    while len(b.messages) < size - 1:
        if marks and len(b.messages) >= min(marks):
            marks.discard(min(marks))
            if asked < users - 1:
                asked += 1
                b.user(f"Please also handle case {asked} of the importer.")
                continue
            if failed < errors:
                failed += 1
                b.run(
                    "bash",
                    f"Traceback (most recent call last):\nValueError: {COLUMNS[failed]} is lost",
                    is_error=True,
                    command=f"pytest tests/test_{failed}.py",
                )
                continue
        routine(b, number)
        number += 1
    while len(b.messages) < size:
        b.agent("Going on.")
    return b


def assert_intact(before: View, after: View) -> None:
    """Every pair is whole: no result without its call, no call without the result it had."""
    had = pair_calls(before.events)
    ids = {before.events[r].id: before.events[at.message].id for r, at in had.answers.items()}
    kept = set(after.ids)
    for result, call in ids.items():
        assert (result in kept) == (call in kept), (result, call)
    first, now = pair_calls(before.events), pair_calls(after.events)
    assert len(now.orphans) <= len(first.orphans)


class Stream:
    """A random conversation: parallel calls, late, missing and foreign results, users, systems."""

    def __init__(self, seed: int) -> None:
        self._random = Random(seed)
        self._builder = SessionBuilder()
        self._open: list[ToolCall] = []
        if self._random.random() < 0.5:
            self._builder.system("You are a careful engineer.")
        self._builder.user("Please fix the importer.")
        self._taken = 0

    def events(self) -> tuple[Message, ...]:
        """Those that have come since the last time."""
        new = self._builder.messages[self._taken :]
        self._taken = len(self._builder.messages)
        return new

    def step(self) -> None:
        draw, b = self._random.random(), self._builder
        if draw < 0.35:
            self._act()
        elif draw < 0.75 and self._open:
            call = self._open.pop(self._random.randrange(len(self._open)))
            b.result(call, self._text(), is_error=self._random.choice((None, None, True)))
        elif draw < 0.85:
            b.agent(self._text())
        elif draw < 0.93:
            b.user(self._text())
        elif draw < 0.95:
            b.system("Keep to the rules.")
        elif draw < 0.97:
            b.result(ToolCall(id="nobody", name="bash"), self._text())
        else:
            b.add(b.messages[-1].role, Author.HARNESS, "")

    def _act(self) -> None:
        calls = [
            self._builder.call("bash", command=f"make step{self._random.randrange(9)}")
            for _ in range(self._random.choice((1, 1, 1, 2, 3)))
        ]
        self._open += calls
        self._builder.agent(self._random.choice(("", "I will look at it.")), *calls)

    def _text(self) -> str:
        words = (
            "ok",
            "DEBUG: loading",
            "ValueError: row lost",
            "all 12 tests pass",
            "请修复错误。",
            "",
        )
        return "\n".join(
            self._random.choice(words) for _ in range(self._random.choice((1, 1, 2, 30)))
        )

    @staticmethod
    def waiting(view: View, patience: int) -> set[str]:
        return {call.id for call in open_calls(view.events, patience=patience)}
