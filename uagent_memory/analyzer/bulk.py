"""Bulk text - tool output, pasted dumps, fetched pages - cut coarsely into bounded runs.

One cheap look at each line; no sentences. A longer text gets longer runs, never many more of them.
"""

from __future__ import annotations

from itertools import accumulate
from typing import NamedTuple

from uagent_memory.analyzer.shapes import LISTING, unit_settings
from uagent_memory.analyzer.tracebacks import may_hold_traceback, traceback_end
from uagent_memory.analyzer.types import UnitKind

__all__ = ["Run", "bulk_runs", "cut_runs", "is_dump"]

_LOG, _TRACEBACK = UnitKind.LOG, UnitKind.TRACEBACK

DIFF_HEADS = (
    "diff ", "index ", "--- ", "+++ ", "new file", "deleted file", "rename ", "similarity ",
)  # fmt: skip
NUMBERED = (" ", "\t", *"0123456789")
SAMPLED_LINES = 400
WRITTEN_SPACES = 4
LEAST_LISTING = 3
"""Numbered lines in a row that make a listing."""
SEPARATORS = ("\n", "}, ", "},", "], ", "],", '", ', '","', ". ", "。", "；", "; ", ", ", "，", " ")
"""Places to cut one long line, best first."""


class Run(NamedTuple):
    kind: UnitKind
    start: int
    end: int


def bulk_runs(text: str, start: int, end: int) -> list[Run]:
    """Runs of one kind each, in order, covering all of the stretch that is not blank."""
    body = text[start:end]
    if _is_json(body):
        return cut_runs(text, [Run(UnitKind.JSON, start, end)])
    return cut_runs(text, _kinds(body, start))


def is_dump(text: str, start: int, end: int) -> bool:
    """Whether a long stretch of somebody's text was pasted from a program, not written.

    Judged by lines taken at even steps: written ones hold several words.
    """
    settings = unit_settings()
    if end - start < settings.dump_characters:
        return False
    lines = text[start:end].split("\n")
    sample = lines[:: max(len(lines) // SAMPLED_LINES, 1)]
    sample = [line for line in sample if line.strip()]
    written = sum(
        line.strip().count(" ") >= WRITTEN_SPACES or not line.isascii() for line in sample
    )
    return written * 2 < len(sample)


def cut_runs(text: str, runs: list[Run]) -> list[Run]:
    """Runs cut to a bounded size: at blank lines, else at line ends, else inside a long line."""
    settings = unit_settings()
    size = sum(run.end - run.start for run in runs)
    characters = max(settings.bulk_characters, size // settings.bulk_runs)
    lines = max(
        settings.bulk_lines,
        sum(text.count("\n", run.start, run.end) for run in runs) // settings.bulk_runs,
    )
    cut: list[Run] = []
    for run in runs:
        position = run.start
        while position < run.end:
            stop = _cut(text, position, run.end, characters, lines)
            piece = _trimmed(text, run.kind, position, stop)
            if piece.start < piece.end:
                cut.append(piece)
            position = stop
    return cut


def _is_json(body: str) -> bool:
    """By its shape: brackets at both ends of the text, or of nearly every line."""
    stripped = body.strip()
    if not stripped or stripped[0] not in "{[" or stripped[-1] not in "}]" or '"' not in stripped:
        return False
    if stripped[0] + stripped[-1] in ("{}", "[]"):
        return True
    lines = stripped.split("\n")
    whole = sum(line[:1] == "{" and line.rstrip()[-1:] == "}" for line in lines)
    return whole * 10 >= len(lines) * 8


def _kinds(body: str, base: int) -> list[Run]:
    """Neighbouring lines of one kind joined; blank lines go with what is above them."""
    lines = body.split("\n")
    starts = list(accumulate((len(line) + 1 for line in lines), initial=base))
    starts[-1] = base + len(body)
    tracebacks = may_hold_traceback(body)
    diffs = _may_hold_diff(body)
    firsts: list[tuple[UnitKind, int]] = []
    index, in_diff, last = 0, False, None
    while index < len(lines):
        line = lines[index]
        after, kind = index + 1, _LOG
        if diffs:
            in_diff = _in_diff(line, lines[after] if after < len(lines) else "", in_diff)
        if in_diff:
            kind = UnitKind.DIFF
        elif tracebacks and (end := traceback_end(lines, index)) > index:
            after, kind = end, _TRACEBACK
        elif line[:1] in NUMBERED and (end := _listing_end(lines, index)) > index:
            after, kind = end, UnitKind.CODE
        elif line[:1] == "|" and line.rstrip().endswith("|"):
            kind = UnitKind.TABLE_ROW
        is_more = last is not None and (
            (last is kind and kind is not _TRACEBACK) or (after == index + 1 and not line.strip())
        )
        if not is_more:
            firsts.append((kind, starts[index]))
            last = kind
        index = after
    ends = (*(start for _, start in firsts[1:]), starts[-1])
    return [Run(kind, start, end) for (kind, start), end in zip(firsts, ends, strict=True)]


def _may_hold_diff(body: str) -> bool:
    return (
        body.startswith(("diff --git ", "--- ", "@@ -"))
        or "\ndiff --git " in body
        or "\n@@ -" in body
    )


def _in_diff(line: str, following: str, in_diff: bool) -> bool:
    if line.startswith(("diff --git ", "@@ -")):
        return True
    if line.startswith("--- ") and following.startswith("+++ "):
        return True
    return in_diff and (line[:1] in ("", " ", "+", "-", "@", "\\") or line.startswith(DIFF_HEADS))


def _listing_end(lines: list[str], index: int) -> int:
    """The index after a listing's last numbered line; `index` where fewer than three begin it."""
    match = LISTING.match
    if not match(lines[index]):
        return index
    end = index + 1
    while end < len(lines) and match(lines[end]):
        end += 1
    return end if end - index >= LEAST_LISTING else index


def _cut(text: str, start: int, end: int, characters: int, lines: int) -> int:
    """Where the piece that begins at `start` ends."""
    limit = min(start + characters, end)
    newline, count, last, blank = start - 1, 0, -1, -1
    while count < lines:
        newline = text.find("\n", newline + 1, limit)
        if newline < 0:
            break
        count += 1
        if newline - last == 1 and newline - start > characters // 3:
            blank = newline
        last = newline
    if newline < 0 and limit == end:
        return end
    if blank > 0:
        return blank + 1
    if last > 0:
        return last + 1
    line_end = text.find("\n", limit, end)
    line_end = end if line_end < 0 else line_end + 1
    return (
        line_end
        if line_end - start <= 2 * characters
        else _cut_line(text, start, line_end, characters)
    )


def _cut_line(text: str, start: int, end: int, characters: int) -> int:
    """Inside one long line: at the best separator before the limit, or else at its end."""
    least, limit = start + characters // 3, start + characters
    for separator in SEPARATORS:
        found = text.rfind(separator, least, limit)
        if found >= 0:
            return found + len(separator)
    for separator in (" ", ",", ";"):
        found = text.find(separator, limit, end)
        if found >= 0:
            return found + 1
    return end


def _trimmed(text: str, kind: UnitKind, start: int, end: int) -> Run:
    """Without blank lines at the edges; the first line keeps its indent."""
    piece = text[start:end]
    stop = start + len(piece.rstrip())
    lead = len(piece) - len(piece.lstrip())
    if lead and stop > start:
        start += piece.rfind("\n", 0, lead) + 1
    return Run(kind, start, stop)
