"""Running text that programs print: fetched pages, search results, reference texts."""

from __future__ import annotations

import math
import re
from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from itertools import islice

from uagent_memory.analyzer.page_heads import page_head
from uagent_memory.analyzer.shapes import shape_settings
from uagent_memory.analyzer.terms import content_words
from uagent_memory.generator.compressors.base import one_line
from uagent_memory.generator.evidence.code_lines import is_prose
from uagent_memory.generator.evidence.evidence_line import EvidenceLine
from uagent_memory.generator.evidence.labelled_figures import figured_lines, labelled_figures
from uagent_memory.generator.records.asked_words import asked_stems, ordered_stems, stems_of
from uagent_memory.generator.view import GeneratorView
from uagent_memory.messages import Author, Message, Span

__all__ = ["Pages"]

_LINK = re.compile(r"[ \t]*(?:\d{1,3}\.[ \t]*)?(?:\[[^\]\n]*\]\()?https?://\S+$", re.MULTILINE)
"""A line that is nothing but a link, such as the title of a search result."""

_ESCAPED = '\\"'
"""In a string that holds a program's data, such as what a page says of itself to machines."""


_FIELD = re.compile(r"""\\?["'][@\w:.-]{2,40}\\?["']\s*:""")
"""A field of the data that a page carries for machines, such as `"og:title":`."""
_COUNTED = re.compile(r"[(（]\s*\d[\d.,]*\s*[kKmM万千]?\+?\s*[)）]")
"""How often something was rated or seen: "(3.8K)"."""


def _shows_page(message: Message) -> bool:
    marks = shape_settings().page_marks
    return message.author is Author.AGENT and any(mark in message.text for mark in marks)


class Pages:
    """Which printed lines bear on what is asked for, over the pages of one history."""

    def __init__(self, view: GeneratorView) -> None:
        self._view = view
        self._settings = view.settings.pages
        self._furniture = frozenset(
            word for phrase in self._settings.furniture for word in content_words(phrase)
        )
        common = stems_of(self._furniture, view.settings.policies)
        self._asked = (asked_stems(view) | ordered_stems(view)) - common
        self._printed: set[str] = set()

    def factors(self, message: Message, lines: Sequence[EvidenceLine]) -> list[float]:
        """What each line of a message counts: of a page those most that bear on the asks."""
        is_page = self._is_page(message.text)
        limits = self._view.settings.limits
        told = [
            not line.own and line.span.part == "text" and (is_page or is_prose(line.text, limits))
            for line in lines
        ]
        paged = [line for line, of_page in zip(lines, told, strict=True) if of_page]
        worths = iter(self._ranked(paged, by_tool=message.author is Author.TOOL))
        factors = [next(worths) if of_page else 1.0 for of_page in told]
        if is_page or _shows_page(message):
            return [f * self._mere(line.text) for f, line in zip(factors, lines, strict=True)]
        return factors

    def figures(self, message: Message) -> Iterator[EvidenceLine]:
        """Of a page the figures that bear on what is asked for, with the words around them."""
        text, settings = message.text, self._view.settings
        is_shown = _shows_page(message)
        if not is_shown and not self._is_page(text):
            return
        places = [(place, 1) for place in labelled_figures(text, settings.figures) if is_shown]
        places += [
            (place, settings.figures.asked) for place in figured_lines(text, settings.figures)
        ]
        head = page_head(text)
        for (start, end), least in places:
            if head is not None and not head.opening[1] and start < head.lines[1]:
                continue
            line = one_line(text[start:end])
            if self._bearing_words(line) >= least:
                yield EvidenceLine(Span(message.id, "text", start, end), line)

    def _bearing_words(self, line: str) -> int:
        return len(self._asked & stems_of(content_words(line), self._view.settings.policies))

    def _mere(self, line: str) -> float:
        """Less for what stands on any page: "About 3,000 results", "Some Site (372)", its data."""
        settings = self._settings
        if _FIELD.search(line) is not None:
            return settings.data
        words = content_words(line)
        is_mere = len(words) <= settings.short and not self._furniture.isdisjoint(words)
        is_mere = is_mere or (len(words) <= settings.counted and _COUNTED.search(line) is not None)
        is_mere = is_mere or any(mark in line for mark in shape_settings().page_marks)
        return settings.furnished if is_mere else 1.0

    def _ranked(self, lines: Sequence[EvidenceLine], *, by_tool: bool) -> list[float]:
        settings = self._settings
        bearing = self._bearing([line.text for line in lines])
        need = [sum(self._view.targets(line.text).values()) for line in lines]
        order = sorted(range(len(lines)), key=lambda at: (-bearing[at], -need[at], at))
        found = [0.0] * len(lines)
        for rank, at in enumerate(order):
            text = lines[at].text
            if text in self._printed or (by_tool and rank >= settings.of_tool):
                continue
            self._printed.add(text)
            share = min(1.0, settings.lines / (1 + rank))
            mere = settings.link if _LINK.fullmatch(text) or _ESCAPED in text else 1.0
            found[at] = share * mere * (settings.other + (1.0 - settings.other) * bearing[at])
        return found

    def _bearing(self, texts: Iterable[str]) -> list[float]:
        """By line, 0..1: the words of the asks that it says, rare ones most."""
        policies = self._view.settings.policies
        stems = [stems_of(content_words(text), policies) & self._asked for text in texts]
        holding = Counter(stem for found in stems for stem in found)
        top = math.log(1 + len(stems)) if stems else 1.0
        worths = [
            sum(math.log(1 + len(stems) / holding[stem]) / top for stem in sorted(found))
            for found in stems
        ]
        most = max(worths, default=0.0)
        return [worth / most if most else 0.0 for worth in worths]

    def _is_page(self, text: str) -> bool:
        links = self._settings.links
        if text.count("://") < links:
            return False
        return sum(1 for _ in islice(_LINK.finditer(text), links)) >= links
