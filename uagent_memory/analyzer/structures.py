"""Where pasted structures end inside written text: JSON, diffs, tables, runs of like lines.

Every function takes the lines of the text and the index of the first one, and gives the index
after the last one; the same index where no such structure begins.
"""

from __future__ import annotations

from collections.abc import Container, Sequence

from uagent_memory.analyzer.shapes import LIST_MARK, PIPE_RULE, Shape, shape_of

__all__ = ["JsonEnds", "diff_end", "indent_of", "indented_end", "pipes_end", "run_end"]

LONGEST_JSON = 2000
"""Lines after which an open bracket is taken to be no JSON."""
DIFF_HEADS = (
    "diff ", "index ", "new file", "deleted file", "rename ", "similarity ", "Binary ",
)  # fmt: skip
CODE_INDENT = 4
ROW_BARS = 2
"""Bars that a table row has at least."""
RUN_LENGTH = {
    Shape.LISTING: 3,
    Shape.LOG: 2,
    Shape.COLUMNS: 3,
    Shape.CODE: 3,
    Shape.TREE: 1,
    Shape.TOKEN: 4,
}
"""Lines in a row from which a shape makes a block."""


def indent_of(line: str) -> int:
    """Width of the white space before a line, a tab counting four."""
    expanded = line.expandtabs(CODE_INDENT)
    return len(expanded) - len(expanded.lstrip())


class JsonEnds:
    """Finds the closing bracket at the first line's indent; remembers where there is none."""

    def __init__(self, lines: Sequence[str]) -> None:
        self._lines = lines
        self._missing: dict[str, int] = {}
        """Closing line -> index of the line before which it does not occur."""

    def end(self, index: int) -> int:
        line = self._lines[index]
        body = line.strip()
        closer = {"{": "}", "[": "]"}[body[0]]
        if len(body) > len("[1, 2]") and body[-1] == closer and '"' in body and "](" not in body:
            return index + 1
        if len(body) > 1 and not body.endswith(("{", "[", ",")):
            return index
        last = line[: len(line) - len(line.lstrip())] + closer
        if index < self._missing.get(last, 0):
            return index
        for ahead in range(index + 1, min(index + LONGEST_JSON, len(self._lines))):
            candidate = self._lines[ahead]
            if candidate.startswith(last) and not candidate.strip(" \t,;]}"):
                return ahead + 1 if ahead > index + 1 else index
        self._missing[last] = index + LONGEST_JSON
        return index


def diff_end(lines: Sequence[str], index: int) -> int:
    """A unified or git diff, hunks and file heads."""
    following = lines[index + 1] if index + 1 < len(lines) else ""
    if not lines[index].startswith(("diff --git ", "@@ -")) and not (
        lines[index].startswith("--- ") and following.startswith("+++ ")
    ):
        return index
    while index < len(lines) and _is_diff_line(lines, index):
        index += 1
    return index


def pipes_end(lines: Sequence[str], index: int) -> int:
    """Rows in a row: at least two, with a rule under the first or bars at both ends."""
    rows = [line.strip() for line in lines[index : index + 2]]
    if len(rows) < len("|-") or min(row.count("|") for row in rows) < ROW_BARS:
        return index
    framed = all(row.startswith("|") and row.endswith("|") for row in rows)
    if not framed and not PIPE_RULE.match(rows[1]):
        return index
    index += len(rows)
    while index < len(lines) and lines[index].count("|") >= ROW_BARS:
        index += 1
    return index


def indented_end(lines: Sequence[str], index: int, fences: Container[int]) -> int:
    """Code indented by four; it may hold blank lines."""
    if indent_of(lines[index]) < CODE_INDENT or LIST_MARK.match(lines[index]):
        return index
    end = index + 1
    for ahead in range(index + 1, len(lines)):
        if not lines[ahead].strip():
            continue
        if indent_of(lines[ahead]) < CODE_INDENT or ahead in fences:
            break
        end = ahead + 1
    return end


def run_end(
    lines: Sequence[str], index: int, shape: Shape, fences: Container[int]
) -> tuple[int, bool]:
    """Lines of one shape in a row; whether they are enough to make a block."""
    end, count = index + 1, 1
    for ahead in range(index + 1, len(lines)):
        line = lines[ahead]
        if not line.strip():
            if shape is not Shape.CODE or ahead > end:
                break
            continue
        if ahead in fences or not _is_more(line, shape):
            break
        end, count = ahead + 1, count + 1
    is_item = shape is Shape.CODE and LIST_MARK.match(lines[index]) is not None
    return end, count >= RUN_LENGTH[shape] and not is_item


def _is_more(line: str, shape: Shape) -> bool:
    if shape is not Shape.CODE:
        return shape_of(line) is shape
    return not LIST_MARK.match(line) and (line[0] in " \t" or shape_of(line) is shape)


def _is_diff_line(lines: Sequence[str], index: int) -> bool:
    line = lines[index]
    if line:
        return line[0] in " +-@\\" or line.startswith(DIFF_HEADS)
    following = lines[index + 1] if index + 1 < len(lines) else ""
    return following.startswith((" ", "+", "-", "@", "diff "))
