"""Rewrites written by hand, and the hand-offs that they are tried on."""

from __future__ import annotations

import json
import tomllib
from functools import cache
from pathlib import Path
from typing import NamedTuple

from tests.llm.sessions import chinese_session, english_session, planning_session
from uagent_memory.formats import read_messages
from uagent_memory.llm import ModelRequest, ScriptedModel
from uagent_memory.messages import Message
from uagent_memory.segments import CompressedContext, Rewrite
from uagent_memory.stateless import compress_context

__all__ = ["HANDOFFS", "Case", "Handoff", "answering", "cases", "handed"]

FOLDER = Path(__file__).parent / "audit"


class Handoff(NamedTuple):
    messages: tuple[Message, ...]
    role: str
    to: str
    budget: int


NOISE = "\n".join(
    f"[worker {number % 4}] heartbeat {number} queue idle, nothing to pull" for number in range(140)
)


def _read(name: str) -> tuple[Message, ...]:
    """A session of `audit/sessions`, its tools' chatter put in."""
    text = (FOLDER / "sessions" / f"{name}.jsonl").read_text(encoding="utf-8")
    rows = text.replace("(noise)", json.dumps(NOISE)[1:-1]).splitlines()
    return read_messages(map(json.loads, rows))


HANDOFFS = {
    "english": Handoff(english_session(), "coder", "tester", 1100),
    "chinese": Handoff(chinese_session(), "coder", "tester", 1100),
    "planning": Handoff(planning_session(), "planner", "coder", 900),
    "app": Handoff(_read("app"), "coder", "reviewer", 900),
    "recon": Handoff(_read("recon"), "coder", "tester", 900),
    "planzh": Handoff(_read("planzh"), "planner", "coder", 750),
    "study": Handoff(_read("study"), "planner", "reviewer", 800),
    "outage": Handoff(_read("outage"), "coder", "coder", 900),
    "review": Handoff(_read("review"), "reviewer", "coder", 700),
    "svc": Handoff(_read("svc"), "coder", "tester", 1000),
    "opszh": Handoff(_read("opszh"), "coder", "coder", 800),
    "research": Handoff(_read("research"), "reviewer", "planner", 800),
    "testzh": Handoff(_read("testzh"), "tester", "coder", 800),
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


async def handed(case: Case) -> tuple[CompressedContext, Rewrite]:
    """The hand-off with a model that answers so, and what came of the segment."""
    handoff = HANDOFFS[case.session]
    result = await compress_context(
        handoff.messages,
        role=handoff.role,
        to=handoff.to,
        budget=handoff.budget,
        model=ScriptedModel(lambda request: answering(case, request)),
        model_mode="all",
    )
    [rewrite] = [item for item in result.report.rewrites if item.segment == case.segment]
    return result, rewrite
