"""Units of a message: sentences, list items, code, commands, tracebacks ... with exact spans.

`split_units` looks at one message; `link_results` then tells each command where its output stands,
which takes the messages around it. Together the units of a message's text cover all of it that is
not blank, except harness text and marks without words (fences around shell text, prompt signs,
horizontal rules, lines that hold nothing but a tag).
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence

from uagent_memory.analyzer.blocks import Block, BlockKind, blocks
from uagent_memory.analyzer.bulk import Run, bulk_runs, cut_runs
from uagent_memory.analyzer.call_parts import call_parts
from uagent_memory.analyzer.cues import cue_of, output_cue
from uagent_memory.analyzer.fences import command_spans
from uagent_memory.analyzer.leads import Leads
from uagent_memory.analyzer.lexicon import is_han
from uagent_memory.analyzer.sentences import clause_spans, sentence_spans
from uagent_memory.analyzer.shapes import shape_settings, unit_settings
from uagent_memory.analyzer.types import Cue, Unit, UnitKind
from uagent_memory.messages import Author, Message, Role, Span

__all__ = ["link_results", "split_units"]

PROSE_LINE = 40
"""Characters from which a line of JSON in an agent's text is a unit of its own."""

RUN_KINDS = {
    BlockKind.CODE: UnitKind.CODE,
    BlockKind.OUTPUT: UnitKind.LOG,
    BlockKind.TABLE: UnitKind.TABLE_ROW,
    BlockKind.TRACEBACK: UnitKind.TRACEBACK,
    BlockKind.DIFF: UnitKind.DIFF,
}


def split_units(message: Message) -> tuple[Unit, ...]:
    """The units of all parts of a message, part by part and in order; none overlaps another.

    People's and agents' text is split fully. Tool output and fetched pages are split into runs of
    bounded size. Of a call, the shell command is a unit, and prose arguments (a plan, an order to
    another agent, a final answer) are split as text.
    """
    units: list[Unit] = []
    for start, end in _own_stretches(message.text):
        units.extend(_text_units(message, start, end))
    for part in call_parts(message):
        if part.is_command:
            span = Span(message.id, part.name, part.start, part.end)
            units.append(Unit(UnitKind.COMMAND, span, message.quote(span), Cue.NONE))
        else:
            splitter = _Splitter(message, part.name, message.part(part.name))
            units.extend(splitter.prose(part.start, part.end))
    return tuple(units)


def link_results(
    units: Sequence[tuple[Unit, ...]], messages: Sequence[Message]
) -> list[tuple[Unit, ...]]:
    """The same units, each command with the span of its output where one is known.

    Args:
        units: `split_units` of each message.
        messages: the messages, in order.

    A call's command gets the first result with the call's id. A single command in the text of an
    agent who called no tool gets the tool message right after it.
    """
    results: dict[str, Span] = {}
    for message in messages:
        if message.role is Role.TOOL and message.tool_call_id:
            results.setdefault(message.tool_call_id, _whole(message))
    linked = []
    for index, (message, own) in enumerate(zip(messages, units, strict=True)):
        following = messages[index + 1] if index + 1 < len(messages) else None
        linked.append(_linked(message, own, results, following))
    return linked


def _linked(
    message: Message, units: tuple[Unit, ...], results: dict[str, Span], following: Message | None
) -> tuple[Unit, ...]:
    commands = [unit for unit in units if unit.kind is UnitKind.COMMAND]
    if not commands:
        return units
    calls = {f"call:{n}": results.get(call.id) for n, call in enumerate(message.tool_calls)}
    if (
        len(commands) == 1
        and not calls
        and following is not None
        and following.role is Role.TOOL
        and not following.tool_call_id
    ):
        calls = {"text": _whole(following)}
    return tuple(
        unit._replace(result=calls[unit.span.part])
        if unit.kind is UnitKind.COMMAND and unit.result is None and calls.get(unit.span.part)
        else unit
        for unit in units
    )


def _whole(message: Message) -> Span:
    return Span(message.id, "text", 0, len(message.text))


def _own_stretches(text: str) -> Iterator[tuple[int, int]]:
    """The stretches between harness text."""
    from uagent_memory.authorship import harness_spans

    position = 0
    for start, end in sorted(harness_spans(text)):
        if start > position:
            yield position, start
        position = max(position, end)
    if position < len(text):
        yield position, len(text)


def _text_units(message: Message, start: int, end: int) -> Iterable[Unit]:
    splitter = _Splitter(message, "text", message.text)
    if _is_printed(message):
        return splitter.bulk(start, end)
    page = _page_start(message, start, end)
    return [*splitter.prose(start, page), *splitter.bulk(page, end)]


def _is_printed(message: Message) -> bool:
    """Whether a program printed the text, rather than a person or an agent writing it."""
    if message.author is not Author.TOOL and message.role is not Role.TOOL:
        return False
    return message.tool_name not in shape_settings().report_tools


def _page_start(message: Message, start: int, end: int) -> int:
    """Where a fetched page begins inside an agent's text; `end` if it holds none."""
    if message.author not in (Author.AGENT, Author.PARENT):
        return end
    text = message.text
    places = [
        place
        for mark in shape_settings().page_marks
        if (place := text.find(mark, start, end)) >= 0
    ]
    return max(text.rfind("\n", start, min(places)) + 1, start) if places else end


class _Splitter:
    """Turns the blocks of one part into units."""

    def __init__(self, message: Message, part: str, text: str) -> None:
        self._message = message
        self._part = part
        self._text = text
        self._settings = unit_settings()

    def prose(self, start: int, end: int) -> Iterator[Unit]:
        """Fully split text, each unit with its cue and the heading or lead-in it stands under."""
        leads = Leads(self._text)
        found = blocks(self._text, start, end)
        for index, block in enumerate(found):
            following = found[index + 1] if index + 1 < len(found) else None
            lead = leads.of(block)
            for unit in self._block_units(block, following):
                yield unit if lead is None else self._under(unit, lead)
            leads.after(block)

    def bulk(self, start: int, end: int) -> Iterator[Unit]:
        """Bounded runs of printed text."""
        for run in bulk_runs(self._text, start, end):
            yield self._unit(run.kind, run.start, run.end)

    def _block_units(self, block: Block, following: Block | None) -> Iterator[Unit]:
        match block.kind:
            case BlockKind.PARAGRAPH if self._is_heading(block):
                yield self._unit(UnitKind.HEADING, block.start, block.end)
            case BlockKind.PARAGRAPH:
                yield from self._sentences(UnitKind.SENTENCE, block.start, block.end)
            case BlockKind.HEADING:
                yield self._unit(UnitKind.HEADING, block.start, block.end)
            case BlockKind.LIST_ITEM:
                yield from self._item(block)
            case BlockKind.SHELL:
                for start, end, is_command in command_spans(self._text, block.start, block.end):
                    kind = UnitKind.COMMAND if is_command else UnitKind.CODE
                    yield self._unit(kind, start, end)
            case BlockKind.COMMAND:
                yield self._command(block, following)
            case BlockKind.JSON:
                yield from self._json(block)
            case BlockKind.OPEN_TAG | BlockKind.CLOSE_TAG:
                return
            case _:
                run = Run(RUN_KINDS[block.kind], block.start, block.end)
                for kind, start, end in cut_runs(self._text, [run]):
                    yield self._unit(kind, start, end)

    def _is_heading(self, block: Block) -> bool:
        """A short line that ends in a colon and is no clause: "Next steps:"."""
        text = self._text[block.start : block.end]
        if not text.endswith((":", "：")) or len(text) > self._settings.heading_limit:
            return False
        first = text.split(maxsplit=1)[0].lower().rstrip(":：,").replace("’", "'")
        return first not in shape_settings().sentence_openers and "\n" not in text

    def _item(self, block: Block) -> Iterator[Unit]:
        if block.end - block.start <= self._limit(block.start, block.end, item=True):
            yield self._unit(UnitKind.LIST_ITEM, block.start, block.end)
        else:
            yield from self._sentences(UnitKind.LIST_ITEM, block.start, block.end)

    def _sentences(self, kind: UnitKind, start: int, end: int) -> Iterator[Unit]:
        for left, right in sentence_spans(self._text, start, end):
            limit = self._limit(left, right)
            if right - left <= limit:
                yield self._unit(kind, left, right)
                continue
            for first, last in clause_spans(self._text, left, right, limit):
                yield self._unit(kind, first, last)

    def _limit(self, start: int, end: int, *, item: bool = False) -> int:
        """Longest unit here: Chinese says more in as many characters."""
        sample = self._text[start : min(end, start + 200)]
        if not sample.isascii() and sum(map(is_han, sample)) * 3 > len(sample):
            return self._settings.han_clause_limit
        return self._settings.list_item_limit if item else self._settings.clause_limit

    def _command(self, block: Block, following: Block | None) -> Unit:
        unit = self._unit(UnitKind.COMMAND, block.start, block.end)
        if following is not None and following.kind is BlockKind.OUTPUT:
            between = self._text[block.end : following.start]
            if not between.strip() and between.count("\n") <= 1:
                result = Span(self._message.id, self._part, following.start, following.end)
                return unit._replace(result=result)
        return unit

    def _json(self, block: Block) -> Iterator[Unit]:
        """Lines with words in them by themselves, the lines between in runs."""
        position = run_start = block.start
        while position < block.end:
            stop = self._text.find("\n", position, block.end)
            stop = block.end if stop < 0 else stop
            if _has_prose(self._text[position:stop]) and stop - position <= 4 * (
                self._settings.bulk_characters
            ):
                yield from self._json_run(run_start, position)
                yield from self._trimmed(UnitKind.JSON, position, stop)
                run_start = min(stop + 1, block.end)
            position = stop + 1
        yield from self._json_run(run_start, block.end)

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
        text = self._text[start:end]
        span = Span(self._message.id, self._part, start, end)
        return Unit(kind, span, text, self._cue(kind, text))

    def _cue(self, kind: UnitKind, text: str) -> Cue:
        match kind:
            case UnitKind.SENTENCE | UnitKind.LIST_ITEM | UnitKind.HEADING:
                return cue_of(text, author=self._message.author)
            case UnitKind.TABLE_ROW if self._message.author is not Author.TOOL:
                return cue_of(text, author=self._message.author)
            case UnitKind.JSON if self._message.author is not Author.TOOL and _has_prose(text):
                return cue_of(text, author=self._message.author)
            case UnitKind.TRACEBACK:
                return Cue.ERROR
            case UnitKind.LOG:
                return output_cue(text)
            case _:
                return Cue.NONE

    def _under(self, unit: Unit, lead: tuple[int, int]) -> Unit:
        span = Span(self._message.id, self._part, *lead)
        return unit._replace(lead=self._text[slice(*lead)], lead_span=span)


def _has_prose(line: str) -> bool:
    """A JSON line whose value is a sentence rather than a name."""
    return len(line) >= PROSE_LINE and (line.count(" ") - _indent(line) >= 6 or not line.isascii())  # noqa: PLR2004


def _indent(line: str) -> int:
    return len(line) - len(line.lstrip(" "))
