"""Decisions with reasons and rejected options, and findings with what they rest on."""

from __future__ import annotations

import re
from collections.abc import Iterator

from uagent_memory.analyzer.observations.people import is_order, issue_stretches
from uagent_memory.analyzer.observations.prose import Line, Prose, key_of
from uagent_memory.analyzer.observations.tables import strings, table
from uagent_memory.analyzer.types import Cue, UnitKind
from uagent_memory.facts import Change, DecisionValue, FactKind, StatementValue, TextSpan
from uagent_memory.ledger import Observation
from uagent_memory.messages import Author

__all__ = ["decision", "observe_statements"]

_HEADING = UnitKind.HEADING
_DECISION = FactKind.DECISION

FINDING = Cue.FINDING | Cue.CAUSE | Cue.OUTCOME | Cue.CONCLUSION
_CLAUSE_END = re.compile(
    r"[,.;:!?](?=\s|\Z)|(?<=\s)\(|[（—，。；：！？、]|\s[-–]\s"
    r"|\s(?:because|since|as it|which|so that|and then|we|i|i'll|we'll|I|I'll)\b"
)
_CHOOSING = frozenset(
    (
        *("statements.decision", "statements.refused", "statements.choice"),
        *("statements.turned_down", "statements.turned_down_of_several"),
        *("statements.placed", "statements.acted", "statements.settled_by_us"),
    )
)
"""Without one of these, and without the cue, a line is no decision."""
SHORTEST = 15
SHORTEST_CHINESE = 8


def observe_statements(prose: Prose) -> Iterator[Observation]:
    """What one message decides and finds. Requests and rules are read elsewhere."""
    author = prose.message.author
    if author not in (Author.AGENT, Author.USER, Author.PARENT, Author.SUMMARY):
        return
    lines, issues = prose.lines, issue_stretches(prose)
    for index, line in enumerate(lines):
        quoted = issues and any(start <= line.span.start < end for start, end in issues)
        if quoted or not _is_statement(line):
            continue
        following = lines[index + 1] if index + 1 < len(lines) else None
        if _may_decide(line) and is_decision(prose, line):
            yield decision(prose, line, following)
        elif _is_finding(prose, line):
            value = StatementValue(text=line.text)
            yield prose.seen(
                FactKind.FINDING, value, Change.STATED, line.span, key=key_of(line.text)
            )


def decision(
    prose: Prose, line: Line, following: Line | None = None, change: Change = Change.STATED
) -> Observation:
    value = DecisionValue(
        text=line.text,
        reason=_reason(line, following),
        rejected=tuple(dict.fromkeys(_rejected(line))),
    )
    return prose.seen(_DECISION, value, change, line.span, key=key_of(line.text))


def _is_statement(line: Line) -> bool:
    shortest = SHORTEST if line.text.isascii() else SHORTEST_CHINESE
    fits = shortest <= len(line.text) <= table("statements")["longest"]
    return fits and not line.asks and line.unit.kind is not _HEADING


def _may_decide(line: Line) -> bool:
    """A cheap look, which most lines do not pass."""
    return line.unit.cue.meets(Cue.DECISION) or not line.phrases.keys().isdisjoint(_CHOOSING)


def is_decision(prose: Prose, line: Line) -> bool:
    """Worded as a choice; a user's "let's do it" is an ask."""
    cued = line.unit.cue.meets(Cue.DECISION)
    unsaid = prose.spoken and not line.has("statements.decision")
    if unsaid or _is_no_choice(line) or line.text.endswith((":", "：")):
        return False
    if prose.spoken:
        return cued or line.has("statements.settled_by_us")
    if _chooses(prose, line) or _turns_down(prose, line):
        return line.begins_with("statements.step") is None
    if line.has("statements.determined", "statements.recommending"):
        return False
    if prose.message.author is Author.USER:
        return line.has("statements.choice")
    return _told_with_reason(prose, line) or (cued and _weighs(prose, line))


def _weighs(prose: Prose, line: Line) -> bool:
    """No mere step: while the agent goes on by itself, only with a reason or against an option."""
    weighed = line.has("statements.rejected", "statements.reason")
    return (weighed or not prose.acts) and line.opened_by("statements.step") is None


def _is_no_choice(line: Line) -> bool:
    """Supposed, weighed aloud, taken back in the same breath, or decided by others."""
    supposed = line.opened_by("statements.supposing") and not line.has("statements.resolved")
    elsewhere = line.has("statements.abandoned", "statements.narrated")
    return bool(supposed) or elsewhere or _is_considered(line)


def _chooses(prose: Prose, line: Line) -> bool:
    """By a word of choosing; of a user "let's keep it ..." is a rule."""
    chosen = [phrase.word for phrase in line.all("statements.decision", "statements.refused")]
    ruled = strings("statements", "rules_of_users")
    by_user = prose.message.author is Author.USER
    return bool(chosen) and not (by_user and all(word in ruled for word in chosen))


def _turns_down(prose: Prose, line: Line) -> bool:
    """A verdict against an option; "is rejected" is one only where options are compared."""
    if line.has("statements.turned_down"):
        return True
    return line.has("statements.turned_down_of_several") and prose.compares


def _told_with_reason(prose: Prose, line: Line) -> bool:
    """At the end of a turn: what stays where, or what was done, and why."""
    if prose.message.author is not Author.AGENT or prose.acts:
        return False
    told = line.has("statements.placed") or line.begins_with("statements.acted") is not None
    return told and line.has("statements.purpose")


def _is_considered(line: Line) -> bool:
    """An option weighed aloud, before any word of choosing, and not settled in the same line."""
    weighed = next(iter(line.all("statements.considered")), None)
    if weighed is None:
        return False
    words = line.text.casefold()
    if any(word in words for word in strings("statements", "settled")):
        return False
    chosen = next(iter(line.all("statements.decision", "statements.choice")), None)
    return chosen is None or weighed.start <= chosen.start


def _is_finding(prose: Prose, line: Line) -> bool:
    if not line.unit.cue.meets(FINDING) or prose.spoken or line.text.endswith((":", "：")):
        return False
    if prose.message.author is not Author.AGENT and is_order(line):
        return False
    return line.opened_by("statements.step") is None and not line.begins_with("requests.verb")


def _reason(line: Line, following: Line | None) -> TextSpan | None:
    """The next sentence, where it says why and the line itself does not."""
    if following is None or line.has("statements.reason"):
        return None
    adjoins = following.unit.kind is UnitKind.SENTENCE and following.unit.lead == line.unit.lead
    begins = following.opened_by("statements.reason")
    if adjoins and not following.asks and begins is not None:
        return following.quoted
    return None


def _rejected(line: Line) -> Iterator[TextSpan]:
    """What "instead of" names, up to the end of its clause."""
    for phrase in line.all("statements.rejected", "statements.refused"):
        stop = _CLAUSE_END.search(line.text, phrase.end)
        option = line.part(phrase.end, stop.start() if stop else len(line.text))
        if _is_option(option.text):
            yield option
    for phrase in line.all(
        "statements.dismissed", "statements.turned_down", "statements.turned_down_of_several"
    ):
        start = max((m.end() for m in _CLAUSE_END.finditer(line.text, 0, phrase.start)), default=0)
        option = line.part(start, phrase.start)
        if _is_option(option.text):
            yield option


def _is_option(text: str) -> bool:
    """Something that can be chosen, not a mere "that"."""
    return text.casefold() not in strings("statements", "pronouns") and any(map(str.isalnum, text))
