"""Folders that were made here to try something in: what lies in them is no part of the work."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence

from uagent_memory.facts import Change, FileValue
from uagent_memory.generator.settings import Throwaway
from uagent_memory.ledger import Fact

__all__ = ["in_trial_folders"]

_WORD = re.compile(r"[^\W\d_]+")


def in_trial_folders(
    facts: Sequence[Fact], said: Sequence[str], throwaway: Throwaway
) -> frozenset[str]:
    """Keys of the files in such folders, and of what was made here and moved into one.

    Args:
        facts: of all files.
        said: the messages of users: a folder that one of them names is part of the work.
        throwaway: by what names folders are made to be thrown away.
    """
    first: dict[str, Fact] = {}
    for fact in facts:
        for folder in _trials(fact.key, throwaway):
            if folder not in first or fact.first.order < first[folder].first.order:
                first[folder] = fact
    made = {
        folder
        for folder, fact in first.items()
        if _came(fact) and not any(f"{folder}/" in text for text in said)
    }
    inside = {fact.key for fact in facts if not made.isdisjoint(_trials(fact.key, throwaway))}
    moved = {fact.key for fact in facts if _is_made(fact) and _moved_to(fact) in inside}
    return frozenset(inside | moved)


def _trials(key: str, throwaway: Throwaway) -> Iterator[str]:
    """The folders above a file whose name says so; one named for what passes stands on top."""
    *folders, _ = key.split("/")
    for depth, name in enumerate(folders):
        folded = name.casefold()
        is_top = not depth and folded in throwaway.folders
        if is_top or not throwaway.names.isdisjoint(_WORD.findall(folded)):
            yield "/".join(folders[: depth + 1])


def _is_made(fact: Fact) -> bool:
    return fact.first.change is Change.CREATED


def _came(fact: Fact) -> bool:
    """The first that is known of a file is that it was made here, or moved to its place."""
    if fact.first.change is Change.RENAMED and isinstance(fact.first.value, FileValue):
        return not fact.first.value.renamed_to
    return _is_made(fact)


def _moved_to(fact: Fact) -> str:
    value = fact.last.value
    return value.renamed_to if isinstance(value, FileValue) else ""
