"""Work that text says is still to do: check lists, next steps, plans, what is put off."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from functools import cache, lru_cache
from typing import Literal, TypeAlias

from uagent_memory.analyzer.lexicon import Lexicon
from uagent_memory.analyzer.observations.conversation.people import is_paste, issue_stretches
from uagent_memory.analyzer.observations.conversation.phrases import find, phrases
from uagent_memory.analyzer.observations.conversation.prose import Line, Prose, key_of
from uagent_memory.analyzer.observations.conversation.questions import to_user
from uagent_memory.analyzer.observations.tables import table
from uagent_memory.analyzer.observations.tasks.inline_lists import InlineList, inline_lists
from uagent_memory.analyzer.observations.tasks.undone import says_undone, with_what
from uagent_memory.analyzer.stretches import Stretches
from uagent_memory.analyzer.types import Cue, UnitKind
from uagent_memory.facts import Change, FactKind, TaskValue, TextSpan
from uagent_memory.ledger import Observation
from uagent_memory.messages import Author, Span

__all__ = [
    "ListKind",
    "heads_plan",
    "is_ticked",
    "listed_tasks",
    "lists",
    "names_open",
    "observe_tasks",
    "overlap",
    "task",
]

_TASK = FactKind.TASK
_HEADING = UnitKind.HEADING
_USER = Author.USER

ListKind: TypeAlias = Literal["open", "plan", ""]
"""What a heading makes of the items under it."""

_CHECKBOX = re.compile(r"\s*(?:>\s*)*(?:[-*+]|\d{1,3}[.)])?\s*\[(?P<mark>[ xX~-]?)\]\s")
_WORKERS = (Author.AGENT, Author.PARENT)
_DOER = re.compile(r"\W{0,4}[^\W\d][\w .@-]{1,40}\W{0,3}[:：]\W{0,4}")
_LEAD = re.compile(r"[^\n:：.。!！?？;；,，]{1,40}[:：](?=(?P<rest>.*\S))")
_MARKED = {"x": Change.DONE, "X": Change.DONE, "~": Change.CANCELLED, "-": Change.CANCELLED}
_HEADINGS = ("tasks.open_heading", "tasks.open_word", "tasks.still_open")


def observe_tasks(prose: Prose) -> Iterator[Observation]:
    author = prose.message.author
    if author not in (*_WORKERS, _USER):
        return
    longest = table("tasks")["longest"]
    issues = issue_stretches(prose)
    listed, offered = lists(prose), _offers(prose)
    inline = [item for found in prose.once(_inline) for item in found.items]
    for item in inline:
        inside = issues and any(start <= item.span.start < end for start, end in issues)
        if not inside and len(item.text) <= longest:
            yield task(prose, item, _stated(prose, item.text))
    told = Stretches((item.span.start, item.span.end) for item in inline) if inline else None
    for number, line in enumerate(prose.lines):
        if len(line.text) > longest or line.unit.kind is _HEADING:
            continue
        if issues and any(start <= line.span.start < end for start, end in issues):
            continue
        if told is not None and told.overlap(line.span.start, line.span.end):
            continue
        change = _change(prose, line, listed.get(line.span, ""))
        if change is None and line.span in offered:
            change = Change.WAITING
        if change is not None and (said := with_what(prose, number, longest)) is not None:
            yield task(prose, said, change)


def lists(prose: Prose) -> Mapping[Span, ListKind]:
    """Which items stand in a list of open work or in a plan, lead lines and items between."""
    return prose.once(_lists)


def _lists(prose: Prose) -> Mapping[Span, ListKind]:
    known: dict[int, ListKind] = {}
    found: dict[Span, ListKind] = {}
    for line in prose.lines:
        lead = line.unit.lead_span
        above = known.get(lead.end, "") if lead is not None else ""
        if above and _heads_conditions(line.unit.lead):
            above = ""
        kind = _heading(line.unit.lead) or above
        if kind and line.unit.kind is UnitKind.LIST_ITEM:
            found[line.span] = kind
        if kind and line.text.rstrip("*_").endswith((":", "：")):
            known[line.unit.span.end] = kind
    for several in prose.once(_inline):
        found.update((item.span, "open") for item in several.items)
    return found


def _heads_conditions(lead: str) -> bool:
    """ "It only fails when:": what follows are conditions."""
    lead = lead.casefold().rstrip("*_ :：，,")
    return any(
        lead.endswith(end if not end.isascii() else f" {end}")
        for end in table("tasks")["condition_ends"]
    )


def _inline(prose: Prose) -> Sequence[InlineList]:
    """Lists of open work that stand on one line."""
    if prose.message.author is _USER and (prose.spoken or is_paste(prose)):
        return ()
    lines = (line for line in prose.lines if line.has(*_HEADINGS) or _heading(line.unit.lead))
    return [
        found
        for found in inline_lists(prose, lines)
        if _heading(found.lead) == "open" and not _is_nothing(found.items[0].text)
    ]


def _is_nothing(text: str) -> bool:
    start = key_of(text)
    return any(start.startswith(word) for word in phrases("tasks", "nothing"))


def _stated(prose: Prose, text: str) -> Change:
    if prose.message.author is _USER:
        return Change.ASKED
    return Change.DONE if is_ticked(text) else Change.STATED


def is_ticked(text: str) -> bool:
    """An item of a list is marked as finished or given up."""
    return any(mark in text for mark in phrases("tasks", "item_done"))


def overlap(one: Span, other: Span) -> bool:
    """Of two stretches of one part."""
    return one.start < other.end and other.start < one.end


def listed_tasks(prose: Prose, own: Iterable[Observation]) -> tuple[Observation, ...]:
    """The tasks among a message's observations that stand in its lists of open work."""
    tasks = [seen for seen in own if seen.kind is _TASK]
    if not tasks:
        return ()
    known = lists(prose)
    return tuple(seen for seen in tasks if seen.span in known)


def task(prose: Prose, body: TextSpan, change: Change) -> Observation:
    message = prose.message
    owner = (message.agent or "") if message.author is Author.AGENT else ""
    value = TaskValue(text=body.text, owner=owner)
    return prose.seen(_TASK, value, change, body.span, key=key_of(body.text))


def _offers(prose: Prose) -> frozenset[Span]:
    """Questions at the end of an agent's turn that offer to do something."""
    if prose.message.author is not Author.AGENT:
        return frozenset()
    return frozenset(line.span for line in to_user(prose) if line.opened_by("tasks.offer"))


def _change(prose: Prose, line: Line, listed: ListKind) -> Change | None:
    box = _CHECKBOX.match(line.unit.text) if "[" in line.unit.text else None
    if box:
        return (
            Change.STATED if not box["mark"].strip() else _MARKED.get(box["mark"], Change.STARTED)
        )
    if prose.message.author is _USER:
        if listed == "open" and _is_own_list(prose, line):
            return Change.ASKED
        put_off = not line.asks and line.has("tasks.later")
        to_do = _is_pledge(line) if prose.spoken else put_off
        return Change.ASKED if to_do else None
    if listed and not line.asks and _is_listed(prose, line, listed):
        return Change.DONE if line.has("tasks.item_done") else Change.STATED
    if prose.acts or line.asks:
        return None
    open_end = (
        names_open(line)
        or says_undone(line)
        or (line.has("tasks.later") and not line.has("tasks.advice"))
    )
    return Change.STATED if open_end and _is_open(prose, line) else None


def _is_own_list(prose: Prose, line: Line) -> bool:
    """A user's own list of what is to do, not that of a paste or a meeting."""
    if prose.spoken or line.asks or is_paste(prose):
        return False
    return _is_listed(prose, line, "open") and not line.has("tasks.item_done")


def _is_listed(prose: Prose, line: Line, listed: ListKind) -> bool:
    """Under "Next steps", or what to do in a plan that an agent lays before others."""
    if line.begins_with("tasks.nothing") or line.text.rstrip("*_").endswith((":", "：")):
        return False
    if listed == "plan":
        waits = prose.message.author is Author.AGENT and not prose.acts
        return waits and (not line.text.isascii() or _says_what_to_do(line))
    return True


def _says_what_to_do(line: Line) -> bool:
    """It begins with a verb of doing, or with who is to do it: "**tester**: run the suite".

    A function's name, `check(key)`, is no such verb.
    """
    return any(
        not line.text[: verb.start].strip(" \"'*_") or _DOER.fullmatch(line.text[: verb.start])
        for verb in line.all("requests.verb")
        if line.text[verb.end : verb.end + 1] != "("
    )


def _is_open(prose: Prose, line: Line) -> bool:
    return prose.message.author is Author.AGENT and (
        line.unit.cue.meets(Cue.OPEN | Cue.PLAN) or says_undone(line) or names_open(line)
    )


def names_open(line: Line) -> bool:
    """ "Open: the second pass, the switch": a sentence under a lead of its own."""
    text = line.text
    found = _LEAD.match(text) if ":" in text or "：" in text else None
    return found is not None and _heading(found[0]) == "open" and not _is_nothing(found["rest"])


def _is_pledge(line: Line) -> bool:
    """Between speakers: who will do something, or is asked to, and when."""
    short = len(line.text) <= table("tasks")["longest_pledge"]
    return short and not line.asks and line.has("tasks.when") and line.has("tasks.pledge")


def heads_plan(lead: str) -> bool:
    """What stands under it is still to be done."""
    return bool(lead) and _heading(lead) == "plan"


@cache
def _headings() -> Lexicon:
    """What stands in every heading of the two kinds; looked for by itself, it is soon known."""
    return Lexicon({name: phrases("tasks", name) for name in ("open_heading", "plan_heading")})


@lru_cache(maxsize=1024)
def _heading(lead: str) -> ListKind:
    key = key_of(lead)
    leads_in = lead.rstrip("*_ ").endswith((":", "："))
    most = table("tasks")["lead_words" if leads_in else "heading_words"]
    if not key or len(key.split()) > most:
        return ""
    if key in phrases("tasks", "open_word"):
        return "open"
    found = {match.category for match in find(lead, "tasks")} if _headings().count(lead) else ()
    if "tasks.open_heading" in found:
        return "open"
    return "plan" if "tasks.plan_heading" in found else ""
