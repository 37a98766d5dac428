"""What became of files when the folder that holds them was moved or deleted."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import NamedTuple

from uagent_memory.facts import Change, FileValue, Status
from uagent_memory.generator.compressors.net_changes import is_arrival, target_of
from uagent_memory.ledger import Fact
from uagent_memory.messages import Span

__all__ = ["FolderMove", "folder_moves", "passed_through"]

_LATEST = 1 << 62
_AWAY = frozenset((Status.DELETED, Status.RENAMED, Status.REVERTED, Status.STASHED))


class FolderMove(NamedTuple):
    """A folder above a file was moved."""

    path: str
    """Of the file now; "" where the folder was deleted, or the file is told by its new name."""
    at: tuple[Span, ...]


class _Fate(NamedTuple):
    """A folder is not where it was."""

    when: tuple[int, int]
    folder: str
    target: str
    at: Span


def folder_moves(facts: Sequence[Fact]) -> Mapping[str, FolderMove]:
    """By file key, for files of which nothing else is known than that they were read before."""
    fates = {fact.key: fate for fact in facts if (fate := _fate(fact)) is not None}
    keys = frozenset(fact.key for fact in facts)
    found: dict[str, FolderMove] = {}
    for fact in facts if fates else ():
        if any(seen.change is not Change.READ for seen in fact.history):
            continue
        move = _followed(fact.key, fact.history[-1].seq, fates)
        if move.at:
            found[fact.key] = move._replace(path="" if move.path in keys else move.path)
    return found


def _fate(fact: Fact) -> _Fate | None:
    """Of a file or folder that is gone from its place at the end."""
    if fact.status not in (Status.DELETED, Status.RENAMED):
        return None
    gone = Change.DELETED if fact.status is Status.DELETED else Change.RENAMED
    last = next((seen for seen in reversed(fact.standing) if seen.change is gone), None)
    if last is None:
        return None
    return _Fate((last.seq, last.span.start), fact.key, target_of(fact), last.span)


def _followed(path: str, read: int, fates: Mapping[str, _Fate]) -> FolderMove:
    """From one move to the next of a folder above the file."""
    when, places = (read, _LATEST), list[Span]()
    while path:
        above = (fate for folder in _folders(path) if (fate := fates.get(folder)) is not None)
        fate = min((fate for fate in above if fate.when > when), default=None)
        if fate is None:
            break
        path = fate.target and f"{fate.target}{path.removeprefix(fate.folder)}"
        when, places = fate.when, [*places, fate.at]
    return FolderMove(path, tuple(places))


def _folders(path: str) -> Iterator[str]:
    while folder := path.rpartition("/")[0]:
        yield folder
        path = folder


def passed_through(facts: Sequence[Fact]) -> frozenset[str]:
    """Where files were only for a time: moved there and back, or brought back otherwise."""
    origins = {
        (value.renamed_to, seen.span): fact
        for fact in facts
        for seen in fact.history
        if seen.change is Change.RENAMED and isinstance(value := seen.value, FileValue)
    }
    return frozenset(
        fact.key
        for fact in facts
        if fact.status in _AWAY and fact.acts and is_arrival(fact.acts[0])
        if not any(isinstance(seen.value, FileValue) and seen.value.hunks for seen in fact.acts)
        if (origin := _origin(fact, origins)) is not None and origin.status is not Status.RENAMED
    )


def _origin(fact: Fact, origins: Mapping[tuple[str, Span], Fact]) -> Fact | None:
    came = fact.acts[0]
    names = (fact.key, came.value.path if isinstance(came.value, FileValue) else "")
    return next((found for name in names if (found := origins.get((name, came.span)))), None)
