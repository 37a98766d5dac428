"""The lines of files, as far as a log has shown them, and what edits make of them."""

from __future__ import annotations

from collections.abc import Sequence

from uagent_memory.analyzer.observations.files.edits import Edit, compared, inserted
from uagent_memory.analyzer.observations.files.file_tree import FileTree
from uagent_memory.analyzer.observations.files.known_lines import KnownLines
from uagent_memory.facts import Hunk, TextSpan

__all__ = ["FileTexts"]


class FileTexts:
    """Of the files of a log.

    Args:
        states: of each file by its key; they are only looked at.
    """

    def __init__(self, states: FileTree) -> None:
        self._states = states

    def known(self, key: str) -> KnownLines:
        """What the log has shown of a file's lines, as far as it is as it was."""
        state = self._states.get(key)
        return state.known if state is not None and not state.deleted else KnownLines()

    def lines_of(self, key: str) -> frozenset[str]:
        """The words of all lines that a file was shown to have, now or when it was not changed."""
        state = self._states.get(key)
        if state is None or state.deleted:
            return frozenset()
        return state.known.texts | state.pristine.texts

    def rewritten(self, key: str, lines: Sequence[TextSpan]) -> Edit:
        """What a file that is written whole has and had not before, as far as the log showed it."""
        known = self.known(key)
        if known.complete:
            return compared(known.in_order(), lines, key)
        had = self.lines_of(key)
        new = [line for line in lines if line.text.strip() not in had]
        gone = _left_out(known, lines)
        return compared(gone, new, key) if gone else inserted(new, key)

    def lasting(self, key: str, hunks: Sequence[Hunk]) -> tuple[TextSpan, ...]:
        """What hunks take out in one place of a file that has it in more."""
        return self.known(key).held_twice([line for hunk in hunks for line in hunk.removed])

    def surely(self, key: str, edit: Edit) -> Edit:
        """What of an edit is certain."""
        state = self._states.get(key)
        return state.surely(edit) if state is not None else edit


def _left_out(known: KnownLines, lines: Sequence[TextSpan]) -> list[TextSpan]:
    """What calls have put into a file, as lines or as parts of some, and is not written again."""
    texts = {line.text.strip() for line in lines}
    put = (line for line in known.all() if line.span.part.startswith("call:"))
    missing = [line for line in put if line.text.strip() and line.text.strip() not in texts]
    whole = "\n".join(texts)
    return [line for line in missing[:_COMPARED] if line.text.strip() not in whole]


_COMPARED = 200
