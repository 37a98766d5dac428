"""What stream editors do to the files that they change where they are."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from uagent_memory.analyzer.observations.files.file_act import FileAct
from uagent_memory.analyzer.observations.shell.in_place import (
    backup_suffix,
    edit_of,
    scripts_and_files,
    undoing,
    unquoted,
)
from uagent_memory.analyzer.observations.shell.programs import Program
from uagent_memory.analyzer.observations.shell.step_reader import StepReader, as_pattern
from uagent_memory.facts import Change, TextSpan

__all__ = ["InPlaceReader"]


class InPlaceReader(StepReader):
    """`sed -i` and `perl -pi`: each file, with the text the script exchanges."""

    def acts(self, program: Program) -> Iterator[FileAct]:
        given, files = scripts_and_files(program)
        named = frozenset(files)  # of very many files each would be looked through for each
        program = program._replace(arguments=tuple(w for w in program.arguments if w not in named))
        suffix = backup_suffix(program)
        said = self._exchange.said
        script = unquoted(self._step.script.word(given[0]), said) if len(given) == 1 else None
        for word in files:
            for act in self._act(as_pattern(word), Change.MODIFIED, program.base):
                yield self._edited(act, program, script, plain=given[0].plain)
                if suffix:
                    self._scene.files.copied(act.place.key, f"{act.place.key}{suffix}")

    def _edited(
        self, act: FileAct, program: Program, script: TextSpan | None, *, plain: bool
    ) -> FileAct:
        """An act with the lines that it exchanges, what takes them back, and what is known then."""
        texts, key = self._scene.files.texts, act.place.key
        before = texts.known(key)
        edit, known = edit_of(program, self._step.script, self._exchange.said, before, self._lines)
        edit = texts.surely(key, edit)
        if script is None:
            return act._replace(edit=edit, known=known)
        return act._replace(
            edit=edit,
            undo=undoing(script, edit.hunks) if plain else None,
            everywhere=script.text.lstrip().startswith("s"),
            said=script.text,
            known=known,
        )

    def _lines(self, name: str) -> Sequence[TextSpan]:
        """All lines of a file, if the log has shown them."""
        place = self._scene.paths.place(name, self._step.directory)
        if place is None:
            return ()
        known = self._scene.files.texts.known(place.key)
        return known.in_order() if known.complete else ()
