"""Excerpts: the key sentences of a text that is too long to be said whole."""

from __future__ import annotations

from functools import cache
from itertools import pairwise

from uagent_memory.generator.compressors.base import one_line
from uagent_memory.generator.extractor import is_one_sentence
from uagent_memory.generator.segment_compressor import SegmentCompressor
from uagent_memory.render.marks import GAP
from uagent_memory.segments import SegmentName

__all__ = ["excerpt"]


@cache
def _compressor() -> SegmentCompressor:
    return SegmentCompressor()


def excerpt(text: str, segment: SegmentName, *, most: int) -> str:
    """The text on one line, or its key sentences for this segment with marked gaps.

    Args:
        text: of a fact or a unit.
        segment: whose keywords count.
        most: characters.

    Returns:
        "" where not even one sentence is short enough.
    """
    whole = one_line(text)
    if len(whole) <= most:
        return whole
    if is_one_sentence(text):
        return ""
    sentences = _compressor().key_sentences(segment, text, room=most)
    if not sentences:
        return ""
    parts = [one_line(sentences[0].text)]
    for before, sentence in pairwise(sentences):
        if sentence.number != before.number + 1:
            parts.append(GAP)
        parts.append(one_line(sentence.text))
    shown = " ".join(parts)
    return shown if len(shown) <= most else ""
