"""What a script's own text tells of the lines that it exchanges in a file."""

from __future__ import annotations

from collections.abc import Sequence

from uagent_memory.analyzer.observations.files.edits import Edit, Names, compared
from uagent_memory.analyzer.observations.files.file_act import FileAct
from uagent_memory.analyzer.observations.files.file_texts import FileTexts
from uagent_memory.analyzer.observations.scene import Written
from uagent_memory.analyzer.observations.shell.script_texts import Piece, TextEdit
from uagent_memory.facts import Hunk, TextSpan

__all__ = ["exchanging"]

_ONCE = 1
_TELLING = 8
"""Signs of a line that tells something."""


def exchanging(
    act: FileAct, edits: Sequence[TextEdit], written: Written, texts: FileTexts
) -> FileAct:
    """An act of a script, with the lines that the script's literals exchange.

    Args:
        act: writes a file.
        edits: what the script exchanges before.
        written: the script.
        texts: of files; lines that the file has, put in again with others, are no change.
    """
    had = texts.lines_of(act.place.key)
    bare = [one for edit in edits if not edit.old for one in edit.new]
    if all(one.text.strip() in had or len(one.text.strip()) < _TELLING for one in bare):
        had = frozenset()
    told = [_edit(edit, act.place.key, written, had) for edit in edits]
    limited = [x for edit, one in zip(edits, told, strict=True) if edit.limited for x in one.hunks]
    hunks = tuple(hunk for edit in told for hunk in edit.hunks)
    if not hunks:
        return act
    names = Names(*(tuple(n for edit in told for n in edit.names[at]) for at in range(3)))
    undo = _undo(edits[0]) if len(edits) == _ONCE else None
    everywhere = undo is not None and not limited
    lasting = texts.lasting(act.place.key, limited)
    return act._replace(edit=Edit(hunks, names, lasting=lasting), undo=undo, everywhere=everywhere)


def _edit(edit: TextEdit, path: str, written: Written, had: frozenset[str]) -> Edit:
    new = [one for one in edit.new if edit.old or one.text.strip() not in had]
    plain = {written.start + one.start for one in (*edit.old, *edit.new) if one.plain}
    found = compared(_quoted(edit.old, written), _quoted(new, written), path)
    hunks = (
        Hunk(*(tuple(s for s in side if s.span.start in plain) for side in (h.removed, h.added)))
        for h in found.hunks
    )
    return found._replace(hunks=tuple(hunk for hunk in hunks if hunk.removed or hunk.added))


def _quoted(pieces: Sequence[Piece], written: Written) -> list[TextSpan]:
    start = written.start
    return [written.exchange.said(start + one.start, start + one.end) for one in pieces]


def _undo(edit: TextEdit) -> tuple[str, str] | None:
    """The texts exchanged, old and new, where the script spells them as they are."""
    if not (edit.old and edit.new and all(one.plain for one in (*edit.old, *edit.new))):
        return None
    old, new = ("\n".join(one.text for one in side) for side in (edit.old, edit.new))
    return old, new
