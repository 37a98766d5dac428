"""The cues of units: of what is said by its words, of what is printed by its kind or its words.

The sentences of all messages are looked at together: a short text is looked at sooner than a call
is made.
"""

from __future__ import annotations

from collections.abc import Sequence
from itertools import compress, islice

from uagent_memory.analyzer.cues import cues_of, output_cue
from uagent_memory.analyzer.splitter import has_prose
from uagent_memory.analyzer.types import Cue, Unit, UnitKind
from uagent_memory.messages import Author

__all__ = ["with_cues"]

SAID = frozenset((UnitKind.SENTENCE, UnitKind.LIST_ITEM, UnitKind.HEADING, UnitKind.FIELD))
_TABLE_ROW, _JSON = UnitKind.TABLE_ROW, UnitKind.JSON
_TOOL = Author.TOOL


def with_cues(units: Sequence[Sequence[Unit]], authors: Sequence[Author]) -> list[tuple[Unit, ...]]:
    """The units of each message with the cues that they have as words of its author."""
    each = [(unit, author) for own, author in zip(units, authors, strict=True) for unit in own]
    told = [unit.kind in SAID or _is_written(unit, author) for unit, author in each]
    cues = iter(cues_of([(unit.text, author) for unit, author in compress(each, told)]))
    cued = iter(
        [
            _cued(unit, next(cues) if is_said else _printed_cue(unit))
            for (unit, _), is_said in zip(each, told, strict=True)
        ]
    )
    return [tuple(islice(cued, len(own))) for own in units]


def _is_written(unit: Unit, author: Author) -> bool:
    """A row of a table, or a sentence in JSON, that somebody wrote."""
    if author is _TOOL:
        return False
    return unit.kind is _TABLE_ROW or (unit.kind is _JSON and has_prose(unit.text))


def _printed_cue(unit: Unit) -> Cue:
    match unit.kind:
        case UnitKind.TRACEBACK:
            return Cue.ERROR
        case UnitKind.LOG:
            return output_cue(unit.text)
        case _:
            return Cue.NONE


def _cued(unit: Unit, cue: Cue) -> Unit:
    """In half the time of `_replace`."""
    kind, span, text, _, lead, lead_span, result = unit
    return tuple.__new__(Unit, (kind, span, text, cue, lead, lead_span, result))
