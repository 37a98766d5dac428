"""What users ask for: requests, word for word."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence
from functools import cache, lru_cache
from itertools import islice, takewhile

from uagent_memory.analyzer.lexicon import Match, casefolded
from uagent_memory.analyzer.observations.conversation.phrases import opens_clause, phrases
from uagent_memory.analyzer.observations.conversation.prose import Line, Prose, key_of
from uagent_memory.analyzer.observations.tables import strings, table
from uagent_memory.analyzer.types import UnitKind
from uagent_memory.facts import Change, FactKind, RequestValue, TextSpan
from uagent_memory.ledger import Observation
from uagent_memory.messages import Author, MessageKind, Span

__all__ = [
    "END_MARK",
    "asked_lines",
    "asked_text",
    "introduces",
    "is_ask",
    "is_courtesy",
    "is_order",
    "is_paste",
    "is_urging",
    "issue_stretches",
    "joined",
    "main_lines",
    "names_part",
    "observe_requests",
    "passes_task_on",
    "points_back",
    "put_off",
    "request",
    "says_no_task",
]

_PARAGRAPH = re.compile(r"\n\s*\n")
_QUOTED = re.compile(r"\n[ \t]*>[ \t]")
"""A line of it is quoted: what it asks is asked by others, or by a line of a listing."""
_GAPS = re.compile(r"[\W_]+")
_NUMBERED = re.compile(r"(?<![a-zA-Z0-9])[A-Da-d1-9](?![a-zA-Z0-9])")
END_MARK = re.compile(r"#{2,}\w+#{2,}")
"""What ends a conversation for the program that runs it."""


def observe_requests(prose: Prose) -> Iterator[Observation]:
    """The asks of one message by a user, a parent agent, or whoever passes a task on.

    What people in a meeting ask each other is no order to the reader.
    """
    author = prose.message.author
    if prose.spoken:
        return
    if author is Author.USER:
        lines = main_lines(prose) if is_paste(prose) else asked_lines(prose)
    elif author is Author.PARENT:
        lines = main_lines(prose)[:1]
    elif author is Author.AGENT and prose.message.kind is MessageKind.MESSAGE:
        lines = framed_lines(prose, _agent_frames())
    else:
        return
    found = list({line.span: line for line in lines}.values())
    telling = [line for line in found if not _only_points(line)]
    asked = [_with_list(prose, line) for line in telling or found]
    for quote in asked:
        if not any(_is_part(quote.span, other.span) for other in asked):
            yield request(prose, quote)


def _is_part(span: Span, of: Span) -> bool:
    return of.start <= span.start and span.end <= of.end and span != of


def request(prose: Prose, asked: TextSpan, *, passed_on: bool = False) -> Observation:
    value = RequestValue(text=asked.text, passed_on=passed_on)
    return prose.seen(FactKind.REQUEST, value, Change.ASKED, asked.span, key=key_of(asked.text))


def asked_text(seen: Observation) -> str:
    """What a request asks for; "" of anything else."""
    return seen.value.text if isinstance(seen.value, RequestValue) else ""


def _with_list(prose: Prose, line: Line) -> TextSpan:
    """The line, and the list or sentence that it leads in."""
    if not line.text.endswith((":", "：")):
        return line.quoted
    at = prose.lines.index(line)
    after = prose.lines[at + 1 :]
    listed = list(takewhile(lambda other: other.unit.kind is UnitKind.LIST_ITEM, after))
    led = listed or [other for other in after[:1] if other.unit.kind is UnitKind.SENTENCE]
    return joined(prose, (line, *led), table("requests")["longest_list"])


def joined(prose: Prose, lines: Sequence[Line], longest: int) -> TextSpan:
    """The text from the first line to the last one that still fits."""
    first = lines[0].span
    ends = [line.span.end for line in lines if line.span.end - first.start <= longest]
    span = first._replace(end=max(ends, default=first.end))
    return TextSpan(prose.message.quote(span), span)


def passes_task_on(prose: Prose) -> bool:
    """An agent's message that quotes the task it works on."""
    return bool(framed_lines(prose, _agent_frames()))


def _agent_frames() -> frozenset[str]:
    return strings("requests", "agent_frames")


def is_paste(prose: Prose) -> bool:
    """A plan, an issue or a report put into the message, not a chat turn."""
    longest: int = table("requests")["long_message"]
    return len(prose.message.text) > longest


def asked_lines(prose: Prose) -> list[Line]:
    """The sentences of a chat turn that ask for something to be done."""
    asked = [line for line in prose.lines if is_ask(line)]
    return asked[: table("requests")["most_requests"]]


def is_ask(line: Line) -> bool:
    if not (line.has("requests.ask") or (not line.asks and is_order(line))):
        return False
    if says_no_task(line.text) or (line.asks and line.begins_with("requests.asking_word")):
        return False
    if _QUOTED.search(line.text) is not None:
        return False
    titled = line.unit.kind is UnitKind.HEADING and not line.text.endswith((":", "："))
    return not titled and put_off(line) is None


def put_off(line: Line) -> Match | None:
    """The words that lay an earlier ask aside: "let's leave the ... for now", 先不管."""
    if line.asks or not line.has("requests.aside") or line.has("requests.stays"):
        return None
    return line.opened_by("requests.drop", "requests.aside")


def is_order(line: Line) -> bool:
    """It asks, or opens a clause with a verb of doing."""
    return line.has("requests.ask") or any(
        _orders(line, verb) for verb in line.all("requests.verb")
    )


def _orders(line: Line, verb: Match) -> bool:
    """It opens a clause, and is no title or log that happens to begin so ("Error: Get ...")."""
    before = line.text[: verb.start].rstrip()
    titled = line.text[verb.start].isupper() and before.endswith((":", ",", "(", "=", '"'))
    return not titled and opens_clause(line.text, verb.start)


def main_lines(prose: Prose) -> list[Line]:
    """Of a long task text: its own words, its title, and the paragraphs that state the goal."""
    most = table("requests")["goal_units"]
    own = list(takewhile(_is_own, prose.lines))[:most]
    titles = [line for line in islice(filter(_is_heading, prose.lines), 1) if not names_part(line)]
    goals = [line for line in prose.lines if _stands_under(line, "goal_heading")]
    if not goals and not own:
        goals = [line for line in prose.lines if _stands_under(line, "context_heading")]
    found = (*own, *titles, *goals[:most], *framed_lines(prose))
    told = [line for line in found if not (introduces(line) or is_urging(line.text))]
    return told or list(prose.lines[:1])


def _is_own(line: Line) -> bool:
    return line.unit.kind is UnitKind.SENTENCE and not line.unit.lead


def _is_heading(line: Line) -> bool:
    return line.unit.kind is UnitKind.HEADING and not line.text.endswith((":", "："))


def introduces(line: Line) -> bool:
    """It only announces what follows ("Consider the following ...")."""
    return line.begins_with("requests.introduction", "requests.task_frame") is not None


def framed_lines(prose: Prose, marks: Iterable[str] | None = None) -> list[Line]:
    """What stands behind a mark such as `<pr_description>` or "# General Task"."""
    text = casefolded(prose.message.text)
    ends = [
        at + len(mark)
        for mark in (phrases("requests", "task_frame") if marks is None else marks)
        if (at := text.find(mark)) >= 0 and _own_line(text, at)
    ]
    most = table("requests")["goal_units"]
    found: list[Line] = []
    for end in sorted(ends):
        after = [line for line in prose.lines if line.span.start >= end - 1]
        found.extend(_first_goal(after, prose.message.text, most))
    return found


def issue_stretches(prose: Prose) -> list[tuple[int, int]]:
    """Where an issue is quoted between tags: what "must" be there is no rule of the user's."""
    if "<" not in prose.message.text:
        return []
    text = casefolded(prose.message.text)
    found = []
    for mark in phrases("requests", "task_frame"):
        at = text.find(mark) if mark.startswith("<") else -1
        end = text.find("</" + mark[1:], at) if at >= 0 else -1
        if end >= 0:
            found.append((at, end))
    return found


def _first_goal(lines: Sequence[Line], text: str, most: int) -> list[Line]:
    """The first sentences, the title above them, and the question that ends their paragraph."""
    goal: list[Line] = []
    for line in lines:
        if line.unit.kind is UnitKind.HEADING and goal:
            break
        if len(goal) >= most and _PARAGRAPH.search(text, goal[-1].span.end, line.span.start):
            break
        if introduces(line) or names_part(line) or is_urging(line.text):
            continue
        if len(goal) < most or (line.asks and not any(told.asks for told in goal)):
            goal.append(line)
    return goal


def _own_line(text: str, at: int) -> bool:
    """A mark stands at the start of its line, but for heading signs."""
    before = text[max(0, at - 40) : at]
    return not before.rpartition("\n")[2].strip(" #*>-\t")


def names_part(line: Line) -> bool:
    """A heading that is only the name of a section ("Context", "Goal", "Instructions")."""
    name, parts = key_of(line.text), ("goal", "context", "part")
    return any(name in phrases("requests", f"{part}_heading") for part in parts)


def _stands_under(line: Line, heading: str) -> bool:
    under = key_of(line.unit.lead) in phrases("requests", heading)
    return under and line.unit.kind is not UnitKind.HEADING


def says_no_task(text: str) -> bool:
    """Courtesy, or care asked for in a task that is told elsewhere."""
    return is_courtesy(text) or is_urging(text)


def is_courtesy(text: str) -> bool:
    """Thanks, agreement or a greeting and nothing more."""
    return _is_short(text) and _left_of(text, "thanks") <= table("requests")["courtesy_rest"]


def is_urging(text: str) -> bool:
    """It asks to do the task well, whatever the task is: "Please solve the task carefully."."""
    return _is_short(text) and not _left_of(text, "care", "urged") and _left_of(text, "urged") > 0


def points_back(text: str) -> bool:
    """It asks for what was said before and names nothing: "do both", 按第二个方案来."""
    if not _is_short(text):
        return False
    rest = _left_of(text, "chosen", "choosing")
    if rest > (table("requests")["courtesy_rest"] if text.isascii() else 1):
        return False
    return _left_of(text, "choosing") > rest or _NUMBERED.search(text) is not None


def _only_points(line: Line) -> bool:
    """It asks for what a description says: "meet the requirements in the PR description"."""
    return line.has("requests.pointed_at") and not _left_of(
        line.text, "pointed_at", "pointing", "urged"
    )


def _is_short(text: str) -> bool:
    most: int = table("requests")["short_message"]
    return len(text) <= most


@lru_cache(maxsize=4096)
def _left_of(text: str, *categories: str) -> int:
    """Letters besides the words of these categories."""
    rest = f" {_GAPS.sub(' ', key_of(END_MARK.sub('', text)))} "
    for word, blank in _words_of(*categories):
        rest = rest.replace(word, blank)
    return sum(map(str.isalnum, rest))


@cache
def _words_of(*categories: str) -> tuple[tuple[str, str], ...]:
    """Each word, an English one with the blanks around it, and what is left of it."""
    told = (word for category in categories for word in phrases("requests", category))
    listed = {_GAPS.sub(" ", word) for word in told}
    words = sorted(listed, key=lambda word: (-len(word), word))
    return tuple((f" {word} ", "  ") if word.isascii() else (word, "") for word in words)
