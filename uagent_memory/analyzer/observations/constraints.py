"""Rules the receiver must follow: prohibitions, obligations, approvals, scope, language, format."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Sequence
from functools import lru_cache
from typing import Literal, TypeAlias

from uagent_memory.analyzer.lexicon import Match
from uagent_memory.analyzer.observations.people import framed_lines
from uagent_memory.analyzer.observations.phrases import find, opens_clause
from uagent_memory.analyzer.observations.prose import Line, Prose, follow_up, key_of
from uagent_memory.analyzer.observations.tables import either, strings, table
from uagent_memory.analyzer.observations.ties import most_alike
from uagent_memory.analyzer.types import UnitKind
from uagent_memory.facts import Change, ConstraintValue, FactKind
from uagent_memory.ledger import Observation
from uagent_memory.messages import Author

__all__ = ["LiftBook", "is_lifting", "observe_constraints"]

Sort: TypeAlias = Literal["prohibition", "obligation", "approval", "scope", "language", "format"]

_LAST_WORD = re.compile(r"([\w'’]+)[^\w.,;:!?]*\Z")
_LOOK_BACK = 40
_SORTS: tuple[tuple[str, Sort], ...] = (
    ("constraints.approval", "approval"),
    ("constraints.language", "language"),
    ("constraints.forbidden", "prohibition"),
    ("constraints.prohibition", "prohibition"),
    ("constraints.scope", "scope"),
    ("constraints.format", "format"),
)


def observe_constraints(prose: Prose) -> Iterator[Observation]:
    """The rules of one message, each a whole sentence or list item."""
    is_rule = _reader(prose)
    if is_rule is None:
        return
    longest = table("constraints")["longest"]
    for line in prose.lines:
        if line.unit.kind is UnitKind.HEADING or len(line.text) > longest or is_lifting(line):
            continue
        if is_rule(line):
            value = ConstraintValue(text=line.text, sort=_sort(line))
            yield prose.seen(
                FactKind.CONSTRAINT, value, Change.ASKED, line.span, key=key_of(line.text)
            )


def is_lifting(line: Line) -> bool:
    """It takes a rule back ("you can edit the tests now")."""
    return line.has("constraints.lift") or _lift_patterns().search(line.text) is not None


def _reader(prose: Prose) -> Callable[[Line], bool] | None:
    """What counts as a rule, by who speaks."""
    author = prose.message.author
    if author is Author.USER and prose.spoken:
        return _spoken_rule
    if author in (Author.USER, Author.PARENT):
        return _rule
    if author is Author.SYSTEM:
        return _policy
    if author is Author.SUMMARY or (author is Author.AGENT and framed_lines(prose)):
        return _under_heading
    return None


def _rule(line: Line) -> bool:
    if line.asks:
        return line.has("requests.ask") and line.has("constraints.bound", "constraints.forbidden")
    return (
        line.has("constraints.approval", "constraints.forbidden", "constraints.bound")
        or _directed(line, "constraints.prohibition", "constraints.scope")
        or line.opened_by("constraints.obligation") is not None
        or any(_obeyed(line, modal) for modal in line.all("constraints.modal"))
        or _chosen(line)
        or (_is_order(line) and line.has("constraints.scope", "constraints.language", "constraints.format"))
        or _under_heading(line)
    )


def _policy(line: Line) -> bool:
    """In a system prompt weaker words bind as well."""
    return _rule(line) or (not line.asks and line.has("constraints.modal", "constraints.weak_modal"))


def _spoken_rule(line: Line) -> bool:
    """Between speakers only what is put as a plea to all."""
    kinds = ("constraints.prohibition", "constraints.obligation", "constraints.forbidden")
    start = next((phrase.start for phrase in line.all(*kinds)), None)
    if start is None or line.asks:
        return False
    before = line.text[max(0, start - 8) : start].casefold().rstrip(" ,，")
    return before.endswith(("please", "请", "请大家", "大家"))


def _directed(line: Line, *categories: str) -> bool:
    """A phrase that opens a clause or is said to somebody who can obey."""
    return any(
        opens_clause(line.text, phrase.start) or _subject(line, phrase) in _obeying()
        for phrase in line.all(*categories)
    )


def _obeyed(line: Line, modal: Match) -> bool:
    """ "You must", "the answer must": not "I must", and not "the function must" of a bug report."""
    subject = _subject(line, modal)
    return not subject or subject in _obeying() or opens_clause(line.text, modal.start)


def _subject(line: Line, phrase: Match) -> str:
    before = _LAST_WORD.search(line.text[max(0, phrase.start - _LOOK_BACK) : phrase.start])
    return before[1].casefold() if before else ""


def _obeying() -> frozenset[str]:
    return strings("constraints", "obeying_subjects")


def _chosen(line: Line) -> bool:
    """ "Use X instead of Y": a choice that binds."""
    choosing = line.opened_by("constraints.choosing")
    return choosing is not None and any(p.start > choosing.start for p in line.all("constraints.choice"))


def _is_order(line: Line) -> bool:
    return line.has("requests.ask") or line.opened_by("requests.verb") is not None


def _under_heading(line: Line) -> bool:
    """An item under "Constraints", "Rules", 约束; under "Notes" only if it is worded as a rule."""
    heading = _heading(line.unit.lead)
    if heading == "strong":
        return not line.asks
    worded = ("constraints.modal", "constraints.weak_modal", "constraints.obligation", "constraints.bound",
              "constraints.prohibition", "constraints.forbidden", "constraints.scope", "constraints.format")
    return heading == "weak" and not line.asks and line.has(*worded)


@lru_cache(maxsize=1024)
def _heading(lead: str) -> Literal["strong", "weak", ""]:
    if not lead or len(lead) > table("constraints")["longest_heading"]:
        return ""
    found = {phrase.category for phrase in find(lead)}
    if "constraints.heading" in found:
        return "strong"
    return "weak" if "constraints.weak_heading" in found else ""


def _sort(line: Line) -> Sort:
    return next((sort for category, sort in _SORTS if line.has(category)), "obligation")


def _lift_patterns() -> re.Pattern[str]:
    return either(table("constraints")["lift_patterns"])


class LiftBook:
    """The rules in force, so that a later "you may edit the tests now" finds the one it means."""

    def __init__(self) -> None:
        self._rules: dict[str, Observation] = {}

    def feed(self, prose: Prose, own: Sequence[Observation]) -> Iterator[Observation]:
        if prose.message.author in (Author.USER, Author.PARENT):
            for line in prose.lines:
                if is_lifting(line) and not line.asks:
                    yield from self._lifted(prose, line)
        for seen in own:
            if seen.kind is FactKind.CONSTRAINT:
                self._rules[seen.key] = seen

    def _lifted(self, prose: Prose, line: Line) -> Iterator[Observation]:
        known = ((key, seen) for key, seen in self._rules.items() if seen.trust <= prose.message.trust)
        meant = most_alike(line.text, known)
        if meant is not None:
            yield follow_up(meant, Change.LIFTED, prose.message, line.span)
            del self._rules[meant.key]
