"""Prose cut into blocks: paragraphs, headings, list items, and what must not be read as prose."""

from __future__ import annotations

import re
from itertools import accumulate

from uagent_memory.analyzer.block import SHAPE_KINDS, Block, BlockKind
from uagent_memory.analyzer.fences import Fence, find_fences, is_shell
from uagent_memory.analyzer.headings import is_rule, tag_of, title_of, underlined
from uagent_memory.analyzer.sentences import SENTENCE_END
from uagent_memory.analyzer.shapes import LIST_MARK, PIPE_RULE, Shape, reads_as_prose, shape_of
from uagent_memory.analyzer.structures import (
    JsonEnds,
    diff_end,
    indent_of,
    indented_end,
    pipes_end,
    run_end,
)
from uagent_memory.analyzer.tracebacks import may_hold_traceback, traceback_end

__all__ = ["blocks", "is_one_paragraph"]

PROMPT = re.compile(r"\s*[$❯]\s+(?=\S)")
MARKING_LETTERS = "d一二三四五六七八九十"
"""Letters with which a line can begin that is no prose: a diff, a Chinese list item."""
WRAPPED = range(50, 131)
"""Lengths of a line that may go on in the next line of hard-wrapped prose."""


def blocks(text: str, start: int, end: int) -> list[Block]:
    """The blocks of a stretch of prose, in order; only blank text, rules and marks lie between."""
    body = text[start:end]
    if is_one_paragraph(body):
        return [Block(BlockKind.PARAGRAPH, start, start + len(body.rstrip()))]
    return _Scanner(text, start, end).scan()


def is_one_paragraph(body: str) -> bool:
    """A single line in which no structure can begin: most turns of a talk are such."""
    is_line = "\n" not in body and "\r" not in body
    return is_line and _begins_plainly(body) and not may_hold_traceback(body)


def _begins_plainly(line: str) -> bool:
    """It begins with a letter, and with no mark of a list, a diff or a table."""
    if not line[:1].isalpha() or line[0] in MARKING_LETTERS:
        return False
    return line[1:2] != ")" and "|" not in line


def _reads_on(line: str) -> bool:
    """By itself it begins no structure."""
    return _begins_plainly(line) and reads_as_prose(line)


class _Scanner:
    def __init__(self, text: str, start: int, end: int) -> None:
        self._text = text
        body = text[start:end]
        lines = body.split("\n")
        self._lines = [line.rstrip("\r") for line in lines] if "\r" in body else lines
        self._starts = list(accumulate((len(line) + 1 for line in lines), initial=start))
        self._fences = find_fences(self._lines) if "```" in body or "~~~" in body else {}
        self._tracebacks = may_hold_traceback(body)
        self._blocks: list[Block] = []
        self._open: Block | None = None
        self._last_line = -1
        """Of the open block."""
        self._no_run_before = 0
        """Lines before this index were found too few for a run of their shape."""
        self._json = JsonEnds(self._lines)

    def scan(self) -> list[Block]:
        index = 0
        while index < len(self._lines):
            index = self._step(index)
        self._close()
        return self._blocks

    def _step(self, index: int) -> int:
        line = self._lines[index]
        if not line.strip():
            self._close()
            return index + 1
        if not self._is_plain(index, line):
            for structure in (self._fence, self._special, self._run, self._mark, self._item):
                after = structure(index)
                if after > index:
                    return after
        self._prose(index)
        return index + 1

    def _is_plain(self, index: int, line: str) -> bool:
        """No structure can begin here: the first look, which most lines of prose pass."""
        if not _reads_on(line):
            return False
        following = self._lines[index + 1] if index + 1 < len(self._lines) else ""
        return not (following and following[0] in "=- ") and not self._tracebacks

    def _line_span(self, first: int, last: int) -> tuple[int, int]:
        """Trimmed of blank edges but for the first line's indent."""
        start = self._starts[first]
        end = self._starts[last] + len(self._lines[last].rstrip())
        return start, end

    def _emit(self, kind: BlockKind, first: int, last: int) -> int:
        """A block of the lines first..last, blank ones at its end left out; the index after."""
        self._close()
        after = last + 1
        while last > first and not self._lines[last].strip():
            last -= 1
        start, end = self._line_span(first, last)
        indent = self._indent(first)
        self._blocks.append(Block(kind, start, end, indent))
        return after

    def _indent(self, index: int) -> int:
        return indent_of(self._lines[index])

    def _close(self) -> None:
        if self._open is not None:
            self._blocks.append(self._open)
            self._open = None

    # Structures: each gives the index after what it took, or `index`.

    def _fence(self, index: int) -> int:
        fence = self._fences.get(index)
        if fence is None:
            return index
        close = min(fence.close, len(self._lines) - 1)
        inner = self._inner(fence)
        if inner is not None and is_shell(fence.language, self._text[inner[0] : inner[1]].strip()):
            self._close()
            self._blocks.append(Block(BlockKind.SHELL, *inner, self._indent(index)))
            return close + 1
        return self._emit(BlockKind.CODE, index, close)

    def _inner(self, fence: Fence) -> tuple[int, int] | None:
        first, last = fence.open + 1, min(fence.close, len(self._lines)) - 1
        return self._line_span(first, last) if first <= last else None

    def _special(self, index: int) -> int:
        line = self._lines[index]
        first = line.lstrip()[0]
        if self._tracebacks:
            end = traceback_end(self._lines, index)
            if end > index:
                return self._emit(BlockKind.TRACEBACK, index, end - 1)
        if first in "{[" and (end := self._json.end(index)) > index:
            return self._emit(BlockKind.JSON, index, end - 1)
        if first in "d-@" and (end := diff_end(self._lines, index)) > index:
            return self._emit(BlockKind.DIFF, index, end - 1)
        if first in "$❯" and PROMPT.match(line):
            return self._command(index)
        if ("|" in line or first == "|") and (end := pipes_end(self._lines, index)) > index:
            for row in range(index, end):
                self._row(row)
            return end
        return self._indented(index)

    def _command(self, index: int) -> int:
        """A prompt line with its continuations, then what it printed, down to a blank line."""
        self._close()
        last = index
        while self._lines[last].rstrip().endswith("\\") and last + 1 < len(self._lines):
            last += 1
        start, end = self._line_span(index, last)
        prompt = PROMPT.match(self._lines[index])
        assert prompt is not None
        self._blocks.append(Block(BlockKind.COMMAND, start + prompt.end(), end))
        output = last + 1
        while output < len(self._lines) and self._is_output(output):
            output += 1
        if output > last + 1:
            self._emit(BlockKind.OUTPUT, last + 1, output - 1)
        return max(output, last + 1)

    def _is_output(self, index: int) -> bool:
        line = self._lines[index]
        return bool(line.strip()) and not PROMPT.match(line) and index not in self._fences

    def _row(self, index: int) -> None:
        """A table row; the rule under the head stays with the head."""
        if PIPE_RULE.match(self._lines[index]) and self._blocks:
            before = self._blocks[-1]
            if before.kind is BlockKind.TABLE and self._open is None:
                end = self._line_span(index, index)[1]
                self._blocks[-1] = before._replace(end=end)
                return
        self._emit(BlockKind.TABLE, index, index)

    def _indented(self, index: int) -> int:
        """Code indented by four, after a blank line and outside of lists."""
        if self._open is not None or self._in_list():
            return index
        end = indented_end(self._lines, index, self._fences)
        return self._emit(BlockKind.CODE, index, end - 1) if end > index else index

    def _in_list(self) -> bool:
        return bool(self._blocks) and self._blocks[-1].kind is BlockKind.LIST_ITEM

    def _run(self, index: int) -> int:
        """Lines of one shape in a row."""
        if index < self._no_run_before:
            return index
        shape = shape_of(self._lines[index])
        if shape is Shape.PROSE:
            return index
        end, enough = run_end(self._lines, index, shape, self._fences)
        if not enough:
            self._no_run_before = end
            return index
        if shape is Shape.COLUMNS:
            for row in range(index, end):
                self._emit(BlockKind.TABLE, row, row)
            return end
        return self._emit(SHAPE_KINDS[shape], index, end - 1)

    def _mark(self, index: int) -> int:
        """Headings, rules and tags."""
        line = self._lines[index]
        following = self._lines[index + 1] if index + 1 < len(self._lines) else ""
        first = line.lstrip()[0]
        if first in "-=_*~+#" and is_rule(line):
            self._close()
            return index + 1
        if first == "<" and (tag := tag_of(line)):
            kind = BlockKind.CLOSE_TAG if tag.group("close") else BlockKind.OPEN_TAG
            return self._heading(kind, index, tag)
        if first in "#*_" and (title := title_of(line)):
            return self._heading(BlockKind.HEADING, index, title)
        if self._open is None and (title := underlined(line, following)):
            self._heading(BlockKind.HEADING, index, title)
            return index + 2
        return index

    def _heading(self, kind: BlockKind, index: int, match: re.Match[str]) -> int:
        self._close()
        base = self._starts[index]
        start, end = self._line_span(index, index)
        start += len(self._lines[index]) - len(self._lines[index].lstrip())
        label = (base + match.start("label"), base + match.end("label"))
        self._blocks.append(Block(kind, start, end, self._indent(index), label))
        return index + 1

    def _item(self, index: int) -> int:
        line = self._lines[index]
        mark = LIST_MARK.match(line)
        if mark is None:
            return index
        self._close()
        start, end = self._line_span(index, index)
        self._open = Block(
            BlockKind.LIST_ITEM, start + mark.start("mark"), end, self._indent(index)
        )
        self._last_line = index
        return index + 1

    def _prose(self, index: int) -> None:
        """A line of plain text: it goes on with the open block, or begins a paragraph."""
        start, end = self._line_span(index, index)
        start += len(self._lines[index]) - len(self._lines[index].lstrip())
        if self._open is not None and self._goes_on(index):
            self._open = self._open._replace(end=end)
        else:
            self._close()
            self._open = Block(BlockKind.PARAGRAPH, start, end, self._indent(index))
        self._last_line = index

    def _goes_on(self, index: int) -> bool:
        """Whether a line continues the sentence above: a list item's own, or a hard wrap."""
        assert self._open is not None
        above, line = self._lines[self._last_line], self._lines[index]
        if self._open.kind is BlockKind.LIST_ITEM and self._indent(index) > self._open.indent:
            return True
        if above.rstrip().endswith((":", "：")):
            return False
        begins = line.lstrip()[0]
        if self._open.kind is BlockKind.LIST_ITEM and begins.isupper():
            return False
        return len(above) in WRAPPED and (begins.islower() or not SENTENCE_END.search(above))
