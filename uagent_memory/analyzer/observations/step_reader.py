"""What the readers of a shell step share: how a word of it becomes an act on a file."""

from __future__ import annotations

from collections.abc import Iterator

from uagent_memory.analyzer.observations.edits import Edit
from uagent_memory.analyzer.observations.file_act import FileAct
from uagent_memory.analyzer.observations.scene import Scene
from uagent_memory.analyzer.observations.shell import Word
from uagent_memory.analyzer.observations.steps import Step
from uagent_memory.analyzer.observations.tables import strings
from uagent_memory.facts import Change

__all__ = ["StepReader"]


class StepReader:
    """Reads what the commands of one step do to files."""

    def __init__(self, step: Step, scene: Scene) -> None:
        self._step = step
        self._scene = scene
        self._exchange = step.script.exchange

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
        if place is not None:
            at = self._step.script.word(word).span
            yield FileAct(place, change, how, at, edit or Edit(), sure=sure, lines=lines)
