"""What a passed run shows: steps that ask for nothing but a check, and steps whose trouble is over.

A check counts only if files were changed since the step was stated: a run before the work is where
it starts from. What an earlier role left has been changed already.
"""

from __future__ import annotations

import re
from functools import cache

from uagent_memory.analyzer.observations.failures.check_words import check_words
from uagent_memory.analyzer.observations.shell.programs import CheckKind, check_kind
from uagent_memory.analyzer.observations.tables import strings, table
from uagent_memory.analyzer.observations.tasks.carrying_out import shipped
from uagent_memory.analyzer.observations.tasks.not_yet import not_yet_in
from uagent_memory.facts import Change, CommandValue, ErrorValue, FactKind, TestValue, is_check
from uagent_memory.ledger import Observation

__all__ = ["Checks", "is_over"]

KINDS: tuple[CheckKind, ...] = ("test", "lint", "type", "build")
_CHANGED = frozenset((Change.CREATED, Change.MODIFIED, Change.DELETED, Change.RENAMED))
_CLOSED = frozenset((Change.PASSED, Change.FIXED))
_TICKED = re.compile(r"`([^`\n]{2,120})`")
_NAME = re.compile(r"[A-Za-z_][\w]{3,}")
_TOOL = re.compile(r"[a-z][a-z0-9_-]+|[\u4e00-\u9fff]")
_PART = re.compile(r"[A-Z]?[a-z]+|[A-Z]{2,}|[\u4e00-\u9fff]{2}")


class Checks:
    """The checks that one step asks for, and those that have passed for it.

    Args:
        text: of the step.
        changed: the work that is to be checked was done before the step was stated.
    """

    def __init__(self, text: str, *, changed: bool) -> None:
        not_yet = not_yet_in(text)
        asks = not_yet.run or _asks().match(text) is not None
        self._wanted = _wanted(text) if asks else frozenset()
        self._words = frozenset(_TOOL.findall(text.casefold())) if asks else frozenset()
        self._passed: set[CheckKind] = set()
        self._named_passed = False
        self._changed = changed or not_yet.run
        self._uncommitted = not_yet.committed

    def are_done_by(self, act: Observation) -> bool:
        """Whether an act does the last of what is asked for; takes note of it."""
        if not (self._words or self._uncommitted):
            return False
        if act.kind is FactKind.FILE and act.change in _CHANGED:
            self._changed = True
            self._named_passed = False
            self._passed.clear()
        elif is_check(act.value) and self._changed:
            self._ran(act.value, act.change)
        elif self._uncommitted and shipped(act):
            self._uncommitted = False
        else:
            return False
        return not self._uncommitted and self._have_passed

    @property
    def _have_passed(self) -> bool:
        if self._named_passed or not self._words:
            return True
        return bool(self._wanted) and self._wanted <= self._passed

    def _ran(self, value: CommandValue, change: Change) -> None:
        kind = check_kind(value.program) or _kind_by_flag(value.program) or "test"
        kinds = KINDS if kind == "all" else (kind,)
        if change is Change.PASSED:
            self._passed.update(kinds)
            self._named_passed |= value.program.partition(" ")[0] in self._words
        elif change is Change.FAILED:
            self._passed.difference_update(kinds)


def is_over(text: str, act: Observation, *, begun: bool) -> bool:
    """Whether an act ends the trouble of a step that an earlier role left.

    Of a step begun it is the test or error that shares parts of names with it; of what was left
    undone the one that names the same thing in code.
    """
    if act.change not in _CLOSED:
        return False
    trouble = _told(act)
    if not trouble:
        return False
    if begun:
        least: int = table("proofs")["shared"]
        return len(_names_in(text) & _names_in(trouble)) >= least
    ticked = (name for code in _TICKED.findall(text) for name in _NAME.findall(code))
    return any("_" in name and name in trouble for name in ticked)


def _names_in(text: str) -> frozenset[str]:
    """Parts of the names and words of a text by which it can be told what it is about."""
    least, stem = table("proofs")["part"], table("proofs")["stem"]
    parts = (part.casefold() for part in _PART.findall(text))
    common = strings("proofs", "common")
    return frozenset(
        part[:stem]
        for part in parts
        if part not in common and (len(part) >= least or not part.isascii())
    )


def _told(act: Observation) -> str:
    value = act.value
    if isinstance(value, TestValue):
        return value.name or act.key
    return f"{value.type} {value.line}" if isinstance(value, ErrorValue) else ""


def _wanted(text: str) -> frozenset[CheckKind]:
    if len(text) > table("proofs")["longest"]:
        return frozenset()
    return frozenset(kind for kind in KINDS if check_words(kind).search(text))


def _kind_by_flag(program: str) -> CheckKind:
    return "lint" if program in table("shell")["flagged_checks"] else ""


@cache
def _asks() -> re.Pattern[str]:
    return re.compile(rf"[\s*_`\d.)]*(?:{check_words('asks').pattern})", re.IGNORECASE)
