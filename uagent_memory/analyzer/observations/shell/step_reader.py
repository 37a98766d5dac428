"""What the readers of a shell step share: how a word of it becomes an act on a file."""

from __future__ import annotations

import re
from collections.abc import Iterator

from uagent_memory.analyzer.observations.files.edits import Edit
from uagent_memory.analyzer.observations.files.file_act import Deed, FileAct
from uagent_memory.analyzer.observations.files.paths import Place
from uagent_memory.analyzer.observations.scene import Scene
from uagent_memory.analyzer.observations.shell.shell import Word
from uagent_memory.analyzer.observations.shell.shell_variables import is_pattern
from uagent_memory.analyzer.observations.shell.steps import Step
from uagent_memory.analyzer.observations.tables import strings
from uagent_memory.facts import Change

__all__ = ["StepReader", "as_pattern"]

_HALF = re.compile(r"\{,|,\}|[`(]")
"""Braces that stand for the bare name, too: which of the names is meant they do not tell."""


def as_pattern(word: Word) -> Word:
    """`*.py` stands for files that only it names."""
    return word._replace(plain=True) if is_pattern(word) else word


class StepReader:
    """Reads what the commands of one step do to files."""

    def __init__(self, step: Step, scene: Scene) -> None:
        self._step = step
        self._scene = scene
        self._exchange = step.script.exchange
        self._told: list[Deed] = []

    def _act(
        self,
        word: Word,
        change: Change,
        how: str,
        edit: Edit | None = None,
        *,
        sure: bool = True,
        lines: int | None = None,
    ) -> Iterator[FileAct]:
        """An act on the file a word names; nothing for devices, globs and expansions."""
        devices = strings("shell", "paths", "devices")
        if not word.plain or word.text in devices or "://" in word.text:
            return
        place = self._scene.paths.place(word.text, self._step.directory)
        if place is not None and not self._step.script.spells(word):
            place = self._respelled(place, word, how)
        if place is not None:
            at = self._step.script.word(word).span
            yield FileAct(place, change, how, at, edit or Edit(), sure=sure, lines=lines)

    def told(self) -> Iterator[Deed]:
        """Where names stand that words of the step only make up; each once."""
        yield from self._told
        self._told.clear()

    def _respelled(self, place: Place, word: Word, how: str) -> Place | None:
        """A name that variables make up, as it is spelled where the log spells it.

        What it says nowhere is shown as far as the script spells it.
        """
        if known := self._scene.files.named(place.key):
            return place._replace(path=known, spelled=known)
        if found := self._scene.spellings.find(word.text):
            self._told.append(Deed(found.exchange, FileAct(place, Change.STATED, how, found.at)))
            return place
        raw = self._step.script.word(word).text.strip("\"'")
        last = raw.rpartition("/")[2]
        if last and word.text.endswith(f"/{last}"):
            return place._replace(path=last, spelled=last)
        return Place(raw, raw, raw) if not _HALF.search(raw) else None
