"""Where a traceback ends: Python, Go, JavaScript and TypeScript, Java, Rust, C sanitizers."""

from __future__ import annotations

import re
from collections.abc import Sequence

from uagent_memory.holding import holds_any

__all__ = ["may_hold_traceback", "traceback_end"]

LONGEST = 400
"""Lines after which a traceback is taken to be over."""

TRIGGERS = (
    "Traceback (most recent call last)",
    "panic: ",
    "fatal error: ",
    "goroutine ",
    "panicked at",
    "Sanitizer",
)
PYTHON = "Traceback (most recent call last)"
PYTHON_CHAIN = re.compile(r"During handling of the above|The above exception was the direct")
GO_HEAD = re.compile(r"\s*(?:panic: |fatal error: |goroutine \d+ \[)")
GO_LINE = re.compile(
    r"\s*$|\s*(?:goroutine \d+ \[|panic: |created by |exit status \d|\[signal |\[recovered)"
    r"|\t|\s*[\w./*()\[\]{}·-]+\([^ ]{0,400}\)$|\s+/\S+:\d+"
)
AT_HEAD = re.compile(
    r"\s*(?:Uncaught |Exception in thread |Caused by: |Unhandled )?(?:[^\s:]{0,200} )?"
    r"[\w.$]*(?:Error|Exception|Throwable)\b"
)
AT_LINE = re.compile(r"\s+at \S|\s+\.\.\. \d+ (?:more|lines)|Caused by: |\s+Suppressed: ")
AT_LINE_BELOW = re.compile(rf"\n(?:{AT_LINE.pattern})")
RUST_HEAD = re.compile(r"\s*thread '[^']{0,100}'.{0,40} panicked at ")
RUST_LINE = re.compile(r"\s*(?:stack backtrace:|note: |\d+: |at )")
SANITIZER_HEAD = re.compile(r"\s*=+\d*=*\s*ERROR: \w+Sanitizer|\s*WARNING: \w+Sanitizer")


def may_hold_traceback(text: str) -> bool:
    """A cheap test before looking at each line."""
    if holds_any(text, TRIGGERS):
        return True
    return (" at " in text or "\tat " in text) and AT_LINE_BELOW.search(text) is not None


def traceback_end(lines: Sequence[str], index: int) -> int:
    """The index after the last line of the traceback that starts at `index`; `index` if none."""
    line = lines[index]
    if PYTHON in line:
        return _python_end(lines, index)
    if GO_HEAD.match(line):
        return _while(lines, index + 1, GO_LINE)
    following = lines[index + 1] if index + 1 < len(lines) else ""
    if AT_LINE.match(following) and AT_HEAD.match(line[:400]):
        return _while(lines, index + 1, AT_LINE)
    if RUST_HEAD.match(line):
        return _while(lines, min(index + 2, len(lines)), RUST_LINE)
    if SANITIZER_HEAD.match(line):
        return _sanitizer_end(lines, index)
    return index


def _while(lines: Sequence[str], index: int, pattern: re.Pattern[str]) -> int:
    stop = min(index + LONGEST, len(lines))
    while index < stop and pattern.match(lines[index]):
        index += 1
    while not lines[index - 1].strip():
        index -= 1
    return index


def _python_end(lines: Sequence[str], index: int) -> int:
    """After the exception line; a chained traceback belongs to the first one."""
    stop = min(index + LONGEST, len(lines))
    while True:
        margin = len(lines[index]) - len(lines[index].lstrip())
        index += 1
        while index < stop and _is_deeper(lines[index], margin):
            index += 1
        if index < stop and lines[index].strip():
            index += 1
        ahead = index
        while ahead < stop and (not lines[ahead].strip() or PYTHON_CHAIN.search(lines[ahead])):
            ahead += 1
        if ahead >= stop or ahead == index or PYTHON not in lines[ahead]:
            return index
        index = ahead


def _is_deeper(line: str, margin: int) -> bool:
    body = line.lstrip()
    return bool(body) and len(line) - len(body) > margin


def _sanitizer_end(lines: Sequence[str], index: int) -> int:
    for ahead in range(index + 1, min(index + LONGEST, len(lines))):
        if "SUMMARY: " in lines[ahead] or lines[ahead].rstrip().endswith("ABORTING"):
            return ahead + 1
        if ahead > index + 1 and not lines[ahead].strip() and not lines[ahead - 1].strip():
            return ahead - 1
    return index + 1
