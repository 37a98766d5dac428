"""The marks of authorship as data (authorship.toml)."""

from __future__ import annotations

import re
import tomllib
from collections.abc import Mapping, Sequence
from functools import cache
from importlib import resources
from typing import Any, NamedTuple

__all__ = [
    "AuthorMarks",
    "InjectedLine",
    "PastedMarks",
    "Questionnaire",
    "Refusal",
    "WrappingProgram",
    "author_marks",
]


class Refusal(NamedTuple):
    """What stands before the user's words in the result of a refused tool call, and after them."""

    heads: tuple[str, ...]
    ends: tuple[str, ...]


class WrappingProgram(NamedTuple):
    """A program that wraps what a failed call of its shell printed; known by its other tools."""

    shell: str
    tools: frozenset[str]
    least: int
    """Of them that are called in a log from which it is that program."""


class Questionnaire(NamedTuple):
    """What stands around the question-answer pairs of a questionnaire's result."""

    head: str
    end: str


class InjectedLine(NamedTuple):
    """A line that a program put in, up to `end` (or the line's end)."""

    begin: str
    end: str = ""


class PastedMarks(NamedTuple):
    """How a program adds to a user's message what was run: see `pasted_runs`."""

    needles: tuple[str, ...]
    run: re.Pattern[str]
    """Up to where the output begins: group `command`."""
    person: re.Pattern[str]
    """What only a person writes, in the last paragraph below an output."""


class AuthorMarks(NamedTuple):
    tag: re.Pattern[str]
    """Opening and closing tags of injected blocks: groups `close` ("/" or "") and `name`."""
    arguments: str
    command: str
    lines: tuple[InjectedLine, ...]
    line_begins: tuple[str, ...]
    texts: tuple[str, ...]
    hooks: re.Pattern[str]
    """How a text begins that a hook wrote."""
    pasted: PastedMarks
    rejections: tuple[str, ...]
    """Those of the texts that say that the message before was not carried out for its form."""
    summaries: tuple[str, ...]
    handoffs: tuple[str, ...]
    handoff_end: str
    refusals: tuple[Refusal, ...]
    not_words: tuple[str, ...]
    refused_tools: frozenset[str]
    wrappers: tuple[str, ...]
    wrapping: tuple[WrappingProgram, ...]
    mute_commands: frozenset[str]
    questionnaires: tuple[Questionnaire, ...]
    questionnaire_tools: frozenset[str]
    asking_tools: frozenset[str]
    """Whose whole result is what a person answers, unless it begins as `not_answers`."""
    not_answers: tuple[str, ...]


@cache
def author_marks() -> AuthorMarks:
    source = resources.files(__package__).joinpath("authorship.toml").read_text(encoding="utf-8")
    data = tomllib.loads(source)
    injected = data["injected"]
    rejections = tuple(data["rejections"]["texts"])
    return AuthorMarks(
        tag=_tag_pattern(injected["tags"]),
        arguments=injected["arguments"],
        command=injected["command"],
        lines=tuple(InjectedLine(**entry) for entry in injected["lines"]),
        line_begins=tuple(entry["begin"] for entry in injected["lines"]),
        texts=(*injected["texts"], *rejections),
        hooks=re.compile("|".join(injected["hooks"])),
        pasted=_pasted(data["pasted"]),
        rejections=rejections,
        summaries=tuple(data["summaries"]["texts"]),
        handoffs=tuple(data["handoffs"]["texts"]),
        handoff_end=data["handoffs"]["end"],
        refusals=tuple(map(_refusal, data["refusals"])),
        not_words=tuple(data["refused"]["not_words"]),
        refused_tools=frozenset(data["refused"]["tools"]),
        wrappers=tuple(data["refused"]["wrappers"]),
        wrapping=tuple(map(_program, data["refused"]["programs"])),
        mute_commands=frozenset(data["refused"]["mute_commands"]),
        questionnaire_tools=frozenset(data["questionnaires"]["tools"]),
        questionnaires=tuple(Questionnaire(**entry) for entry in data["answers"]),
        asking_tools=frozenset(data["asking"]["tools"]),
        not_answers=tuple(data["asking"]["not_words"]),
    )


def _pasted(entry: Mapping[str, Any]) -> PastedMarks:
    run, person = (re.compile("|".join(entry[name]), re.MULTILINE) for name in ("run", "person"))
    return PastedMarks(tuple(entry["needles"]), run, person)


def _refusal(entry: Mapping[str, Any]) -> Refusal:
    return Refusal(tuple(entry["heads"]), tuple(entry["ends"]))


def _program(entry: Mapping[str, Any]) -> WrappingProgram:
    return WrappingProgram(entry["shell"], frozenset(entry["tools"]), entry["least"])


def _tag_pattern(names: Sequence[str]) -> re.Pattern[str]:
    """Opening and closing tags of the listed names; a `*` stands for letters, digits, `_`, `-`."""
    spelled = "|".join(re.escape(name).replace(r"\*", r"[\w-]{0,40}") for name in names)
    return re.compile(rf"<(?P<close>/?)(?P<name>{spelled})(?:\s[^<>\n]{{0,200}})?>")
