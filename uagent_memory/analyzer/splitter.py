"""Turns the blocks and runs of one message part into units with leads, as yet without cues."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator

from uagent_memory.analyzer.block import Block, BlockKind
from uagent_memory.analyzer.blocks import blocks, is_one_paragraph
from uagent_memory.analyzer.bulk import Run, bulk_runs, cut_runs
from uagent_memory.analyzer.fences import command_spans
from uagent_memory.analyzer.leads import Leads
from uagent_memory.analyzer.lexicon import is_mostly_han
from uagent_memory.analyzer.said_fields import SaidField, said_fields
from uagent_memory.analyzer.sentences import clause_spans, is_one_sentence, sentence_spans
from uagent_memory.analyzer.shapes import shape_settings, unit_settings
from uagent_memory.analyzer.types import Cue, Unit, UnitKind
from uagent_memory.messages import Author, Span

__all__ = ["Splitter", "has_prose"]

ENDS_INSIDE = re.compile(r"[.!?](?=\s)|[。！？；]")
PROSE_LINE, PROSE_SPACES = 40, 6
"""From so many characters and words on, a line of JSON in an agent's text is a unit of its own."""

_PARAGRAPH, _SENTENCE = BlockKind.PARAGRAPH, UnitKind.SENTENCE
_NO_CUE = Cue.NONE

RUN_KINDS = {
    BlockKind.CODE: UnitKind.CODE,
    BlockKind.OUTPUT: UnitKind.LOG,
    BlockKind.TABLE: UnitKind.TABLE_ROW,
    BlockKind.TRACEBACK: UnitKind.TRACEBACK,
    BlockKind.DIFF: UnitKind.DIFF,
}


class Splitter:
    """Turns the blocks of one part into units."""

    def __init__(self, message_id: str, author: Author, part: str, text: str) -> None:
        self._message_id = message_id
        self._author = author
        self._part = part
        self._text = text
        self._settings = unit_settings()
        self._lead = ""
        self._lead_span: Span | None = None

    def prose(self, start: int, end: int) -> list[Unit]:
        """Fully split text, each unit with the heading or lead-in it stands under."""
        body = self._text[start:end]
        if self._is_short_sentence(body) and is_one_paragraph(body):
            self._stand_under(None)
            return [self._unit(_SENTENCE, start, start + len(body.rstrip()))]
        found = blocks(self._text, start, end)
        if len(found) == 1:
            self._stand_under(None)
            return list(self._block_units(found[0], None))
        leads = Leads(self._text)
        units: list[Unit] = []
        for index, block in enumerate(found):
            following = found[index + 1] if index + 1 < len(found) else None
            self._stand_under(leads.of(block))
            units += self._block_units(block, following)
            leads.after(block)
        return units

    def bulk(self, start: int, end: int) -> list[Unit]:
        """Bounded runs of printed text."""
        return [
            self._unit(run.kind, run.start, run.end) for run in bulk_runs(self._text, start, end)
        ]

    def _is_short_sentence(self, paragraph: str) -> bool:
        """It is one, of no more than any limit, and no heading: a third of all turns of a talk."""
        if len(paragraph) > self._settings.han_clause_limit or not is_one_sentence(paragraph):
            return False
        return not paragraph.rstrip().endswith((":", "："))

    def _block_units(self, block: Block, following: Block | None) -> Iterable[Unit]:
        if block.kind is _PARAGRAPH and not self._is_heading(block):
            return self._sentences(_SENTENCE, block.start, block.end)
        match block.kind:
            case BlockKind.PARAGRAPH | BlockKind.HEADING:
                return (self._unit(UnitKind.HEADING, block.start, block.end),)
            case BlockKind.LIST_ITEM:
                return self._item(block)
            case BlockKind.COMMAND:
                return (self._command(block, following),)
            case BlockKind.OPEN_TAG | BlockKind.CLOSE_TAG:
                return ()
            case _:
                return self._other_units(block)

    def _other_units(self, block: Block) -> Iterator[Unit]:
        if block.kind is BlockKind.JSON:
            yield from self._json(block)
        elif block.kind is BlockKind.SHELL:
            for start, end, is_command in command_spans(self._text, block.start, block.end):
                yield self._unit(UnitKind.COMMAND if is_command else UnitKind.CODE, start, end)
        else:
            run = Run(RUN_KINDS[block.kind], block.start, block.end)
            for kind, start, end in cut_runs(self._text, [run]):
                yield self._unit(kind, start, end)

    def _is_heading(self, block: Block) -> bool:
        """A short line that ends in a colon and is no clause: "Next steps:"."""
        text = self._text[block.start : block.end]
        if not text.endswith((":", "：")) or len(text) > self._settings.heading_limit:
            return False
        if ENDS_INSIDE.search(text):
            return False
        first = text.split(maxsplit=1)[0].lower().rstrip(":：").replace("’", "'")
        if first.endswith(",") or "\n" in text:
            return False
        return first not in shape_settings().sentence_openers

    def _item(self, block: Block) -> Iterable[Unit]:
        if block.end - block.start <= self._limit(block.start, block.end, item=True):
            return (self._unit(UnitKind.LIST_ITEM, block.start, block.end),)
        return self._sentences(UnitKind.LIST_ITEM, block.start, block.end)

    def _sentences(self, kind: UnitKind, start: int, end: int) -> list[Unit]:
        units = []
        for left, right in sentence_spans(self._text, start, end):
            limit = self._limit(left, right)
            if right - left <= limit:
                units.append(self._unit(kind, left, right))
                continue
            for first, last in clause_spans(self._text, left, right, limit):
                units.append(self._unit(kind, first, last))
        return units

    def _limit(self, start: int, end: int, *, item: bool = False) -> int:
        """Longest unit here: Chinese says more in as many characters."""
        if end - start > self._settings.han_clause_limit and is_mostly_han(
            self._text[start : min(end, start + 200)]
        ):
            return self._settings.han_clause_limit
        return self._settings.list_item_limit if item else self._settings.clause_limit

    def _command(self, block: Block, following: Block | None) -> Unit:
        unit = self._unit(UnitKind.COMMAND, block.start, block.end)
        if following is not None and following.kind is BlockKind.OUTPUT:
            between = self._text[block.end : following.start]
            if not between.strip() and between.count("\n") <= 1:
                result = Span(self._message_id, self._part, following.start, following.end)
                return unit._replace(result=result)
        return unit

    def _json(self, block: Block) -> Iterator[Unit]:
        """Lines with words in them by themselves, the lines between in runs."""
        position = run_start = block.start
        told = said_fields(self._text, block.start, block.end) if self._is_written else {}
        while position < block.end:
            stop = self._text.find("\n", position, block.end)
            stop = block.end if stop < 0 else stop
            said = told.get(position)
            if said is not None:
                yield from self._json_run(run_start, said.start)
                yield from self._said(said)
                run_start = said.end
            elif has_prose(self._text[position:stop]) and stop - position <= 4 * (
                self._settings.bulk_characters
            ):
                yield from self._json_run(run_start, position)
                yield from self._trimmed(UnitKind.JSON, position, stop)
                run_start = min(stop + 1, block.end)
            position = stop + 1
        yield from self._json_run(run_start, block.end)

    @property
    def _is_written(self) -> bool:
        return self._part == "text" and self._author is Author.AGENT

    def _said(self, said: SaidField) -> Iterator[Unit]:
        """The sentences of a field, under the name of what they are about."""
        self._stand_under(said.about)
        yield from self._sentences(UnitKind.FIELD, said.start, said.end)
        self._stand_under(None)

    def _json_run(self, start: int, end: int) -> Iterator[Unit]:
        for run in cut_runs(self._text, [Run(UnitKind.JSON, start, end)]):
            yield self._unit(run.kind, run.start, run.end)

    def _trimmed(self, kind: UnitKind, start: int, end: int) -> Iterator[Unit]:
        body = self._text[start:end]
        start += len(body) - len(body.lstrip())
        end = start + len(body.strip())
        if start < end:
            yield self._unit(kind, start, end)

    def _unit(self, kind: UnitKind, start: int, end: int) -> Unit:
        text, new = self._text[start:end], tuple.__new__
        span = new(Span, (self._message_id, self._part, start, end))
        return new(Unit, (kind, span, text, _NO_CUE, self._lead, self._lead_span, None))

    def _stand_under(self, lead: tuple[int, int] | None) -> None:
        if lead is None:
            self._lead, self._lead_span = "", None
        elif self._lead_span is None or self._lead_span[2:] != lead:
            self._lead = self._text[slice(*lead)]
            self._lead_span = Span(self._message_id, self._part, *lead)


def has_prose(line: str) -> bool:
    """A JSON line whose value is a sentence rather than a name."""
    if len(line) < PROSE_LINE:
        return False
    return not line.isascii() or line.count(" ") - _indent(line) >= PROSE_SPACES


def _indent(line: str) -> int:
    return len(line) - len(line.lstrip(" "))
