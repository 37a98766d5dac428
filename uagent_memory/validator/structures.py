"""Structures of a source: code blocks, lists, tables, numbered steps, questions with answers.

They are found line by line in texts, over runs of units, and in facts; what is left of them is
judged by how many of their items still stand in the compressed text.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from enum import StrEnum
from itertools import groupby

from uagent_memory.analyzer.observations.tasks.line_form import is_question
from uagent_memory.analyzer.types import Unit, UnitKind
from uagent_memory.facts import QuestionValue
from uagent_memory.ledger import Fact
from uagent_memory.validator.settings import ValidatorSettings

__all__ = [
    "Structure",
    "StructureKind",
    "find_structures",
    "normal",
    "structures_of_facts",
    "structures_of_units",
]

FENCE = re.compile(r"\s{0,8}(?:```|~~~)")
STEP = re.compile(r"\s{0,16}(?:\d{1,3}[.)、]|第[一二三四五六七八九十]{1,3}步)\s*(?=\S)")
BULLET = re.compile(r"\s{0,16}(?:[-*+•])\s+(?=\S)")
ROW = re.compile(r"\s{0,8}\|.*\|\s*\Z")
RULE = re.compile(r"[\s|:+-]*\Z")
WORD = re.compile(r"\w+")


class StructureKind(StrEnum):
    CODE = "code"
    LIST = "list"
    TABLE = "table"
    STEPS = "steps"
    QUESTION = "question"  # with its answer


UNIT_KINDS = {
    UnitKind.CODE: StructureKind.CODE,
    UnitKind.DIFF: StructureKind.CODE,
    UnitKind.LIST_ITEM: StructureKind.LIST,
    UnitKind.TABLE_ROW: StructureKind.TABLE,
}


@dataclass(frozen=True, slots=True)
class Structure:
    """Its items in order, each as normalised words."""

    kind: StructureKind
    items: tuple[str, ...]

    def share_in(self, words: str, *, most: int) -> float:
        """Share of the first `most` items that stand in `words` (normalised, blanks around)."""
        items = self.items[:most]
        return sum(f" {item} " in words for item in items) / len(items)


def normal(text: str) -> str:
    """Lower-case words, one blank between: what is left when marks and layout go."""
    return " ".join(WORD.findall(text.lower()))


def find_structures(text: str) -> Iterator[Structure]:
    """The structures of one text, by a pass over its lines."""
    lines = text.splitlines()
    for kind, run in groupby(_labelled(lines), key=lambda labelled: labelled[:2]):
        items = [body for _, _, body in run]
        if kind[0] is not None:
            yield from _structure(kind[0], items)
    yield from _questions(lines)


def structures_of_units(units: Sequence[Unit]) -> Iterator[Structure]:
    """Code units, and runs of list items or table rows under one lead."""
    for key, run in groupby(units, key=_unit_key):
        members = list(run)
        if key is None:
            continue
        if key[0] is StructureKind.CODE:
            for unit in members:
                yield from _structure(StructureKind.CODE, unit.text.splitlines())
            continue
        is_steps = all(STEP.match(unit.text) for unit in members)
        items = [_body(unit.text) for unit in members]
        yield from _structure(StructureKind.STEPS if is_steps else key[0], items)


def structures_of_facts(facts: Iterable[Fact]) -> Iterator[Structure]:
    """Questions that have an answer."""
    for fact in facts:
        value = fact.value
        if isinstance(value, QuestionValue) and value.answer is not None:
            yield from _structure(StructureKind.QUESTION, (value.text, value.answer.text))


def _unit_key(unit: Unit) -> tuple[StructureKind, str, str, str] | None:
    kind = UNIT_KINDS.get(unit.kind)
    return None if kind is None else (kind, unit.span.message_id, unit.span.part, unit.lead)


def _labelled(lines: Sequence[str]) -> Iterator[tuple[StructureKind | None, int, str]]:
    """(kind, number of the block, text) of each line; a fence's own lines are left out."""
    block, inside = 0, False
    for line in lines:
        if FENCE.match(line):
            inside = not inside
            block += 1
        elif inside:
            yield StructureKind.CODE, block, line
        else:
            yield _label(line), block, _body(line)


def _label(line: str) -> StructureKind | None:
    if STEP.match(line):
        return StructureKind.STEPS
    if BULLET.match(line):
        return StructureKind.LIST
    return StructureKind.TABLE if ROW.match(line) else None


def _body(line: str) -> str:
    mark = STEP.match(line) or BULLET.match(line)
    return line[mark.end() :] if mark else line


def _structure(kind: StructureKind, items: Iterable[str]) -> Iterator[Structure]:
    wanted = 1 if kind is StructureKind.CODE else ValidatorSettings.load().loss.structure_least
    found = tuple(words for item in items if not RULE.match(item) and (words := normal(item)))
    if len(found) >= wanted:
        yield Structure(kind, found)


def _questions(lines: Sequence[str]) -> Iterator[Structure]:
    asked = ""
    for line in lines:
        if not line.strip():
            continue
        if asked and not is_question(line):
            yield from _structure(StructureKind.QUESTION, (asked, line))
        asked = line if is_question(line) else ""
