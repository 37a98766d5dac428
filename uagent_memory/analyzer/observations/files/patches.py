"""Patches in the two forms agents send: `*** Begin Patch` and unified diffs."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field

from uagent_memory.facts import Change, TextSpan

__all__ = ["FilePatch", "is_patch", "parse_patch", "taken_back"]


@dataclass(slots=True)
class FilePatch:
    """What a patch does to one file."""

    path: TextSpan
    change: Change
    renamed_to: TextSpan | None = None
    old: list[TextSpan] = field(default_factory=list)
    """Lines of the stretch before, context included."""
    new: list[TextSpan] = field(default_factory=list)


_BACK = {Change.CREATED: Change.DELETED, Change.DELETED: Change.CREATED}


def taken_back(patch: FilePatch) -> FilePatch:
    """The patch the other way round. A file that it moved is told as changed where it is."""
    change = _BACK.get(patch.change, patch.change)
    return FilePatch(patch.path, change, old=patch.new, new=patch.old)


_SECTION = re.compile(r"\*\*\* (Add|Update|Delete) File: (\S.*?)\s*$", re.MULTILINE)
_MOVE = re.compile(r"\*\*\* Move to: (\S.*?)\s*$")
_OLD = re.compile(r"--- (?:a/)?([^\t\n]+?)\s*(?:\t.*)?$")
_NEW = re.compile(r"\+\+\+ (?:b/)?([^\t\n]+?)\s*(?:\t.*)?$")
_CHANGES = {"Add": Change.CREATED, "Update": Change.MODIFIED, "Delete": Change.DELETED}

Quote = Callable[[int, int], TextSpan]


def is_patch(text: str) -> bool:
    return _in_sections(text) or ("\n+++ " in text and "--- " in text)


def parse_patch(text: str, start: int, quote: Quote) -> list[FilePatch]:
    """The files a patch touches.

    Args:
        text: The patch.
        start: Where it begins in the part that `quote` addresses.
        quote: Makes a quotation of start..end of that part.
    """
    if _in_sections(text):
        return list(_sections(text, start, quote))
    return list(_diffs(text, start, quote))


def _in_sections(text: str) -> bool:
    """It names its files in lines of their own, with or without a line that begins it."""
    return "*** Begin Patch" in text or (" File: " in text and _SECTION.search(text) is not None)


def _lines(text: str, start: int) -> Iterator[tuple[str, int]]:
    for raw in text.split("\n"):
        yield raw.removesuffix("\r"), start
        start += len(raw) + 1


def _sections(text: str, start: int, quote: Quote) -> Iterator[FilePatch]:
    now: FilePatch | None = None
    for line, at in _lines(text, start):
        if found := _SECTION.match(line):
            if now is not None:
                yield now
            path = quote(at + found.start(2), at + found.end(2))
            now = FilePatch(path, _CHANGES[found[1]])
        elif now is not None and (moved := _MOVE.match(line)):
            now.renamed_to = quote(at + moved.start(1), at + moved.end(1))
        elif line.startswith("*** End Patch"):
            break
        elif now is not None:
            _take(now, line, at, quote)
    if now is not None:
        yield now


def _diffs(text: str, start: int, quote: Quote) -> Iterator[FilePatch]:
    now: FilePatch | None = None
    old: tuple[str, int, int] | None = None
    for line, at in _lines(text, start):
        if line.startswith("--- ") and (found := _OLD.match(line)):
            old = (found[1], at + found.start(1), at + found.end(1))
        elif old is not None and line.startswith("+++ ") and (found := _NEW.match(line)):
            if now is not None:
                yield now
            now = _opened(old, (found[1], at + found.start(1), at + found.end(1)), quote)
            old = None
        elif line.startswith(("diff --git ", "index ", "@@", "\\ No newline")):
            continue
        elif now is not None:
            _take(now, line, at, quote)
    if now is not None:
        yield now


def _opened(old: tuple[str, int, int], new: tuple[str, int, int], quote: Quote) -> FilePatch:
    if old[0] == "/dev/null":
        return FilePatch(quote(new[1], new[2]), Change.CREATED)
    if new[0] == "/dev/null":
        return FilePatch(quote(old[1], old[2]), Change.DELETED)
    patch = FilePatch(quote(new[1], new[2]), Change.MODIFIED)
    if old[0] != new[0]:
        patch.path, patch.renamed_to = quote(old[1], old[2]), patch.path
    return patch


def _take(patch: FilePatch, line: str, at: int, quote: Quote) -> None:
    if line.startswith(("@@", "*** ")):
        return
    if line.startswith(("+", "-", " ")):
        quoted = quote(at + 1, at + len(line))
        if line[0] != "+":
            patch.old.append(quoted)
        if line[0] != "-":
            patch.new.append(quoted)
