"""Edits by a pattern or a script, which say nothing where nothing matched; and what refutes them.

`sed -i` succeeds whether or not its pattern stands in the file. What a later look at the file, or
a look of version control at the whole tree, shows unchanged was no change.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import NamedTuple

from uagent_memory.analyzer.observations.file_act import FileAct
from uagent_memory.analyzer.observations.tables import strings
from uagent_memory.facts import Change
from uagent_memory.messages import Span

__all__ = ["BlindEdits", "Refuted"]


class Refuted(NamedTuple):
    """An edit that changed nothing."""

    key: str
    at: Span


class _Open(NamedTuple):
    at: Span
    sought: tuple[str, str] | None
    """What it would have exchanged wherever it stands in the file, old and new."""


class BlindEdits:
    """Follows them through a log: open until something shows that they did or did not happen."""

    def __init__(self) -> None:
        self._open: dict[str, list[_Open]] = {}
        self._whole: dict[str, str] = {}
        self._refuted: set[Refuted] = set()

    @property
    def refuted(self) -> frozenset[Refuted]:
        return frozenset(self._refuted)

    def changed(self, act: FileAct) -> None:
        """Takes note of an act that is held for a change of its file."""
        key = act.place.key
        if act.change is Change.MODIFIED and _is_blind(act):
            new = act.undo[1] if act.undo is not None else ""
            earlier = self._open.get(key, [])
            kept = [one for one in earlier if one.sought is None or one.sought[0] not in new]
            self._open[key] = [*kept, _Open(act.at, act.undo if act.everywhere else None)]
            return
        self._open.pop(key, None)
        self._whole.pop(key, None)

    def forget(self) -> None:
        """Something else may have changed any file: what is shown from now on proves nothing."""
        self._open.clear()
        self._whole.clear()

    def shown(self, key: str, text: str, *, whole: bool) -> bool:
        """Whether what was printed of a file shows that edits of it changed nothing.

        Args:
            key: of the file.
            text: what was printed, and nothing else.
            whole: it is all of the file.
        """
        waiting = self._open.get(key, [])
        is_same = whole and bool(text.strip()) and self._whole.get(key) == text
        gone = [one for one in waiting if is_same or _still_shows(text, one.sought)]
        if whole:
            self._whole[key] = text
        return self._refute(key, gone)

    def unchanged(self, keys: Iterable[str]) -> list[str]:
        """Version control shows no change of these: those of them that were only edited blindly."""
        return [key for key in keys if self._refute(key, self._open.get(key, []))]

    def _refute(self, key: str, gone: list[_Open]) -> bool:
        if not gone:
            return False
        self._refuted.update(Refuted(key, one.at) for one in gone)
        self._open[key] = [one for one in self._open[key] if one not in gone]
        return True


def _is_blind(act: FileAct) -> bool:
    editors = strings("shell", "writes", "in_place")
    return act.how in editors or act.how in strings("shell", "program", "interpreters")


def _still_shows(text: str, sought: tuple[str, str] | None) -> bool:
    """The old words stand in the file as before, and the new ones nowhere."""
    if sought is None:
        return False
    old, new = sought
    return bool(old and new) and old not in new and old in text and new not in text
