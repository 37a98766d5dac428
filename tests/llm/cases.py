"""Rewrites written by hand, and the hand-offs that they are tried on."""

from __future__ import annotations

import tomllib
from functools import cache
from pathlib import Path
from typing import NamedTuple

from tests.llm.sessions import chinese_session, english_session, planning_session
from uagent_memory.llm import ModelRequest
from uagent_memory.messages import Message

__all__ = ["HANDOFFS", "Case", "answering", "cases"]

FOLDER = Path(__file__).parent / "audit"


class Handoff(NamedTuple):
    messages: tuple[Message, ...]
    role: str
    to: str
    budget: int


HANDOFFS = {
    "english": Handoff(english_session(), "coder", "tester", 1100),
    "chinese": Handoff(chinese_session(), "coder", "tester", 1100),
    "planning": Handoff(planning_session(), "planner", "coder", 900),
}


class Case(NamedTuple):
    session: str
    segment: str
    text: str
    kind: str = ""
    forbidden: str = ""
    """Must not reach the hand-off."""
    required: str = ""
    """Must still stand in it."""


@cache
def cases(name: str) -> tuple[Case, ...]:
    data = tomllib.loads((FOLDER / f"{name}.toml").read_text(encoding="utf-8"))
    return tuple(_case(row, data.get("bases", {})) for row in data["case"])


def _case(row: dict[str, str], bases: dict[str, dict[str, str]]) -> Case:
    """A text of its own, or a base with something exchanged."""
    base = bases.get(row.pop("base", ""))
    if base is None:
        return Case(**row)
    old, new = row.pop("old"), row.pop("new")
    assert base["text"].count(old) >= 1, old
    return Case(**{**base, **row, "text": base["text"].replace(old, new)})


def answering(case: Case, request: ModelRequest) -> str:
    """The case's text for its segment; nothing usable for any other."""
    first = request.turns[0].text
    marks = (f'segment "{case.segment}"', f"段落“{case.segment}”")
    return case.text if any(mark in first for mark in marks) else "-"
