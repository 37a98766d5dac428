"""What an earlier hand-off or compaction summary passes on: asks, rules, tasks, questions.

Its observations have the trust of a summary: they bring a state along and never override what was
seen at first hand.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from functools import cache
from itertools import takewhile
from typing import NamedTuple

from uagent_memory.analyzer.observations.conversation.constraints import rule, sounds_like_rule
from uagent_memory.analyzer.observations.conversation.people import joined, request
from uagent_memory.analyzer.observations.conversation.prose import (
    REFERENCE,
    Line,
    Prose,
    follow_up,
    key_of,
)
from uagent_memory.analyzer.observations.handed_on.passed_on import (
    is_own_handoff,
    observe_user_messages,
)
from uagent_memory.analyzer.observations.tables import table
from uagent_memory.analyzer.observations.tasks.text_tasks import task
from uagent_memory.analyzer.types import UnitKind
from uagent_memory.facts import Change, FactKind, HandoffValue, QuestionValue, TextSpan
from uagent_memory.ledger import Observation
from uagent_memory.messages import Author

__all__ = ["observe_earlier"]

_LABEL = re.compile(r"^[^\W\d_]{2,20}(?::\s+|：\s*)")
_OWNER = re.compile(r"\s*\([\w:./-]{1,40}\)\s*\Z")


class _Item(NamedTuple):
    """One statement of an earlier summary without its mark and its references."""

    change: Change | None
    mark: str
    body: TextSpan


def observe_earlier(prose: Prose) -> Iterator[Observation]:
    if prose.message.author is not Author.SUMMARY:
        return
    own = is_own_handoff(prose.message)
    stated = list(_sections_told(prose, own=own))
    yield from stated
    if own:
        rules = [seen for seen in stated if seen.kind is FactKind.CONSTRAINT]
        yield from observe_user_messages(prose, rules)


def _sections_told(prose: Prose, *, own: bool) -> Iterator[Observation]:
    """What the sections say, but for the users' messages that a hand-off of ours quotes."""
    for line, whole in _entries(prose) if own else _apart(prose):
        section = _section(key_of(line.unit.lead))
        if not section or line.unit.kind is UnitKind.HEADING or (own and section == "user"):
            continue
        item = _item(whole)
        if own and section == "current" and (seen := _handoff(prose, item.body)) is not None:
            yield seen if item.change is None else seen._replace(change=item.change)
        elif item.body.text and not (own and section == "files"):
            yield from _observed(prose, line, item, section)


def _apart(prose: Prose) -> Iterator[tuple[Line, TextSpan]]:
    return ((line, line.quoted) for line in prose.lines)


def _entries(prose: Prose) -> Iterator[tuple[Line, TextSpan]]:
    """The entries of a hand-off of ours: one line each, with all its sentences.

    Each stands with its first sentence.
    """
    for group in _by_line(prose):
        text, first, end = prose.message.text, group[0].span, group[-1].span.end
        stop = text.find("\n", first.start, end)
        span = first._replace(end=end if stop < 0 else stop)
        yield group[0], TextSpan(text[span.start : span.end], span)


def _by_line(prose: Prose) -> Iterator[list[Line]]:
    group: list[Line] = []
    for line in prose.lines:
        if group and "\n" in prose.message.text[group[-1].span.end : line.span.start]:
            yield group
            group = []
        group.append(line)
    if group:
        yield group


def _observed(prose: Prose, line: Line, item: _Item, section: str) -> Iterator[Observation]:
    if item.change is Change.ASKED:
        yield _question(prose, item.body)
    elif section == "primary" or (section == "user" and sounds_like_rule(line)):
        yield from _asked(prose, line, item)
    elif section == "pending" or item.mark.endswith((":", "：")):
        for part in _parts(item.body):
            if not line.begins_with("tasks.nothing"):
                whole = _with_items(prose, line, _without_owner(part))
                yield task(prose, whole, item.change or Change.STATED)


def _with_items(prose: Prose, line: Line, body: TextSpan) -> TextSpan:
    """A task that leads in a list of its parts, with the parts."""
    if not body.text.endswith((":", "：")):
        return body
    after = prose.lines[prose.lines.index(line) + 1 :]
    parts = list(takewhile(lambda part: _is_under(part, line), after))
    return joined(prose, (line, *parts), table("requests")["longest_list"]) if parts else body


def _is_under(part: Line, line: Line) -> bool:
    lead = part.unit.lead_span
    return lead is not None and line.span.start <= lead.start and lead.end <= line.span.end


def _asked(prose: Prose, line: Line, item: _Item) -> Iterator[Observation]:
    """A rule or an ask, and what has become of it."""
    words = table("earlier")["handoff"]
    own = is_own_handoff(prose.message)
    folded = item.body.text.casefold()
    if own and folded.startswith(tuple(words["pointer"])):
        return
    policy = _policy().match(item.body.text) if own else None
    if item.change is Change.LIFTED or policy is not None or sounds_like_rule(line):
        of_user = own and policy is None
        label = policy.end() if policy is not None else 0 if own else _label(item.body.text)
        parts = _parts(_without_head(item.body, label))
        found = [rule(prose, part, line, of_user=of_user) for part in parts]
    else:
        found = [request(prose, item.body, passed_on=own)]
    for seen in found:
        yield seen
        if item.change is not None:
            yield follow_up(seen, item.change, prose.message, seen.span)


def _handoff(prose: Prose, body: TextSpan) -> Observation | None:
    """A hand-off before this one."""
    found = _route().match(body.text)
    if found is None:
        return None
    value = HandoffValue(sender=found["sender"], receiver=found["receiver"], what=body.text)
    key = f"{value.sender}>{value.receiver}"
    return prose.seen(FactKind.HANDOFF, value, Change.STATED, body.span, key=key)


@cache
def _policy() -> re.Pattern[str]:
    return re.compile(table("earlier")["handoff"]["policy"], re.IGNORECASE)


@cache
def _route() -> re.Pattern[str]:
    return re.compile(table("earlier")["handoff"]["route"])


def _question(prose: Prose, body: TextSpan) -> Observation:
    value = QuestionValue(text=body.text)
    return prose.seen(FactKind.QUESTION, value, Change.ASKED, body.span, key=key_of(body.text))


def _item(said: TextSpan) -> _Item:
    reference = REFERENCE.search(said.text)
    stop = reference.start() if reference else len(said.text)
    folded = said.text.casefold()
    for mark, change in table("earlier")["marks"].items():
        if folded.startswith(mark):
            return _Item(Change(change), mark, _stretch(said, len(mark), stop))
    change = Change.DONE if _finished().match(folded) else None
    return _Item(change, "", _stretch(said, 0, stop))


@cache
def _finished() -> re.Pattern[str]:
    return re.compile(table("earlier")["finished"])


def _stretch(said: TextSpan, start: int, end: int) -> TextSpan:
    """A part of it, white space at its ends left out."""
    piece = said.text[start:end]
    start += len(piece) - len(piece.lstrip())
    piece = piece.strip()
    at = said.span.start + start
    return TextSpan(piece, said.span._replace(start=at, end=at + len(piece)))


def _parts(body: TextSpan) -> Iterator[TextSpan]:
    """The items of a list in one line."""
    separator: str = table("earlier")["separator"]
    at = 0
    for piece in body.text.split(separator):
        start = body.span.start + at
        if piece.strip():
            yield TextSpan(piece, body.span._replace(start=start, end=start + len(piece)))
        at += len(piece) + len(separator)


def _label(text: str) -> int:
    """How long a label such as "Constraint:" is, at the start of what another tool wrote."""
    label = _LABEL.match(text)
    return label.end() if label else 0


def _without_head(body: TextSpan, cut: int) -> TextSpan:
    rest = body.text[cut:].lstrip()
    start = body.span.end - len(rest)
    return TextSpan(rest, body.span._replace(start=start))


def _without_owner(body: TextSpan) -> TextSpan:
    owner = _OWNER.search(body.text)
    cut = len(body.text) - owner.start() if owner else 0
    text = body.text[: len(body.text) - cut]
    return TextSpan(text, body.span._replace(end=body.span.end - cut))


def _section(heading: str) -> str:
    return _sections().get(heading, "")


@cache
def _sections() -> dict[str, str]:
    sections = table("earlier")["sections"]
    return {heading: name for name, headings in sections.items() for heading in headings}
