"""Quoting: text of messages stays data inside a rendering.

A one-line text stands behind a bullet and changes only where it would otherwise mean something: a
backslash before what starts a Markdown block, and before a copy of our own marks. Text of several
lines stands in a fence, indented below its bullet.
"""

from __future__ import annotations

import re

from uagent_memory.render.lookalikes import skeleton
from uagent_memory.render.marks import (
    COMPACTION_TITLE,
    END_MARK,
    HANDOFF_TITLE,
    METADATA_HEADING,
)
from uagent_memory.render.visible import visible_text
from uagent_memory.segments import SegmentName

__all__ = ["LINE_BREAK", "fence", "guarded", "inline_text", "quote_text"]

LINE_BREAK = " ⏎ "
"""Stands for a line end where a text of several lines must stay on one."""

_HASH = "[#＃﹟]"
_BLANK = r"[^\S\n]"
_MARK = rf"{_BLANK}*" + rf"{_BLANK}+".join(map(re.escape, END_MARK.strip("[]").split()))
_REFERENCE = r"(?:[\w.-]+/)?m\d+"
_IMITATION = re.compile(
    rf"(?P<at>\[(?=(?i:{_MARK}))"
    rf"|(?<!\S)\((?={_REFERENCE}(?:(?:, | \.\.\. ){_REFERENCE})*\))"
    r"|<(?=(?i:/?h[1-6])(?![\w-])))"
)
_RULE = re.compile(r"[-*_=~`+\s]+\Z")
_BLOCK_START = re.compile(
    rf"""
    ((?:[-+*][ \t]+ | \d{{1,9}}[.)][ \t]+ | >[ \t]*)*)
    (?= {_HASH}(?:\s|\Z)
      | {_HASH}{{2}}
      | `{{3}}
      | ~{{3}}
      | <[A-Za-z/!?]
      | \[[^\]]*\]:
    )
    """,
    re.VERBOSE,
)
_OWN_LINE = "|".join(
    rf"{_BLANK}+".join(map(re.escape, name.split()))
    for name in (*SegmentName, METADATA_HEADING, HANDOFF_TITLE, COMPACTION_TITLE)
)
_FORGED_LINE = re.compile(
    rf"(?:^{_BLANK}*(?:>{_BLANK}*)*(?={_HASH}{{1,6}}{_BLANK}*(?i:{_OWN_LINE}))"
    rf"|(?=\[(?i:{_MARK})))(?P<at>)",
    re.MULTILINE,
)
_TICKS = re.compile("`{3,}")


def quote_text(text: str) -> str:
    """One line, safe to stand behind "- "; lines are joined by `LINE_BREAK`.

    Copied runs stay verbatim: at most single backslashes are put in.
    """
    line = inline_text(text)
    if _RULE.match(line):
        return f"\\{line}"
    match = _BLOCK_START.match(line)
    return f"{line[: match.end()]}\\{line[match.end() :]}" if match else line


def inline_text(text: str) -> str:
    """One line, safe anywhere but at the start of a Markdown block."""
    line = visible_text(text).strip()
    if "\n" in line:
        line = LINE_BREAK.join(filter(None, map(str.strip, line.split("\n"))))
    return _escaped(_IMITATION, line)


def guarded(text: str) -> str:
    """Visible text of several lines in which our own headings and end mark get a backslash."""
    return _escaped(_FORGED_LINE, visible_text(text))


def _escaped(forgery: re.Pattern[str], text: str) -> str:
    """A backslash where each forgery begins, also one in characters that only look like ours."""
    if text.isascii():
        return forgery.sub(_with_backslash, text)
    plain, places = skeleton(text)
    pieces: list[str] = []
    done = 0
    for match in forgery.finditer(plain):
        start = places[match.start("at")]
        pieces += (text[done:start], "\\")
        done = start
    return "".join((*pieces, text[done:]))


def _with_backslash(match: re.Match[str]) -> str:
    before = match.start("at") - match.start()
    return f"{match[0][:before]}\\{match[0][before:]}"


def fence(text: str, *, indent: str = "") -> str:
    """The lines of a fenced block, the first without its indent; each ends in "\\n".

    The fence is longer than any run of backticks inside. Our own headings and end mark inside get
    a backslash, also where only a reader that strips indents would take them for ours.
    """
    body = guarded(text).strip("\n")
    ticks = "`" * max((len(run) + 1 for run in _TICKS.findall(body)), default=3)
    lines = "".join(f"{indent}{line}\n" if line.strip() else "\n" for line in body.split("\n"))
    return f"{ticks}\n{lines}{indent}{ticks}\n"
