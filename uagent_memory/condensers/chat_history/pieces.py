"""Pieces of a message that a rule-made summary may keep: sentences, and structures shortened."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import cache
from itertools import groupby

from uagent_memory.analyzer.cues import output_cue
from uagent_memory.analyzer.shapes import marker_length
from uagent_memory.analyzer.types import Cue, Unit, UnitKind
from uagent_memory.analyzer.units import split_units
from uagent_memory.condensers.chat_history.settings import Wording, chat_settings
from uagent_memory.condensers.chat_history.treatments import (
    is_code,
    is_table,
    merged_list,
    outline,
    table_summary,
)
from uagent_memory.messages import Message, Role, ToolCall, plain_arguments
from uagent_memory.prioritizer.settings import NO_CUE, PrioritizerSettings

__all__ = ["Piece", "call_text", "pieces_of"]

STRUCTURE = 0.5
"""Worth of a structure in its short form, as a cue's worth."""


@dataclass(frozen=True, slots=True)
class Piece:
    """One line's worth of text, copied or shortened from a message."""

    text: str
    worth: float
    """By its cues, 0..1."""
    asks: int = 0
    """2 for a question, 1 for a demand."""


def pieces_of(message: Message, wording: Wording) -> list[Piece]:
    """The pieces of a message's text, in order."""
    text = message.text
    if message.role is Role.TOOL:
        if is_table(text):
            return [Piece(table_summary(text, wording), STRUCTURE)]
        if is_code(text) and (short := outline(text, wording)):
            return [Piece(short, STRUCTURE)]
        lines = [line for line in text.split("\n") if line.strip()]
        return [_line(line) for line in merged_list(lines, wording)]
    units = [unit for unit in split_units(message) if unit.span.part == "text"]
    return list(_written(units, wording))


def _line(line: str) -> Piece:
    return Piece(line, _worth(output_cue(line)))


def _written(units: Sequence[Unit], wording: Wording) -> Iterator[Piece]:
    """Prose unit by unit, what is listed, tabled or coded in its short form."""
    leads = {unit.lead for unit in units}
    units = [unit for unit in units if unit.text[marker_length(unit.text) :] not in leads]
    for kind, run in groupby(units, key=lambda unit: unit.kind):
        members = list(run)
        if kind is UnitKind.LIST_ITEM:
            yield from _listed(members, wording)
        elif kind is UnitKind.TABLE_ROW:
            body = "\n".join(unit.text for unit in members)
            yield Piece(table_summary(body, wording), STRUCTURE)
        elif kind in (UnitKind.CODE, UnitKind.DIFF):
            body = "\n".join(unit.text for unit in members)
            short = outline(body, wording)
            yield Piece(short or " ".join(body.split()), STRUCTURE if short else _worth(Cue.NONE))
        else:
            for unit in members:
                if text := " ".join(unit.text.split()).lstrip(wording.join):
                    yield Piece(text, _worth(unit.cue), _asks(unit.cue))


def _listed(units: Sequence[Unit], wording: Wording) -> Iterator[Piece]:
    """Items with the line they stand under in front of the first."""
    for lead, run in groupby(units, key=lambda unit: unit.lead):
        items = list(run)
        cues = {" ".join(unit.text.split()): unit.cue for unit in items}
        for index, text in enumerate(merged_list([unit.text for unit in items], wording)):
            cue = next((c for item, c in cues.items() if item.endswith(text)), Cue.NONE)
            head = " ".join(lead.split()) if not index else ""
            yield Piece(f"{head} {text}".strip(), max(_worth(cue), _worth(Cue.NONE)))


@cache
def _worth(cue: Cue) -> float:
    worths = PrioritizerSettings.load().cue
    names = [str(flag.name).lower() for flag in Cue if flag and flag in cue]
    return max(worths[name] for name in names or [NO_CUE])


def _asks(cue: Cue) -> int:
    return 2 if cue & Cue.QUESTION else int(bool(cue & Cue.DEMAND))


def call_text(call: ToolCall) -> str:
    """A call as a reader needs it: the tool and its arguments, long ones cut."""
    longest = chat_settings().lengths.argument
    arguments = call.arguments
    if isinstance(arguments, dict):
        shown = [f"{key}={_cut(plain_arguments(v), longest)}" for key, v in arguments.items()]
        return f"{call.name}({', '.join(shown)})"
    return f"{call.name}({_cut(plain_arguments(arguments), longest)})" if arguments else call.name


def _cut(text: str, longest: int) -> str:
    text = " ".join(text.split())
    if len(text) <= longest:
        return text
    end = max(text.rfind(" ", 0, longest), longest // 2)
    return f"{text[:end]} ..."
