"""Sessions of any length, made up the same way each time: prose, code, logs, tool output, Chinese.

The mix of `coding` is that of recorded coding sessions: about four fifths of the text is
tool output, new paths and names keep turning up, and some of them come back. `team` is agents that
write to each other at length and call no tools; `talk` is a meeting of many short turns.
"""

from __future__ import annotations

import random
import tomllib
from collections.abc import Callable, Iterator
from functools import cache
from importlib import resources
from typing import Any, Literal, TypeAlias

__all__ = ["Kind", "RawMessage", "session", "taken", "turns"]

Kind: TypeAlias = Literal["coding", "team", "talk"]

RawMessage = dict[str, Any]
Output = tuple[str, dict[str, str], str]
"""A tool's name, its arguments and what it printed."""

SEED = 20260302
USER_EVERY = 40
"""Turns from one user message to the next."""
DEMANDING = 0.4
"""Share of the user messages that ask or forbid something."""
FAILING = 0.4
"""Share of the test runs that fail at first."""
WORKING_SET = 40
"""Files that are edited at all."""
TEAM = ("Planner", "Coder", "Reviewer", "WebSurfer")
SPEAKERS = ("Chair", "Speaker A", "Speaker B", "Speaker C")


@cache
def _words() -> dict[str, list[str]]:
    text = resources.files("benchmarks").joinpath("synthetic.toml").read_text(encoding="utf-8")
    return {name: list(values) for name, values in tomllib.loads(text).items()}


def session(tokens: int, count: Callable[[str], int], *, kind: Kind = "coding") -> list[RawMessage]:
    """Messages with at least `tokens` tokens of text and decoded arguments."""
    return taken(turns(kind), tokens, count)


def taken(
    source: Iterator[list[RawMessage]], tokens: int, count: Callable[[str], int]
) -> list[RawMessage]:
    """The messages of the next turns, until they hold at least `tokens` tokens."""
    messages: list[RawMessage] = []
    total = 0
    for turn in source:
        messages.extend(turn)
        total += sum(count(_text_of(message)) for message in turn)
        if total >= tokens:
            return messages
    raise ValueError(f"what is left holds {total:,} tokens only; {tokens:,} are needed")


def _text_of(message: RawMessage) -> str:
    arguments = (call["arguments"] for call in message.get("tool_calls") or ())
    values = (a if isinstance(a, str) else "\n".join(map(str, a.values())) for a in arguments)
    return "\n".join((message.get("content") or "", *values))


def turns(kind: Kind = "coding") -> Iterator[list[RawMessage]]:
    """Turn after turn, without end, each with the messages that belong together."""
    maker = _Maker()
    make = {"coding": maker.turn, "team": maker.report, "talk": maker.remark}[kind]
    while True:
        yield make()


class _Maker:
    def __init__(self) -> None:
        self._random = random.Random(SEED)
        self._calls = 0
        self._turn = 0
        self._paths: list[str] = []
        self._edited: list[str] = []
        self._failing = ""

    def report(self) -> list[RawMessage]:
        """A team member's long message: a heading, words, a list, and words again."""
        self._turn += 1
        if self._turn % USER_EVERY == 1:
            return [self._user()]
        items = "\n".join(
            f"- **{self._name()}**: {self._sentences(least=1, most=1)}"
            for _ in range(self._random.randint(2, 8))
        )
        words = [self._sentences(least=2, most=5) for _ in range(2)]
        content = f"## {self._pick('nouns').title()}\n\n{words[0]}\n\n{items}\n\n{words[1]}"
        return [{"role": "assistant", "agent": self._random.choice(TEAM), "content": content}]

    def remark(self) -> list[RawMessage]:
        """One speaker's turn: two in five are a mere word."""
        mere = self._random.random() < 0.4
        words = self._pick("fillers") if mere else self._sentences(least=1, most=2)
        speaker = self._random.choice(SPEAKERS)
        return [{"role": "user", "agent": speaker, "content": words}]

    def turn(self) -> list[RawMessage]:
        """Sometimes a user's words, then an agent's with a call, and its result."""
        self._turn += 1
        opening = [self._user()] if self._turn % USER_EVERY == 1 else []
        return [*opening, *self._step()]

    def _pick(self, name: str) -> str:
        return self._random.choice(_words()[name])

    def _fill(self, template: str) -> str:
        return template.format(
            path=self._path(),
            name=self._name(),
            noun=self._pick("nouns"),
            verb=self._pick("verbs"),
            number=self._random.randint(2, 9_999),
            share=f"{self._random.random() * 100:.1f}",
            sha=f"{self._random.getrandbits(28):07x}",
        )

    def _path(self) -> str:
        """One path in three is new; the others were seen before, the newest most often."""
        if not self._paths or self._random.random() < 1 / 3:
            self._paths.append(f"src/{self._pick('nouns')}/{self._name()}.py")
            return self._paths[-1]
        return self._paths[-1 - int(self._random.random() ** 3 * len(self._paths))]

    def _edited_path(self) -> str:
        """People work on a few files: one edit in four takes up another, up to a limit."""
        few = len(self._edited) < WORKING_SET and self._random.random() < 1 / 4
        if few or not self._edited:
            self._edited.append(self._path())
        return self._random.choice(self._edited)

    def _name(self) -> str:
        name = f"{self._pick('verbs')}_{self._pick('nouns')}"
        return f"{name}_{self._random.randint(1, 40)}" if self._random.random() < 0.5 else name

    def _sentences(self, *, least: int, most: int) -> str:
        kind = "chinese" if self._random.random() < 0.25 else "english"
        gap = "" if kind == "chinese" else " "
        number = self._random.randint(least, most)
        return gap.join(self._fill(self._pick(kind)) for _ in range(number))

    def _user(self) -> RawMessage:
        """What a person writes now and then: some words, and sometimes a demand."""
        words = self._sentences(least=1, most=3)
        if self._random.random() < DEMANDING:
            words = f"{words}\n{self._fill(self._pick('demands'))}"
        return {"role": "user", "agent": "human", "content": words}

    def _step(self) -> list[RawMessage]:
        """An agent's words, often none, with one tool call, and its result."""
        kinds = (self._read, self._edit, self._tests, self._log, self._search)
        tool, arguments, output = self._random.choice(kinds)()
        self._calls += 1
        call = {"id": f"call_{self._calls}", "name": tool, "arguments": arguments}
        words = self._sentences(least=1, most=4) if self._random.random() < 0.6 else ""
        return [
            {"role": "assistant", "agent": "coder", "content": words, "tool_calls": [call]},
            {"role": "tool", "agent": tool, "content": output, "tool_call_id": call["id"]},
        ]

    def _code(self, functions: int) -> str:
        return "\n".join(self._fill(self._pick("code")) for _ in range(functions))

    def _read(self) -> Output:
        lines = self._code(self._random.randint(4, 30)).splitlines()
        shown = "\n".join(f"{number:>6}→{line}" for number, line in enumerate(lines, 1))
        return "Read", {"file_path": self._path()}, shown

    def _edit(self) -> Output:
        path = self._edited_path()
        arguments = {"file_path": path, "old_string": self._code(1), "new_string": self._code(2)}
        return "Edit", arguments, f"The file {path} has been updated successfully."

    def _tests(self) -> Output:
        """A run of tests; what failed is run again until it passes."""
        path = self._failing or self._path()
        failed = not self._failing and self._random.random() < FAILING
        self._failing = path if failed else ""
        body = [self._fill(self._pick("failures"))] if failed else []
        dots = "." * self._random.randint(20, 200)
        summary = self._fill(("1 failed, " if failed else "") + "{number} passed in {share}s")
        return "Bash", {"command": f"pytest -q {path}"}, "\n".join((dots, *body, summary))

    def _log(self) -> Output:
        lines = (
            f"2026-03-02T09:{i // 60 % 60:02}:{i % 60:02}Z {self._fill(self._pick('logs'))}"
            for i in range(self._random.randint(20, 120))
        )
        return "Bash", {"command": f"tail -n 200 logs/{self._pick('nouns')}.log"}, "\n".join(lines)

    def _search(self) -> Output:
        pattern = self._name()
        hits = (
            self._fill("{path}:{number}:    {name} = {name}({noun})")
            for _ in range(self._random.randint(5, 40))
        )
        return "Grep", {"pattern": pattern}, "\n".join(hits)
