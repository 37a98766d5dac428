"""Probes: questions that whoever takes over would ask, and which of them a text can answer."""

from __future__ import annotations

import json
from bisect import bisect_left
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from pydantic import BaseModel, ConfigDict, Field, ValidationError

from benchmarks.quality.errors import SuiteError
from benchmarks.quality.record import RawMessage

__all__ = ["ProbeSet", "Question", "answerable", "read_probes"]

SPAN = 400
"""Characters within which all strings of an answer must stand."""
QUESTIONS = "_questions.json"


class Question(BaseModel):
    """`accept`: the strings that an answer needs; alternatives are split by `|`."""

    model_config = ConfigDict(frozen=True)

    n: int
    question: str = ""
    kind: str = ""
    accept: tuple[str, ...] = Field(min_length=1)


class _Meta(BaseModel):
    source: str
    id: str
    start: int = Field(ge=0)
    end: int = Field(gt=0)
    tokens: int = Field(gt=0)


@dataclass(frozen=True, slots=True)
class ProbeSet:
    """The questions about one history; `budget` is the size a hand-off of it should have."""

    key: str
    source: str
    session: str
    start: int
    end: int
    budget: int
    questions: tuple[Question, ...]

    def history(self, messages: Sequence[RawMessage]) -> list[RawMessage]:
        return list(messages[self.start : self.end])

    def recorded(self, messages: Sequence[RawMessage]) -> str | None:
        """The summary that was recorded right after this history; None if there is none."""
        follows = messages[self.end] if self.end < len(messages) else {}
        return follows["content"] if follows.get("agent") == "compaction" else None


def read_probes(folder: Path) -> tuple[ProbeSet, ...]:
    """All `KEY_questions.json` of a folder, each with its `KEY_meta.json`, by key.

    Raises:
        SuiteError: a file cannot be read or lacks something; names it.
    """
    return tuple(_read(path) for path in sorted(folder.glob(f"*{QUESTIONS}")))


def _read(path: Path) -> ProbeSet:
    key = path.name.removesuffix(QUESTIONS)
    beside = path.with_name(f"{key}_meta.json")
    try:
        meta = _Meta.model_validate(_json(beside))
        questions = tuple(map(Question.model_validate, _json(path)))
    except (ValidationError, TypeError) as error:
        raise SuiteError(f"{path} or {beside.name}: {error}") from error
    return ProbeSet(
        key, meta.source, meta.id, meta.start, meta.end, meta.tokens, questions=questions
    )


def _json(path: Path) -> Any:
    try:
        return json.loads(path.read_text(encoding="utf-8"))
    except (OSError, ValueError) as error:
        raise SuiteError(f"{path}: cannot be read as JSON: {error}") from error


def answerable(text: str, questions: Sequence[Question]) -> Mapping[int, bool]:
    """By question number: whether all its strings stand in the text, near one another."""
    lowered = text.lower()
    return {question.n: _is_answerable(lowered, question) for question in questions}


def _is_answerable(text: str, question: Question) -> bool:
    first, *others = (sorted(_places(text, strings)) for strings in question.accept)
    return any(all(_near(place, other) for other in others) for place in first)


def _places(text: str, strings: str) -> Iterator[int]:
    """Where one of the alternatives begins."""
    for alternative in strings.split("|"):
        wanted = alternative.strip().lower()
        at = text.find(wanted) if wanted else -1
        while at >= 0:
            yield at
            at = text.find(wanted, at + 1)


def _near(place: int, others: Sequence[int]) -> bool:
    at = bisect_left(others, place - SPAN)
    return at < len(others) and others[at] <= place + SPAN
