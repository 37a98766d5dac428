"""What an answer says of its call: done, failed, refused, with which exit status."""

from __future__ import annotations

import re
from dataclasses import dataclass
from enum import Enum, auto
from functools import cache
from itertools import chain

from uagent_memory.analyzer.observations.tables import either, table
from uagent_memory.messages import Message

__all__ = [
    "Ending",
    "Outcome",
    "background_id",
    "body_of",
    "is_refused",
    "is_standing_line",
    "mentions",
    "outcome_of",
    "stated_status",
]


class Ending(Enum):
    DONE = auto()  # said to have succeeded
    FAILED = auto()
    REFUSED = auto()  # by a person or a rule: it never ran
    UNANSWERED = auto()
    UNKNOWN = auto()  # an answer that does not tell


@dataclass(frozen=True, slots=True)
class Outcome:
    ending: Ending
    exit_status: int | None = None
    body: tuple[int, int] = (0, 0)
    """Where in the answer the output itself stands, without what the harness puts around it."""


_EDGE = 240
_FRAME_LINES = 12


@cache
def _status() -> re.Pattern[str]:
    return either(table("tools")["answer"]["exit_status"], re.MULTILINE)


@cache
def _frame() -> re.Pattern[str]:
    return either(f"{pattern}\\s*$" for pattern in table("tools")["answer"]["frame"])


@cache
def _standing() -> re.Pattern[str]:
    return either(table("tools")["answer"]["standing"])


@cache
def _background() -> re.Pattern[str]:
    return either(table("tools")["answer"]["background"])


def stated_status(text: str) -> int | None:
    """The exit status that the harness states at the head or the tail of an answer."""
    needles = table("tools")["answer"]["exit_needles"]
    for edge in (text[:_EDGE], text[-_EDGE:]):
        if not any(needle in edge for needle in needles):
            continue
        if found := _status().search(edge):
            return int(next(filter(None, found.groups())))
    return None


def background_id(text: str) -> str:
    """The id under which a command goes on in the background; "" if it does not."""
    found = _background().search(text[:_EDGE])
    return next(filter(None, found.groups())) if found else ""


def outcome_of(answer: Message | None) -> Outcome:
    """Reads an answer of any tool; words count only at its head, where harnesses speak."""
    if answer is None:
        return Outcome(Ending.UNANSWERED)
    text = answer.text
    status, body = stated_status(text), body_of(text)
    if is_refused(answer):
        return Outcome(Ending.REFUSED, body=body)
    if status is not None:
        return Outcome(Ending.FAILED if status else Ending.DONE, status, body)
    if answer.is_error or text.startswith("<tool_use_error>"):
        return Outcome(Ending.FAILED, body=body)
    if answer.is_error is False:
        return Outcome(Ending.DONE, 0, body)
    return Outcome(Ending.UNKNOWN, body=body)


def is_refused(answer: Message) -> bool:
    """A refusal opens its answer; a file that quotes one does not count unless marked an error."""
    words, is_error = table("tools")["answer"], answer.is_error
    head: str = answer.text[: words["head"]]
    first = head if is_error else head.lstrip().partition("\n")[0][:200]
    found = (first.find(word) for word in words["refused"] if word in first)
    at = min(found, default=-1)
    return at >= 0 and (bool(is_error) or at < _LEAD)


_LEAD = 40


def body_of(text: str) -> tuple[int, int]:
    """The stretch of an answer between the frame lines at its head and tail."""
    start, end = 0, len(text)
    for _ in range(_FRAME_LINES):
        line_end = text.find("\n", start, end)
        stop = end if line_end < 0 else line_end
        if not (stop > start and stop - start < _EDGE and _frame().match(text, start, stop)):
            break
        start = min(stop + 1, end)
    for prefix in table("tools")["answer"]["prefixes"]:
        if text.startswith(prefix, start):
            start += len(prefix)
            while start < end and text[start] in " \t":
                start += 1
    for _ in range(_FRAME_LINES):
        while end > start and text[end - 1] in "\r\n \t":
            end -= 1
        line = text.rfind("\n", start, end) + 1 or start
        if not (0 < end - line < _EDGE and _frame().match(text, line, end)):
            break
        end = line
    return start, end


def is_standing_line(line: str) -> bool:
    """A line in which an editor says only where it stands, or how much it left out."""
    return len(line) < _EDGE and _standing().fullmatch(line.strip()) is not None


def mentions(head: str, *lists: str) -> bool:
    """Whether one of the named word lists of `tools.toml` speaks in a head."""
    words = table("tools")["answer"]
    return any(word in head for word in chain.from_iterable(words[name] for name in lists))
