"""Rules the receiver must follow: prohibitions, obligations, approvals, scope, language, format."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Sequence
from functools import lru_cache
from itertools import groupby
from typing import Literal, TypeAlias

from uagent_memory.analyzer.lexicon import Match
from uagent_memory.analyzer.observations.conversation.lifting import is_lifting
from uagent_memory.analyzer.observations.conversation.people import (
    is_order,
    is_paste,
    issue_stretches,
    passes_task_on,
)
from uagent_memory.analyzer.observations.conversation.phrases import find, opens_clause
from uagent_memory.analyzer.observations.conversation.prose import Line, Prose, key_of
from uagent_memory.analyzer.observations.conversation.turn_rules import turn_rules
from uagent_memory.analyzer.observations.rule_forms import is_bare, is_formed, prohibits
from uagent_memory.analyzer.observations.tables import strings, table
from uagent_memory.analyzer.types import UnitKind
from uagent_memory.facts import Change, ConstraintValue, FactKind, TextSpan
from uagent_memory.holding import holds_any
from uagent_memory.ledger import Observation
from uagent_memory.messages import Author

__all__ = ["leads_with_rule", "observe_constraints", "rule", "sounds_like_rule"]

Sort: TypeAlias = Literal[
    "prohibition", "obligation", "approval", "scope", "language", "format", "turn"
]
Heading: TypeAlias = Literal["strong", "negative", "weak", ""]

_LAST_WORD = re.compile(r"([\w'’]+)[^\w.,;:!?]*\Z")
_LOOK_BACK = 40
_OPENING_RULES = (
    "constraints.prohibition",
    "constraints.obligation",
    "constraints.scope",
    "constraints.forbidden",
)
_BINDING = (
    "constraints.modal",
    "constraints.weak_modal",
    "constraints.bound",
    "constraints.forbidden",
    "constraints.forbidding",
)


def observe_constraints(prose: Prose) -> Iterator[Observation]:
    """The rules of one message: whole sentences, list items, or a list of what not to do."""
    is_rule = _reader(prose)
    if is_rule is None:
        return
    longest = table("constraints")["longest"]
    issues = issue_stretches(prose)
    blocks = _negative_lists(prose)
    negative = {line.span for block in blocks for line in block}
    for block in blocks:
        yield _observed(prose, _with_lead(prose, block), "prohibition")
    rules = [
        line
        for line in prose.lines
        if line.span not in negative and len(line.text) <= longest and is_rule(line)
        if not any(start <= line.span.start < end for start, end in issues)
        if not (is_lifting(line) or is_bare(line.text))
    ]
    of_turns = turn_rules(prose.lines) if rules else ()
    for line in rules:
        yield _observed(prose, line.quoted, "turn" if line.span in of_turns else _sort(line))


def rule(prose: Prose, body: TextSpan, line: Line, *, of_user: bool = False) -> Observation:
    """A rule that stands in a line, or in a stretch of it."""
    return _observed(prose, body, _sort(line), of_user=of_user)


def sounds_like_rule(line: Line) -> bool:
    """Its wording alone makes it a rule, whoever passes it on."""
    return _rule(line)


def _observed(prose: Prose, body: TextSpan, sort: Sort, *, of_user: bool = False) -> Observation:
    value = ConstraintValue(text=body.text, sort=sort, of_user=of_user)
    return prose.seen(FactKind.CONSTRAINT, value, Change.ASKED, body.span, key=key_of(body.text))


def _reader(prose: Prose) -> Callable[[Line], bool] | None:
    """What counts as a rule, by who speaks."""
    author = prose.message.author
    if author is Author.USER and prose.spoken:
        return _spoken_rule
    if author in (Author.USER, Author.PARENT):
        return _pasted_rule if is_paste(prose) else _rule
    if author is Author.SYSTEM:
        return _policy
    if author is Author.SUMMARY or (author is Author.AGENT and passes_task_on(prose)):
        return _under_heading
    return None


def _rule(line: Line) -> bool:
    return _pasted_rule(line) or (not line.asks and (_chosen(line) or _is_formed(line)))


def _pasted_rule(line: Line) -> bool:
    if line.asks:
        binds = line.has("constraints.bound", "constraints.forbidden")
        return line.has("requests.ask") and (
            binds or line.begins_with("constraints.scoped") is not None
        )
    forbids = line.opened_by("constraints.prohibition", "constraints.scope")
    if line.unit.kind is UnitKind.HEADING:
        most = table("constraints")["heading_words"]["negative"]
        return forbids is not None and len(line.text.split()) > most
    return (
        line.has("constraints.approval", "constraints.forbidden", "constraints.bound")
        or (forbids is not None and not _supposes(line))
        or line.opened_by("constraints.obligation") is not None
        or any(_forbids(line, phrase) for phrase in line.all("constraints.forbidding"))
        or any(_obeyed(line, modal) for modal in line.all("constraints.modal"))
        or (is_order(line) and line.has("constraints.scoped", "constraints.language"))
        or (line.opened_by("constraints.answering") is not None and line.has("constraints.format"))
        or _under_heading(line)
    )


def _is_formed(line: Line) -> bool:
    """A short line with the form of a rule: "English only", "max 200 words", "tests should ..."."""
    if len(line.text) > table("constraints")["longest_formed"]:
        return False
    short = len(line.text) <= table("constraints")["longest_bare"]
    if (short and line.has("constraints.language")) or is_formed(line.text):
        return True
    return short and any(_shapes(line, phrase) for phrase in line.all("constraints.weak_modal"))


def _shapes(line: Line, modal: Match) -> bool:
    subject = _subject(line, modal)
    return modal.word == "should" and subject in strings("constraints", "shaped_subjects")


def _policy(line: Line) -> bool:
    """In a system prompt weaker words bind as well."""
    if line.unit.kind is UnitKind.HEADING or line.asks:
        return False
    weak = ("constraints.modal", "constraints.weak_modal", "constraints.forbidding")
    return line.has(*weak) or _rule(line)


def _spoken_rule(line: Line) -> bool:
    """Between speakers only what is put as a plea to all, or insisted on."""
    if _insists(line):
        return True
    kinds = ("constraints.prohibition", "constraints.obligation", "constraints.forbidden")
    found = next(iter(line.all(*kinds)), None)
    if found is None or line.asks:
        return False
    reach, pleas = table("constraints")["plea"], tuple(table("constraints")["pleas"])
    before = line.text[max(0, found.start - reach) : found.start].casefold().rstrip(" ,，")
    return found.word.startswith(pleas) or before.endswith(pleas)


def _insists(line: Line) -> bool:
    short = len(line.text) <= table("constraints")["longest_insisted"]
    return short and not line.asks and line.has("constraints.insisted")


def leads_with_rule(line: Line) -> bool:
    """A rule and no more: its first word of weight forbids or binds, or it says how to answer."""
    rule = line.opened_by(*_OPENING_RULES)
    verb = line.opened_by("requests.verb", "requests.ask")
    if verb is None or (rule is not None and rule.start <= verb.start):
        return True
    is_short = len(line.text) < table("constraints")["longest_bare"]
    return is_short and line.has("constraints.language", "constraints.approval")


def _obeyed(line: Line, modal: Match) -> bool:
    """ "You must", "the answer must": not "I must", and not "the function must" of a bug report."""
    if line.has("constraints.doubt"):
        return False
    if not modal.word.isascii():
        before = line.text[: modal.start].rstrip()
        return not before.endswith(tuple(table("constraints")["telling_subjects"]))
    subject = _subject(line, modal)
    known = subject in strings("constraints", "obeying_subjects")
    return not subject or known or opens_clause(line.text, modal.start)


def _forbids(line: Line, phrase: Match) -> bool:
    """ "You cannot", "the answer should not": not "I cannot", and not what a log says cannot be."""
    if not phrase.word.isascii():
        return opens_clause(line.text, phrase.start)
    return _subject(line, phrase) in strings("constraints", "obeying_persons")


def _subject(line: Line, phrase: Match) -> str:
    before = _LAST_WORD.search(line.text[max(0, phrase.start - _LOOK_BACK) : phrase.start])
    return before[1].casefold() if before else ""


def _supposes(line: Line) -> bool:
    return holds_any(line.text.casefold(), table("constraints")["supposing"])


def _chosen(line: Line) -> bool:
    """ "Use X instead of Y": a choice that binds, and "先跑 X，别跑 Y" one that forbids."""
    choosing = line.opened_by("constraints.choosing")
    choices = line.all("constraints.choice")
    if choosing is not None and any(phrase.start > choosing.start for phrase in choices):
        return True
    forbidding = (phrase.end for phrase in choices if phrase.word.startswith("，"))
    comforting = tuple(table("constraints")["comforting"])
    return any(not line.text.startswith(comforting, end) for end in forbidding)


def _under_heading(line: Line) -> bool:
    """An item under "Constraints", 约束; a sentence there, an item under "Notes" if so worded."""
    if line.asks or line.unit.kind is UnitKind.HEADING or line.text.endswith((":", "：")):
        return False
    heading = _heading(line.unit.lead)
    if heading == "":
        return False
    is_item = heading == "strong" and line.unit.kind is UnitKind.LIST_ITEM
    if is_item or _heads_format(line.unit.lead):
        return True
    return line.has(*_BINDING) or line.opened_by(*_OPENING_RULES) is not None


@lru_cache(maxsize=1024)
def _heading(lead: str) -> Heading:
    if not lead or len(lead) > table("constraints")["longest_heading"]:
        return ""
    words = len(key_of(lead).split())
    found = {phrase.category for phrase in find(lead, "constraints")}
    sorts: tuple[tuple[str, Heading], ...] = (
        ("constraints.negative_heading", "negative"),
        ("constraints.heading", "strong"),
        ("constraints.weak_heading", "weak"),
    )
    most = table("constraints")["heading_words"]
    return next((sort for name, sort in sorts if name in found and words <= most[sort]), "")


def _negative_lists(prose: Prose) -> list[list[Line]]:
    """Lists under "Do not:", "Out of scope", 禁止: an item alone would say the opposite."""
    if not any(line.unit.lead for line in prose.lines):
        return []
    blocks = []
    for _, group in groupby(prose.lines, key=lambda line: line.unit.lead_span):
        block = [line for line in group if line.unit.kind is UnitKind.LIST_ITEM]
        if block and _heading(block[0].unit.lead) == "negative":
            blocks.append(block)
    return blocks


def _with_lead(prose: Prose, block: Sequence[Line]) -> TextSpan:
    """From the heading to the last item that fits."""
    lead = block[0].unit.lead_span
    assert lead is not None
    longest = table("constraints")["longest"]
    text = prose.message.part(lead.part)
    lead = lead._replace(start=len(text[: lead.start].rstrip("*_")))
    ends = [line.span.end for line in block if line.span.end - lead.start <= longest]
    span = lead._replace(end=max(ends, default=block[0].span.end))
    return TextSpan(prose.message.quote(span), span)


@lru_cache(maxsize=1024)
def _heads_format(lead: str) -> bool:
    """ "Output format", 输出格式."""
    return "constraints.format_heading" in {found.category for found in find(lead, "constraints")}


def _sort(line: Line) -> Sort:
    if _heading(line.unit.lead) and _heads_format(line.unit.lead):
        return "format"
    if line.has("constraints.approval"):
        return "approval"
    if line.has("constraints.language"):
        return "language"
    forbids = line.has("constraints.forbidden", "constraints.forbidding")
    if forbids or line.opened_by("constraints.prohibition") is not None or prohibits(line.text):
        return "prohibition"
    if line.has("constraints.scope", "constraints.scoped"):
        return "scope"
    answers = line.opened_by("constraints.answering") is not None
    return "format" if answers and line.has("constraints.format") else "obligation"
