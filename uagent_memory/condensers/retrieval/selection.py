"""Selects segments so that the whole, tags included, stays within its length."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from uagent_memory.condensers.retrieval.ranking import Place
from uagent_memory.condensers.retrieval.segments import RetrievalFile, Segment
from uagent_memory.condensers.retrieval.settings import retrieval_settings
from uagent_memory.generator.extractor import KeyInformationExtractor

__all__ = ["fitted"]

Layout = Callable[[Sequence[RetrievalFile]], str]
Fits = Callable[[str], bool]


def fitted(
    files: Sequence[RetrievalFile], order: Sequence[Place], layout: Layout, fits: Fits
) -> str:
    """The layout of as many of the best segments as fit; "" if not even a sentence does.

    Args:
        files: all there is.
        order: the segments worth keeping, best first.
        layout: how chosen files are put out.
        fits: whether a text is short enough.
    """
    low, high = 0, len(order)
    while low < high:
        middle = (low + high + 1) // 2
        if fits(layout(_chosen(files, order[:middle]))):
            low = middle
        else:
            high = middle - 1
    taken = list(order[:low])
    for place in order[low : low + retrieval_settings().ranking.fill]:
        if fits(layout(_chosen(files, [*taken, place]))):
            taken.append(place)
    if taken or not order:
        text = layout(_chosen(files, taken))
        return text if taken and fits(text) else ""
    return _shortened(files, order[0], layout, fits)


def _chosen(files: Sequence[RetrievalFile], places: Sequence[Place]) -> list[RetrievalFile]:
    wanted: dict[int, set[int]] = {}
    for place in places:
        wanted.setdefault(place.file, set()).add(place.segment)
    return [
        RetrievalFile(
            file.name, tuple(s for n, s in enumerate(file.segments) if n in wanted[number])
        )
        for number, file in enumerate(files)
        if number in wanted
    ]


def _shortened(files: Sequence[RetrievalFile], place: Place, layout: Layout, fits: Fits) -> str:
    """The best sentences of the best segment, where it is too long as a whole."""
    file = files[place.file]
    segment = file.segments[place.segment]
    ratio = 0.5
    while ratio * len(segment.text) >= 1:
        text = KeyInformationExtractor().extract_key_information(segment.text, ratio)
        short = Segment(text, segment.index, segment.start, segment.end)
        shown = layout([RetrievalFile(file.name, (short,))])
        if fits(shown):
            return shown
        ratio /= 2
    return ""
