"""Subtitle files, SRT and WebVTT, as retrieval results. Times are read, never guessed."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from pathlib import Path

from pydantic import JsonValue

from uagent_memory.condensers.retrieval.segments import seconds
from uagent_memory.config import Settings
from uagent_memory.errors import InputError
from uagent_memory.formats.source import read_text
from uagent_memory.given import path_of, text_of

__all__ = ["read_subtitle_file", "read_subtitles"]

TIMING = re.compile(
    r"^\s*((?:\d{1,3}:)?\d{1,2}:\d{1,2}(?:[.,]\d{1,9})?)\s*-->"
    r"\s*((?:\d{1,3}:)?\d{1,2}:\d{1,2}(?:[.,]\d{1,9})?)(?:\s|$)"
)
SPEAKER = re.compile(r"<v(?:\.[^\s>]*)?\s+([^>]*)>")
TAG = re.compile(r"</?[A-Za-z][^>]*>|<\d[\d:.]*>|\{\\[^}]*\}")
META = ("WEBVTT", "NOTE", "STYLE", "REGION", "X-TIMESTAMP-MAP")
ENTITIES = (("&amp;", "&"), ("&lt;", "<"), ("&gt;", ">"), ("&nbsp;", " "))
NUMBER = re.compile(r"^\s*\d+\s*$")


def read_subtitle_file(path: str | Path, *, limit: int | None = None) -> dict[str, JsonValue]:
    """The retrieval results of a subtitle file, named for it.

    Args:
        path: of the file, gzipped or not.
        limit: most bytes, unpacked; the shipped `input_limit` if None.

    Raises:
        InputError: it cannot be read as UTF-8 text, or holds no cue.
    """
    path = path_of("path", path)
    text = read_text(path, limit=Settings().input_limit if limit is None else limit)
    return read_subtitles(text, filename=path.name, source=str(path))


def read_subtitles(text: str, *, filename: str, source: str | None = None) -> dict[str, JsonValue]:
    """Cues as segments with `index` from 0, in the order of the file.

    Args:
        text: of an SRT or WebVTT file.
        filename: for the results.
        source: for errors.

    Raises:
        InputError: it holds no cue.
    """
    text, filename = text_of("text", text), text_of("filename", filename)
    cues = [cue for block in _blocks(text) if (cue := _cue(block)) is not None]
    if not cues:
        raise InputError("it holds no cue of SRT or WebVTT", source=source or filename)
    return {
        "filename": filename,
        "segments": [{"index": index, **cue} for index, cue in enumerate(cues)],
    }


def _blocks(text: str) -> Iterator[list[str]]:
    """Runs of lines between blank ones; a timing line begins a cue also without a blank before."""
    block: list[str] = []
    for line in text.lstrip("\ufeff").splitlines():
        timed = TIMING.match(line) is not None
        if timed and any(TIMING.match(known) for known in block):
            carried = [block.pop()] if NUMBER.match(block[-1]) else []
            yield block
            block = carried
        if line.strip():
            block.append(line)
        elif block:
            yield block
            block = []
    if block:
        yield block


def _cue(block: Sequence[str]) -> dict[str, JsonValue] | None:
    """A cue's times and text; None of a block that is none, or says nothing."""
    place = next((n for n, line in enumerate(block) if TIMING.match(line)), None)
    if place is None or block[0].lstrip().startswith(META):
        return None
    match = TIMING.match(block[place])
    assert match is not None
    words = " ".join(_plain(line) for line in block[place + 1 :])
    words = " ".join(words.split())
    if not words:
        return None
    return {"start": seconds(match[1]), "end": seconds(match[2]), "text": words}


def _plain(line: str) -> str:
    """The line without markup; a speaker stands before its words."""
    line = TAG.sub("", SPEAKER.sub(r"\1: ", line))
    for entity, sign in ENTITIES:
        line = line.replace(entity, sign)
    return line
