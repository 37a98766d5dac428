"""Edits by a pattern or a script, which say nothing where nothing matched; and what refutes them.

`sed -i` succeeds whether or not its pattern stands in the file. What a later look at the file, or
a look of version control at the whole tree, shows unchanged was no change.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable
from typing import NamedTuple

from uagent_memory.analyzer.observations.files.file_act import FileAct
from uagent_memory.analyzer.observations.tables import strings, table
from uagent_memory.facts import Change
from uagent_memory.messages import Span

__all__ = ["BlindEdits", "Refuted"]

_NAME = re.compile(r"[\w.@-]+", re.ASCII)


class Refuted(NamedTuple):
    """An edit that changed nothing."""

    key: str
    at: Span


class _Open(NamedTuple):
    at: Span
    sought: tuple[str, str] | None
    """What it would have exchanged wherever it stands in the file, old and new."""
    seq: int = -1
    line: str = ""
    """The number of the line that its command names."""


class BlindEdits:
    """Follows them through a log: open until something shows that they did or did not happen."""

    def __init__(self) -> None:
        self._open: dict[str, list[_Open]] = {}
        self._whole: dict[str, str] = {}
        self._refuted: set[Refuted] = set()
        self._newest = -1
        """The position of the message whose call made the newest edits."""

    @property
    def refuted(self) -> frozenset[Refuted]:
        return frozenset(self._refuted)

    @property
    def is_waiting(self) -> bool:
        """Whether some of them still wait to be shown."""
        return any(self._open.values())

    def changed(self, act: FileAct, seq: int) -> None:
        """Takes note of an act that is held for a change of its file, at a position of the log."""
        key = act.place.key
        if act.change is Change.MODIFIED and _is_blind(act):
            new = act.undo[1] if act.undo is not None else ""
            earlier = self._open.get(key, [])
            kept = [one for one in earlier if one.sought is None or one.sought[0] not in new]
            sought = act.undo if act.everywhere else None
            self._open[key] = [*kept, _Open(act.at, sought, seq, _first_line(act.said))]
            self._newest = seq
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
        if any(_shows(text, one.sought) for one in waiting):
            self._open[key] = [one for one in waiting if not _shows(text, one.sought)]
        if whole:
            self._whole[key] = text
        return self._refute(key, gone)

    def unchanged(self, keys: Iterable[str]) -> list[str]:
        """Version control shows no change of these: those of them that were only edited blindly."""
        return [key for key in keys if self._refute(key, self._open.get(key, []))]

    def denied(self, sentence: str, seq: int) -> list[str]:
        """Files of which an agent says that edits just made did not take.

        Meant are the edits of the line or the file that it names, else those of the newest call.

        Args:
            sentence: what it says.
            seq: the position of its message.
        """
        words = table("missed")
        pairs = re.findall(words["line"], sentence)
        told = frozenset(number for pair in pairs for number in pair if number)
        said = frozenset(name.rstrip(".") for name in _NAME.findall(sentence))
        since = seq - words["recent"]
        recent = self._where(lambda one: one.seq >= since)
        named = {
            key: [one for one in ones if one.seq == ones[-1].seq]
            for key, ones in recent.items()
            if key.rpartition("/")[2] in said
        }
        of_line = self._where(lambda one: one.line in told and one.seq >= since)
        newest = self._where(lambda one: one.seq == self._newest >= since)
        if told:
            newest = {key: ones for key, ones in newest.items() if not any(o.line for o in ones)}
        meant = of_line or named or newest
        return [key for key, ones in meant.items() if self._refute(key, ones)]

    def _where(self, is_meant: Callable[[_Open], bool]) -> dict[str, list[_Open]]:
        found = {key: list(filter(is_meant, ones)) for key, ones in self._open.items()}
        return {key: ones for key, ones in found.items() if ones}

    def _refute(self, key: str, gone: list[_Open]) -> bool:
        if not gone:
            return False
        self._refuted.update(Refuted(key, one.at) for one in gone)
        self._open[key] = [one for one in self._open[key] if one not in gone]
        return True


def _first_line(script: str) -> str:
    digits = re.match(r"\s*(\d{0,7})", script)
    return digits[1] if digits else ""


def _is_blind(act: FileAct) -> bool:
    editors = strings("shell", "writes", "in_place")
    return act.how in editors or act.how in strings("shell", "program", "interpreters")


def _shows(text: str, sought: tuple[str, str] | None) -> bool:
    """The new words stand in the file."""
    return sought is not None and bool(sought[1].strip()) and sought[1] in text


def _still_shows(text: str, sought: tuple[str, str] | None) -> bool:
    """The old words stand in the file as before, and the new ones nowhere."""
    if sought is None:
        return False
    old, new = sought
    return bool(old and new) and old not in new and old in text and new not in text
