"""What a line looks like by itself: listing, log, table, code, tree, bare token, list item."""

from __future__ import annotations

import re
from enum import StrEnum
from functools import cache

from pydantic import BaseModel, ConfigDict

from uagent_memory.analyzer.lexicon import load_table
from uagent_memory.messages import Author, Message

__all__ = [
    "LISTING",
    "LIST_MARK",
    "LONG_LINE",
    "NO_SUBJECT",
    "PIPE_RULE",
    "Shape",
    "ShapeSettings",
    "UnitSettings",
    "answer_lines",
    "is_report",
    "marker_length",
    "reads_as_prose",
    "report_end",
    "shape_of",
    "shape_settings",
    "thought_mark_end",
    "unit_settings",
]

LONG_LINE = 2000
"""A line longer than this is judged by its start."""

NO_SUBJECT = (
    r"(?!(?:is|are|was|were|has|had|would|will|won't|does|did|can|could|needs|means|seems|looks)\b)"
)
"""Of "(1) is simpler" the number is what is spoken of, and no mark of an item."""
LIST_MARK = re.compile(
    r"(?P<indent>\s{0,40})(?P<mark>"
    r"[-*+•●▪◦‣·–]\s+(?:\[[ xX✓]\]\s+)?"
    r"|\d{1,3}[.)](?:\s+|(?=[^\W\d_A-Za-z]|[*`“「《]))|\d{1,2}、\s*"
    rf"|[(（]\d{{1,2}}[)）]\s*{NO_SUBJECT}"
    r"|[(（]?[一二三四五六七八九十]{1,3}(?:[、．]|[)）])\s*"
    r"|[①-⑳]\s*|[A-Za-z]\)\s+|\[[ xX✓]\]\s+)(?=\S)"
)
PROSE_END = ".!?,。！？，；"
LISTING = re.compile(r"\s{0,8}\d{1,6}(?:→|\t|:(?![\d/])|\s?│| \| )")
"""A line with its number before it, as file viewers and `grep -n` print it."""
PIPE_RULE = re.compile(r"\s*\|?(?:\s*:?-{2,}:?\s*\|)+\s*:?-*:?\s*\|?\s*$")

LOG = re.compile(
    r"\s*(?:[\[(<]?\d{4}[-/]\d\d[-/]\d\d[T ]\d\d:\d\d|[\[(]?\d\d:\d\d:\d\d"
    r"|\[?(?:DEBUG|INFO|WARN(?:ING)?|ERROR|FATAL|TRACE|CRITICAL)\b[\]:\s]"
    r"|npm (?:ERR|WARN|error)|=== (?:RUN|PAUSE|CONT|PASS|FAIL)|--- (?:PASS|FAIL|SKIP):"
    r"|(?:PASS|FAIL|ok|FAILED|PASSED)\s+\S+(?:\s+[\d(.]|$|\s+-)"
    r"|\S{1,200}\.\w{1,5}:\d+(?::\d+)?:? |\S+::\S+ (?:PASSED|FAILED|SKIPPED|ERROR)"
    r"|[drwx-]{10}[@+.]?\s+\d+ |\d+ \w+ in set|={3,} .{0,200} ={3,}$)"
)
COLUMNS = re.compile(r"\s*\S[^\t]{0,80}?(?: {2,}|\t+)\S[^\t]{0,80}?(?: {2,}|\t+)\S")
CODE = re.compile(
    r"\s*(?:def |class |import |from \S+ import |func |return\b|package \w+$|const |let |var "
    r"|async "
    r"|public |private |static |#include|@\w+|struct |fn |impl |use \w+::|if .{0,200}[:{]$"
    r"|for .{0,200}[:{]$|while .{0,200}[:{]$|(?:try|else|finally)\s*[:{]|except\b.{0,80}:$|elif "
    r"|//|/\*|<[/!]?\w[^>]{0,200}>$|\w[\w.\[\]\"']{0,80}\s*[:+-]?=\s?\S"
    r"|[\w.]{1,80}\(.{0,400}\)\s*[;{]?$"
    r"|[})\]]+[;,]?$|[^\s#].{0,400}[;{]$|>>> |\.\.\. )"
)
TREE = re.compile(r"[\s│|]*(?:[├└]──|[│┌┐└┘├┤─╭╰╮╯]{1,3})")
TOKEN = re.compile(r"\s*[^\s，。！？、；：]{1,400}$")
TOKEN_SIGN = re.compile(r"[\w)][./\\=_:]\w|\w-\w.*[\d-]|\d{3}|[/\\]$")


class Shape(StrEnum):
    """Shapes that count only in runs of lines, but for trees."""

    PROSE = "prose"
    LISTING = "listing"
    LOG = "log"
    COLUMNS = "columns"
    CODE = "code"
    TREE = "tree"
    TOKEN = "token"  # noqa: S105 - a bare word, no secret


SHAPES: tuple[tuple[Shape, re.Pattern[str]], ...] = (
    (Shape.TREE, TREE),
    (Shape.LISTING, LISTING),
    (Shape.LOG, LOG),
    (Shape.COLUMNS, COLUMNS),
    (Shape.CODE, CODE),
)
BY_NAME = {shape.name: shape for shape, _ in SHAPES}
SHAPED = re.compile("|".join(f"(?P<{shape.name}>{pattern.pattern})" for shape, pattern in SHAPES))
"""The first of them that a line has; asked for at once, since most lines have none."""


def reads_as_prose(line: str) -> bool:
    """At a glance: it begins with a letter, and its end is one of a clause."""
    return line[0].isalpha() and line[-1] in PROSE_END and " " in line and not line[:4].isupper()


def shape_of(line: str) -> Shape:
    """The shape of one line that is not blank."""
    if reads_as_prose(line):
        return Shape.PROSE
    start = line[:LONG_LINE]
    found = SHAPED.match(start)
    if found is not None:
        return BY_NAME[found.lastgroup or ""]
    if TOKEN.match(start) and TOKEN_SIGN.search(start):
        return Shape.TOKEN
    return Shape.PROSE


def marker_length(text: str) -> int:
    """Code points of the list marker that a list item begins with, white space included."""
    if text[:1].isascii() and text[:1].isalpha() and text[1:2] != ")":
        return 0
    match = LIST_MARK.match(text)
    return match.end() if match else 0


class UnitSettings(BaseModel):
    """Sizes of units (`lexicon/units.toml`)."""

    model_config = ConfigDict(frozen=True, extra="forbid")

    han_clause_limit: int
    clause_limit: int
    list_item_limit: int
    heading_limit: int
    bulk_lines: int
    bulk_characters: int
    bulk_runs: int
    dump_characters: int


class ShapeSettings(BaseModel):
    """Names of tools, fences and marks (`lexicon/shapes.toml`)."""

    model_config = ConfigDict(frozen=True, extra="forbid")

    shell_fences: frozenset[str]
    document_fences: frozenset[str]
    shell_programs: frozenset[str]
    report_tools: frozenset[str]
    report_ends: tuple[str, ...]
    answer_tools: frozenset[str]
    shell_tools: frozenset[str]
    command_arguments: tuple[str, ...]
    prose_arguments: frozenset[str]
    prose_tools: frozenset[str]
    page_marks: tuple[str, ...]
    page_addresses: tuple[str, ...]
    page_titles: tuple[str, ...]
    page_openers: tuple[str, ...]
    thought_marks: tuple[str, ...]
    answer_marks: tuple[str, ...]
    said_fields: frozenset[str]
    sentence_openers: frozenset[str]


@cache
def unit_settings() -> UnitSettings:
    return UnitSettings.model_validate(load_table("units"))


@cache
def shape_settings() -> ShapeSettings:
    return ShapeSettings.model_validate(load_table("shapes"))


@cache
def _answer_line() -> re.Pattern[str]:
    marks = "|".join(map(re.escape, shape_settings().answer_marks))
    return re.compile(
        rf"^[ \t*_#]{{0,8}}(?:{marks})[*_]{{0,2}}[:：].*$", re.IGNORECASE | re.MULTILINE
    )


def answer_lines(text: str, start: int, end: int) -> list[tuple[int, int]]:
    """The lines of a stretch with which an agent gives its answer: "FINAL ANSWER: 12"."""
    if ":" not in text and "：" not in text:
        return []
    return [found.span() for found in _answer_line().finditer(text, start, end)]


@cache
def _thought_mark() -> re.Pattern[str]:
    marks = "|".join(map(re.escape, shape_settings().thought_marks))
    return re.compile(rf"\s*[*_#]{{0,4}}(?:{marks})[*_]{{0,3}}[:：][*_]{{0,3}}\s*", re.IGNORECASE)


def thought_mark_end(text: str) -> int:
    """Where the words begin after "THOUGHT:", 思考：; 0 if the text does not begin so."""
    found = _thought_mark().match(text)
    return found.end() if found else 0


def is_report(message: Message) -> bool:
    """Whether a tool's result is what another agent says."""
    return message.author is Author.TOOL and message.tool_name in shape_settings().report_tools


def report_end(text: str) -> int:
    """Where another agent's report ends: before what the harness puts below it."""
    ends = (text.rfind(mark) for mark in shape_settings().report_ends)
    return min((end for end in ends if end >= 0), default=len(text))
