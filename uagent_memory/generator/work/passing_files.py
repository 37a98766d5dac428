"""Files that came and went, or lie outside the project: names in one line, no changed lines."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from typing import Literal, TypeAlias

from uagent_memory.analyzer.observations.files.paths import is_scratch
from uagent_memory.analyzer.observations.tables import strings
from uagent_memory.facts import (
    CHANGED_STATUSES,
    Change,
    CommandValue,
    FactKind,
    FileValue,
    Status,
)
from uagent_memory.generator.settings import GeneratorSettings
from uagent_memory.generator.work.trial_folders import in_trial_folders
from uagent_memory.ledger import Fact, Ledger

__all__ = ["LEAVES_NOTHING", "TEMPORARY", "Passing", "passing_files"]

_Call: TypeAlias = tuple[str, str]
"""Message id and part."""
_WORD = re.compile(r"[^\W\d_]+")
Passing: TypeAlias = Literal["gone", "scratch_made", "scratch", "cleaned", "deleted_files"]
"""The label of the line: made here and gone again, temporary and made here, temporary, deleted with
such, deleted unseen."""


TEMPORARY: frozenset[Passing] = frozenset(("scratch_made", "scratch"))
LEAVES_NOTHING: frozenset[Passing] = frozenset((*TEMPORARY, "gone", "cleaned"))
"""Files with no change to check or to commit."""
_SCRATCH: Mapping[Status, Passing] = {
    Status.CREATED: "scratch_made",
    Status.DELETED: "deleted_files",
}


def passing_files(
    ledger: Ledger, said: Sequence[str], settings: GeneratorSettings
) -> Mapping[str, Passing]:
    """The files that need no line of their own, by key.

    Args:
        ledger: of the whole history.
        said: the messages of users.
        settings: how many deleted unseen share a line (fewer have one each), and by what names
            files are made to be thrown away.
    """
    facts = ledger.of(FactKind.FILE)
    throwaway = settings.throwaway
    found: dict[str, Passing] = {fact.key: "gone" for fact in facts if _is_gone(fact)}
    found |= dict.fromkeys(_moved_and_gone(facts), "gone")
    held = {folder for key in found for folder in _folders(key)}
    found |= {f.key: "gone" for f in facts if f.status is Status.DELETED and f.key in held}
    trials = in_trial_folders(facts, said, throwaway)
    for fact in facts:
        if fact.key in found or fact.status not in CHANGED_STATUSES:
            continue
        if is_scratch(fact.key) or fact.key in trials or _is_made_as(fact, said, throwaway.names):
            found[fact.key] = _SCRATCH.get(fact.status, "scratch")
    tried = [f for f in facts if "/" not in f.key and _is_made_as(f, said, throwaway.tried)]
    found |= dict.fromkeys(_run(tried, ledger, found), "scratch_made")
    unseen = [fact for fact in facts if fact.key not in found and _is_unseen(fact)]
    cleaned = _cleaned(facts, found, unseen)
    found |= dict.fromkeys(cleaned, "cleaned")
    unseen = [fact for fact in unseen if fact.key not in cleaned]
    if len(unseen) >= settings.limits.few_deleted:
        found |= dict.fromkeys((fact.key for fact in unseen), "deleted_files")
    return found


def _is_gone(fact: Fact) -> bool:
    """It was not there before, and is not there now."""
    return fact.came_and_went and _is_made(fact)


def _is_made(fact: Fact) -> bool:
    """It was not there before."""
    if not fact.acts or fact.acts[0].change is not Change.CREATED:
        return False
    before = fact.history[: fact.history.index(fact.acts[0])]
    return all(seen.change is not Change.READ for seen in before)


def _moved_and_gone(facts: Sequence[Fact]) -> Iterator[str]:
    """Made here, moved once or more often, and deleted at the last place: at each of them."""
    placed = {name: f for f in facts if isinstance(f.value, FileValue) for name in _names_of(f)}
    for fact in filter(_is_made, facts):
        chain = {fact.key: fact}
        after = _target(fact, placed)
        while after is not None and after.key not in chain:
            chain[after.key] = after
            after = _target(after, placed)
        ends = {moved.status for moved in chain.values()}
        if Status.DELETED in ends and ends <= {Status.DELETED, Status.RENAMED}:
            yield from chain


def _names_of(fact: Fact) -> Iterator[str]:
    if isinstance(fact.value, FileValue):
        yield fact.value.path
    yield fact.key


def _target(fact: Fact, placed: Mapping[str, Fact]) -> Fact | None:
    moves = (seen.value for seen in reversed(fact.history) if seen.change is Change.RENAMED)
    targets = (value.renamed_to for value in moves if isinstance(value, FileValue))
    return placed.get(next(filter(None, targets), ""))


def _folders(key: str) -> Iterator[str]:
    """The folders that hold a file: one that is deleted went with the file made here."""
    while "/" in key.strip("/"):
        key = key.rpartition("/")[0]
        yield key


def _is_made_as(fact: Fact, said: Sequence[str], names: frozenset[str]) -> bool:
    """Made here for a passing use, by its name or its folder's, and not for a user who named it."""
    made = fact.status is Status.CREATED and fact.acts and fact.acts[0].change is Change.CREATED
    if not made or names.isdisjoint(_WORD.findall(fact.key.casefold())):
        return False
    name = fact.key.rpartition("/")[2]
    return not any(name in text for text in said)


def _run(tried: Sequence[Fact], ledger: Ledger, found: Mapping[str, Passing]) -> frozenset[str]:
    """Scripts beside the project's folders that were run to look at something, or to change others.

    Only where other files were changed, or were made to be thrown away by their names: else such a
    script may be the work itself.
    """
    made = frozenset(fact.key for fact in tried)
    files = ledger.of(FactKind.FILE)
    work = (f for f in files if f.status in CHANGED_STATUSES and f.key not in made | found.keys())
    tries = any(label in TEMPORARY and not is_scratch(key) for key, label in found.items())
    if not made or not (tries or any(work)):
        return frozenset()
    typed = frozenset(
        word
        for fact in ledger.of(FactKind.COMMAND)
        if isinstance(value := fact.value, CommandValue) and value.program in _interpreters()
        for word in value.command.split()
    )
    return made & typed


def _interpreters() -> frozenset[str]:
    return strings("shell", "program", "interpreters")


def _cleaned(
    facts: Sequence[Fact], found: Mapping[str, Passing], unseen: Sequence[Fact]
) -> frozenset[str]:
    """What a call that deletes files made here deletes besides, unless it also deletes others."""
    calls: dict[_Call, set[str]] = {}
    for fact in facts:
        if fact.status is Status.DELETED:
            calls.setdefault(_deleted_by(fact), set()).add(fact.key)
    gone = {key for key, label in found.items() if label == "gone"}
    products = {fact.key for fact in unseen}
    cleaning = [
        keys
        for keys in calls.values()
        if keys & gone and keys & products and keys <= gone | products
    ]
    return frozenset().union(*cleaning) & products


def _deleted_by(fact: Fact) -> _Call:
    at = fact.acts[-1].span
    return at.message_id, at.part


def _is_unseen(fact: Fact) -> bool:
    """All that is known of it is that it was deleted."""
    return fact.status is Status.DELETED and all(
        seen.change is Change.DELETED and isinstance(seen.value, FileValue) for seen in fact.history
    )
