"""Hierarchical content: files, blocks of consecutive sentences, times (document, section 1)."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence
from functools import cache

from uagent_memory.condensers.retrieval.segments import RetrievalFile, Segment
from uagent_memory.condensers.retrieval.settings import Wording, retrieval_settings

__all__ = ["by_file", "escaped", "hierarchical", "overview", "without_tags"]

TIME_TAG = r"\d+(?:\.\d+)?\s*-\s*\d+(?:\.\d+)?\]"
INDENT = "  "


def _blocks_of(segments: Sequence[Segment]) -> list[list[Segment]]:
    """Runs of consecutive indices; those without an index in a run of their own."""
    blocks: list[list[Segment]] = []
    for segment in segments:
        before = blocks[-1][-1] if blocks else None
        if before is not None and _follows(before, segment):
            blocks[-1].append(segment)
        else:
            blocks.append([segment])
    return blocks


def _follows(before: Segment, segment: Segment) -> bool:
    if before.index is None or segment.index is None:
        return before.index is segment.index
    return segment.index - before.index <= 1


def hierarchical(file: RetrievalFile, wording: Wording) -> str:
    """One file's content with its tags, as in the document."""
    name = escaped(file.name)
    blocks = "\n\n".join(
        _block(number, block, wording) for number, block in enumerate(_blocks_of(file.segments), 1)
    )
    return "\n".join(
        (
            wording.file_start.format(name=name),
            *((blocks,) if blocks else ()),
            wording.file_end.format(name=name),
            "",
            wording.note,
        )
    )


def _block(number: int, block: Sequence[Segment], wording: Wording) -> str:
    first, last = block[0].index, block[-1].index
    head = wording.block_start if first is not None else wording.block_start_plain
    lines = (
        head.format(number=number, first=first, last=last),
        *(_timed(segment) for segment in block),
        wording.block_end.format(number=number),
    )
    return "\n".join(f"{INDENT}{line}" for line in lines)


def _timed(segment: Segment) -> str:
    text = escaped(segment.text)
    return f"{segment.time} {text}" if segment.time else text


def by_file(files: Iterable[RetrievalFile], wording: Wording) -> str:
    """The form in which several files are summarised: a paragraph each, times behind sentences."""
    return "\n\n".join(
        "\n".join((wording.file.format(name=escaped(file.name)), *_sentences(file)))
        for file in files
        if file.segments
    )


def _sentences(file: RetrievalFile) -> Iterator[str]:
    for segment in file.segments:
        yield f"{escaped(segment.text)}{segment.time}"


def overview(files: Iterable[RetrievalFile], wording: Wording) -> str:
    """Each file with the number of its segments."""
    lines = (wording.counts.format(name=escaped(file.name), n=len(file.segments)) for file in files)
    return "\n".join((wording.overview, *lines))


def escaped(text: str) -> str:
    """The text with a backslash before whatever looks like one of our tags or times."""
    return _tags().sub(r"\\\g<0>", text) if "[" in text else text


def without_tags(text: str) -> str:
    """The text without the lines that are our own tags; lines with times stay."""
    return "\n".join(line for line in text.split("\n") if not _tag_line().match(line))


@cache
def _tag_line() -> re.Pattern[str]:
    return re.compile(rf"\s*\[(?:{_tag_starts()})[^\]]*\]\s*$")


@cache
def _tags() -> re.Pattern[str]:
    """Where something begins that looks like a tag or a time."""
    return re.compile(rf"\[(?=\s*(?:{_tag_starts()}|{TIME_TAG}))", re.IGNORECASE)


def _tag_starts() -> str:
    starts = {
        getattr(wording, name).partition("{")[0][1:].strip()
        for wording in retrieval_settings().wording.values()
        for name in ("file_start", "file_end", "block_start_plain", "block_end")
    }
    return "|".join(re.escape(start) for start in sorted(starts))
