"""Reports case by case: rows that passed tell little, and a later report replaces an older one."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping, Sequence
from functools import cache
from typing import NamedTuple

from uagent_memory.analyzer.types import Cue, MessageAnalysis, Unit, UnitKind
from uagent_memory.generator.wording.phrase_index import lists_in, lists_opening, phrase_list
from uagent_memory.generator.wording.statements import Statement
from uagent_memory.messages import Author, Span

__all__ = ["Cases", "cases_of"]

_AGENT = Author.AGENT

_LABEL = re.compile(r"[\W_]*([A-Za-z]{1,6}-?\d{1,5})\b[\s|*_`:：]*")
"""What a case is called, at the beginning of its row: T07, BUG-12."""
_MARKS = " \t*_`|"
_NUMBER = re.compile(r"\s*(?:\d+|[一二三四五六七八九十]+)(?![^\W\d_])")


class Cases(NamedTuple):
    """Of one history's statements, by where they stand."""

    passed: frozenset[Span]
    failed: frozenset[Span]
    overtaken: frozenset[Span]
    """A later report tells how the same case ended, or comes to another conclusion."""
    older: frozenset[int]
    """Messages that review or test what a later one of the same agent has reviewed or tested."""


class _Case(NamedTuple):
    span: Span
    at: int
    """Index of its message."""
    speaker: str | None
    label: str
    passed: bool | None
    """None of a finding that is listed and not yet closed."""


def cases_of(statements: Sequence[Statement], messages: Iterable[MessageAnalysis]) -> Cases:
    """The cases that agents report on, and which of what is said of them no longer stands."""
    found = [case for s in statements if (case := _case(s)) is not None]
    overtaken = _told_again(found)
    older = _older_reports(messages)
    overtaken.update(
        s.unit.span
        for s in statements
        if s.analysis.index in older and (_concludes(s.unit) or _counts_both(s.unit.text))
    )
    passed = frozenset(case.span for case in found if case.passed)
    failed = frozenset(case.span for case in found if case.passed is False)
    return Cases(passed, failed, frozenset(overtaken), _reviews(older))


def _told_again(cases: Sequence[_Case]) -> set[Span]:
    """Those that were closed later, or that the same agent has reported on again."""
    named = [case for case in cases if case.label]
    closed = {case.label: case.at for case in named if case.passed}
    told = {(case.label, case.speaker): case.at for case in named if case.passed is not None}
    return {
        case.span
        for case in named
        if case.at < closed.get(case.label, -1)
        or (case.passed is not None and case.at < told[case.label, case.speaker])
    }


def _case(statement: Statement) -> _Case | None:
    """A row with a cell that says how it ended, or a line that says so right after a label."""
    unit, analysis = statement.unit, statement.analysis
    if analysis.message.author is not _AGENT:
        return None
    label = _LABEL.match(unit.text)
    is_row = unit.kind is UnitKind.TABLE_ROW
    if is_row:
        cells = [cell.strip(_MARKS) for cell in unit.text.strip().strip("|").split("|")]
        verdicts = [verdict for cell in cells if (verdict := _verdict(cell)) is not None]
    elif label is not None:
        verdict = _verdict(unit.text[label.end() :])
        verdicts = [] if verdict is None else [verdict]
    else:
        return None
    if not verdicts and not (is_row and label is not None):
        return None
    name = label[1].casefold() if label is not None else ""
    speaker = analysis.message.agent
    passed = all(verdicts) if verdicts else None
    return _Case(unit.span, analysis.index, speaker, name, passed)


def _verdict(text: str) -> bool | None:
    """Whether what begins so passed; None if it says nothing of that."""
    for passed, pattern in _verdicts():
        if pattern.match(text):
            return passed
    return None


@cache
def _verdicts() -> tuple[tuple[bool, re.Pattern[str]], ...]:
    return (
        (False, _beginning("case_failed")),
        (True, _beginning("case_passed")),
    )


def _beginning(name: str) -> re.Pattern[str]:
    lists = phrase_list(name)
    english = "|".join(map(re.escape, lists["en"]))
    han = "|".join(map(re.escape, lists["zh"]))
    return re.compile(rf"[\s*_`]*(?:(?:{english})(?![^\W_])|{han})", re.IGNORECASE)


def _concludes(unit: Unit) -> bool:
    return unit.cue.meets(Cue.CONCLUSION) or "concluding" in lists_opening(unit.text)


def _reviews(older: Mapping[int, str]) -> frozenset[int]:
    """Those whose heading says that they judge something; a decision or a design stands."""
    return frozenset(at for at, heading in older.items() if "judging" in lists_in(heading))


def _counts_both(text: str) -> bool:
    """It says how many passed and how many did not: "10 cases, 7 passed, 3 failed"."""
    words = text.casefold()
    said = [
        any(word in words for word in (*phrase_list(name)["en"], *phrase_list(name)["zh"]))
        for name in ("case_passed", "case_failed")
    ]
    return all(said) and any(char.isdigit() for char in text)


def _older_reports(messages: Iterable[MessageAnalysis]) -> Mapping[int, str]:
    """Messages under a numbered heading that the same agent has used with another number since.

    Each with the heading without its number.
    """
    last: dict[tuple[str | None, str], int] = {}
    older: dict[int, str] = {}
    for analysis in messages:
        if analysis.message.author is not _AGENT:
            continue
        heading = next((u.text for u in analysis.units if u.kind is UnitKind.HEADING), "")
        plain, numbers = _NUMBER.subn("", heading)
        if not (plain.strip(" #") and numbers):
            continue
        key = (analysis.message.agent, plain)
        if key in last:
            older[last[key]] = plain
        last[key] = analysis.index
    return older
