"""What users ask for: requests, word for word."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import takewhile

from uagent_memory.analyzer.observations.phrases import phrases
from uagent_memory.analyzer.observations.prose import Line, Prose, key_of
from uagent_memory.analyzer.observations.tables import strings, table
from uagent_memory.analyzer.types import UnitKind
from uagent_memory.facts import Change, FactKind, RequestValue
from uagent_memory.ledger import Observation
from uagent_memory.messages import Author, MessageKind

__all__ = ["asked_lines", "is_courtesy", "main_lines", "observe_requests", "request"]

COURTESY_REST = 12
"""Characters that may be left of a mere "thanks, bye" besides its known words."""


def observe_requests(prose: Prose) -> Iterator[Observation]:
    """The asks of one message by a user, a parent agent, or whoever passes a task on."""
    author = prose.message.author
    if author is Author.USER and not prose.spoken:
        lines = main_lines(prose) if is_paste(prose) else asked_lines(prose)
    elif author is Author.USER:
        lines = spoken_asks(prose)
    elif author is Author.PARENT:
        lines = main_lines(prose)
    elif author is Author.AGENT and prose.message.kind is MessageKind.MESSAGE:
        lines = framed_lines(prose)
    else:
        return
    for line in dict.fromkeys(lines):
        yield request(prose, line)


def request(prose: Prose, line: Line, change: Change = Change.ASKED) -> Observation:
    value = RequestValue(text=line.text)
    return prose.seen(FactKind.REQUEST, value, change, line.span, key=key_of(line.text))


def is_paste(prose: Prose) -> bool:
    """A plan, an issue or a report put into the message, not a chat turn."""
    return len(prose.message.text) > table("requests")["long_message"]


def asked_lines(prose: Prose) -> list[Line]:
    """The sentences of a chat turn that ask for something to be done."""
    asked = [line for line in prose.lines if is_ask(line)]
    return asked[: table("requests")["most_requests"]]


def is_ask(line: Line) -> bool:
    if line.unit.kind is UnitKind.HEADING or is_courtesy(line.text):
        return False
    if line.has("requests.ask"):
        return True
    return not line.asks and line.opened_by("requests.verb") is not None


def spoken_asks(prose: Prose) -> list[Line]:
    """What one speaker of several asks another to do, in so many words."""
    words = strings("requests", "spoken_asks")
    return [
        line
        for line in prose.lines
        if any(phrase.word in words for phrase in line.all("requests.ask"))
        and (asked := line.opened_by("requests.ask")) is not None
        and len(line.text) - asked.start > COURTESY_REST
    ]


def main_lines(prose: Prose) -> list[Line]:
    """Of a long task text: its own words, its title, and the paragraphs that state the goal."""
    own = list(takewhile(lambda line: line.unit.kind is UnitKind.SENTENCE and not line.unit.lead, prose.lines))
    most = table("requests")["goal_units"]
    titles = [line for line in prose.lines if line.unit.kind is UnitKind.HEADING and not _names_part(line)][:1]
    goals = [line for line in prose.lines if _states_goal(line)][:most]
    return [line for line in (*own[:most], *titles, *goals, *framed_lines(prose)) if not line.begins_with("requests.introduction")] or own[:1]


def framed_lines(prose: Prose) -> list[Line]:
    """What stands behind a mark such as `<pr_description>` or "# General Task"."""
    text = prose.message.text.casefold()
    ends = [
        at + len(mark)
        for mark in phrases("requests", "task_frame")
        if (at := text.find(mark)) >= 0 and _own_line(text, at)
    ]
    most = table("requests")["goal_units"]
    found: list[Line] = []
    for end in sorted(ends):
        after = [line for line in prose.lines if line.span.start >= end - 1]
        found.extend(_first_goal(after, most))
    return found


def _first_goal(lines: Sequence[Line], most: int) -> list[Line]:
    """The first sentences, and the title above them where there is one."""
    goal: list[Line] = []
    for line in lines:
        if line.unit.kind is UnitKind.HEADING and goal:
            break
        if not line.begins_with("requests.introduction") and not _names_part(line):
            goal.append(line)
        if len(goal) == most:
            break
    return goal


def _own_line(text: str, at: int) -> bool:
    """A mark stands at the start of its line, but for heading signs."""
    before = text[max(0, at - 40) : at]
    return not before.rpartition("\n")[2].strip(" #*>-\t")


def _names_part(line: Line) -> bool:
    """A heading that is only the name of a section ("Context", "Goal")."""
    return key_of(line.text) in _goal_names()


def _states_goal(line: Line) -> bool:
    return line.unit.kind is not UnitKind.HEADING and key_of(line.unit.lead) in _goal_names()


def _goal_names() -> frozenset[str]:
    return frozenset(phrases("requests", "goal_heading"))


def is_courtesy(text: str) -> bool:
    """Thanks, agreement or a greeting and nothing more."""
    if len(text) > table("requests")["short_message"]:
        return False
    rest = f" {key_of(text)} "
    for word in phrases("requests", "thanks"):
        rest = rest.replace(f" {word} ", " ") if word.isascii() else rest.replace(word, " ")
    letters = "".join(char for char in rest if char.isalnum())
    return len(letters) <= COURTESY_REST // 3
