"""Decisions with reasons and rejected options, and findings with what they rest on."""

from __future__ import annotations

import re
from collections.abc import Iterator
from functools import cache

from uagent_memory.analyzer.lexicon import any_of
from uagent_memory.analyzer.observations.conversation.people import is_order, issue_stretches
from uagent_memory.analyzer.observations.conversation.prose import Line, Prose, key_of
from uagent_memory.analyzer.observations.tables import strings, table
from uagent_memory.analyzer.talk_words import telling_words
from uagent_memory.analyzer.types import Cue, UnitKind
from uagent_memory.facts import Change, DecisionValue, FactKind, StatementValue, TextSpan
from uagent_memory.ledger import Observation
from uagent_memory.messages import Author

__all__ = ["decision", "observe_statements"]

_HEADING = UnitKind.HEADING
_DECISION = FactKind.DECISION

FINDING = Cue.FINDING | Cue.CAUSE | Cue.OUTCOME | Cue.CONCLUSION
_CHOOSING = frozenset(
    (
        *("statements.decision", "statements.refused", "statements.choice"),
        *("statements.turned_down", "statements.turned_down_of_several"),
        *("statements.placed", "statements.acted", "statements.settled_by_us"),
        "statements.concluding",
    )
)
"""Without one of these, and without the cue, a line is no decision."""


def observe_statements(prose: Prose) -> Iterator[Observation]:
    """What one message decides and finds. Requests and rules are read elsewhere."""
    author = prose.message.author
    if author not in (Author.AGENT, Author.USER, Author.PARENT, Author.SUMMARY):
        return
    lines, issues = prose.lines, issue_stretches(prose)
    stated = {
        index: line
        for index, line in enumerate(lines)
        if _is_statement(line) and not any(a <= line.span.start < z for a, z in issues)
    }
    choices = {n: line for n, line in stated.items() if _may_decide(line)}
    decided = {n for n, line in choices.items() if is_decision(prose, line)}
    last = max(decided, default=0)
    for index, line in stated.items():
        before = lines[index - 1] if index else None
        following = lines[index + 1] if index + 1 < len(lines) else None
        if index in decided and not (index < last and _is_leaning(line)):
            yield decision(prose, line, following, before=before)
        elif _is_finding(prose, line):
            value = StatementValue(text=line.text)
            yield prose.seen(
                FactKind.FINDING, value, Change.STATED, line.span, key=key_of(line.text)
            )


def decision(
    prose: Prose,
    line: Line,
    following: Line | None = None,
    change: Change = Change.STATED,
    *,
    before: Line | None = None,
) -> Observation:
    value = DecisionValue(
        text=line.text,
        reason=_ground(line, before) or _reason(line, following) or _said_before(line, before),
        rejected=tuple(dict.fromkeys(_rejected(line))),
    )
    return prose.seen(_DECISION, value, change, line.span, key=key_of(line.text))


def _is_statement(line: Line) -> bool:
    limits = table("statements")
    shortest = limits["shortest" if line.text.isascii() else "shortest_chinese"]
    fits = shortest <= len(line.text) <= limits["longest"]
    return fits and not line.asks and line.unit.kind is not _HEADING


def _may_decide(line: Line) -> bool:
    """A cheap look, which most lines do not pass."""
    return line.unit.cue.meets(Cue.DECISION) or not line.phrases.keys().isdisjoint(_CHOOSING)


def is_decision(prose: Prose, line: Line) -> bool:
    """Worded as a choice; a user's "let's do it" is an ask."""
    cued = line.unit.cue.meets(Cue.DECISION)
    unsaid = prose.spoken and not _settles_in_talk(line)
    if unsaid or _is_no_choice(line) or _leads_in(line):
        return False
    if prose.spoken:
        settled = cued or line.has("statements.settled_by_us")
        return settled and len(telling_words(line.text)) >= table("statements")["least_spoken"]
    concludes = line.begins_with("statements.concluding") is not None
    if concludes or _chooses(prose, line) or _turns_down(prose, line):
        return line.begins_with("statements.step") is None
    if line.has("statements.determined", "statements.recommending"):
        return False
    if prose.message.author is Author.USER:
        return line.has("statements.choice")
    weighed = cued and not line.has("statements.told") and _weighs(prose, line)
    return weighed or _told_with_reason(prose, line)


def _leads_in(line: Line) -> bool:
    """Only what follows says something, however the line is marked ("**Approach:**")."""
    return line.text.rstrip("*_` ").endswith((":", "："))


def _weighs(prose: Prose, line: Line) -> bool:
    """No mere step: while the agent goes on by itself, only with a reason or against an option."""
    weighed = line.has("statements.rejected", "statements.reason")
    return (weighed or not prose.acts) and line.opened_by("statements.step") is None


def _is_no_choice(line: Line) -> bool:
    """Supposed, weighed aloud, taken back in the same breath, or decided or wanted by others."""
    if line.begins_with("statements.retelling") is not None:
        return True
    supposed = line.opened_by("statements.supposing") and not line.has("statements.resolved")
    elsewhere = line.has("statements.abandoned", "statements.narrated")
    return bool(supposed) or elsewhere or _is_considered(line)


def _is_leaning(line: Line) -> bool:
    words = line.text.casefold()
    return any(word in words for word in strings("statements", "leaning"))


def _settles_in_talk(line: Line) -> bool:
    weak = strings("statements", "weak_in_talk")
    return any(phrase.word not in weak for phrase in line.all("statements.decision"))


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
    if not line.unit.cue.meets(FINDING) or prose.spoken or _leads_in(line):
        return False
    if prose.message.author is not Author.AGENT and is_order(line):
        return False
    return line.opened_by("statements.step") is None and not line.begins_with("requests.verb")


def _ground(line: Line, before: Line | None) -> TextSpan | None:
    """The sentence before, of which the line is the conclusion."""
    concludes = line.begins_with("statements.concluding") is not None
    return before.quoted if before is not None and concludes and _adjoins(before, line) else None


def _said_before(line: Line, before: Line | None) -> TextSpan | None:
    """The sentence before, where it says why and the line itself does not."""
    if before is None or line.has("statements.reason") or not before.has("statements.reason"):
        return None
    says_why = (
        _adjoins(before, line) and before.unit.cue.meets(Cue.CAUSE) and not _may_decide(before)
    )
    return before.quoted if says_why and before.opened_by("statements.step") is None else None


def _adjoins(other: Line, line: Line) -> bool:
    same = other.unit.kind is UnitKind.SENTENCE and other.unit.lead == line.unit.lead
    return same and not other.asks


def _reason(line: Line, following: Line | None) -> TextSpan | None:
    """The next sentence, where it says why and the line itself does not."""
    if following is None or line.has("statements.reason"):
        return None
    begins = following.opened_by("statements.reason")
    return following.quoted if begins is not None and _adjoins(following, line) else None


def _rejected(line: Line) -> Iterator[TextSpan]:
    """What "instead of" names, up to the end of its clause."""
    for phrase in line.all("statements.rejected", "statements.refused"):
        stop = _clause_end().search(line.text, phrase.end)
        option = line.part(phrase.end, stop.start() if stop else len(line.text))
        if _is_option(option.text):
            yield option
    for phrase in line.all(
        "statements.dismissed", "statements.turned_down", "statements.turned_down_of_several"
    ):
        start = max(
            (m.end() for m in _clause_end().finditer(line.text, 0, phrase.start)), default=0
        )
        option = line.part(start, phrase.start)
        if _is_option(option.text):
            yield option


def _is_option(text: str) -> bool:
    """Something that can be chosen, not a mere "that"."""
    return text.casefold() not in strings("statements", "pronouns") and any(map(str.isalnum, text))


@cache
def _clause_end() -> re.Pattern[str]:
    openers = any_of(table("statements")["clause_openers"])
    marks = r"[,.;:!?](?=\s|\Z)|(?<=\s)\(|[（—，。；：！？、]|\s[-–]\s"
    return re.compile(rf"{marks}|\s(?:{openers})\b")
