"""The last words: what a history says where no segment has anything to say of it."""

from __future__ import annotations

from collections.abc import Iterator

from uagent_memory.entry_kind import EntryKind
from uagent_memory.generator.candidate import Candidate, Keep
from uagent_memory.generator.compressors.base import one_line, quoted
from uagent_memory.generator.pool import CandidatePool
from uagent_memory.generator.view import GeneratorView
from uagent_memory.messages import Author, Message, Span
from uagent_memory.segments import SegmentName

__all__ = ["propose_last_words"]

QUOTATION = 12
"""Characters that quotation marks take at most, but for odd texts."""


def propose_last_words(view: GeneratorView, pool: CandidatePool) -> None:
    """See to it that a history with words in it gives at least one entry.

    Where nothing can be said, the last line of each of the newest messages is quoted; where
    nothing must be kept, the newest entry is.
    """
    if any(candidate.keep.is_must for candidate in pool.candidates):
        return
    if not any(_is_short(view, candidate) for candidate in pool.candidates):
        speaks = any(candidate.alone for candidate in pool.candidates)
        _quote_newest(view, pool, 1 if speaks else view.settings.limits.last_words)
    short = (c for c in pool.candidates if _is_short(view, c))
    newest = max(short, key=lambda c: (view.index_of(c.sources[-1]), c.id), default=None)
    if newest is not None:
        pool.require(newest.id, Keep.LAST_WORD)


def _is_short(view: GeneratorView, candidate: Candidate) -> bool:
    most = view.settings.limits.quote_characters
    return candidate.alone and candidate.parent is None and len(candidate.text) <= most


def _quote_newest(view: GeneratorView, pool: CandidatePool, most: int) -> None:
    for analysis in reversed(view.messages):
        span = next(_last_lines(analysis.message), None)
        if span is None:
            continue
        lead = f"{_speaker(analysis.message)}: "
        room = view.settings.limits.quote_characters - len(lead) - QUOTATION
        pool.propose(
            SegmentName.CURRENT_WORK,
            lead + quoted(_shortened(one_line(view.quote(span)), room)),
            (span,),
            order=(analysis.index, 0),
            kind=EntryKind.QUOTE,
            value=view.settings.own.must * view.boost(analysis.index),
        )
        most -= 1
        if not most:
            return


def _last_lines(message: Message) -> Iterator[Span]:
    """Lines with words in them, from the last one up; calls come after the text."""
    for name, text in reversed(tuple(message.parts())):
        end = len(text)
        while end > 0:
            start = text.rfind("\n", 0, end) + 1
            if text[start:end].strip():
                yield Span(message.id, name, start, end)
            end = start - 1


def _shortened(line: str, most: int) -> str:
    """The line, or its last whole words."""
    if len(line) <= most:
        return line
    tail = line[-most:]
    return tail.partition(" ")[2] or tail


def _speaker(message: Message) -> str:
    if message.author is Author.TOOL:
        return message.speaker
    return message.agent or message.author.value
