"""Which of the lines that could be quoted still show something that nothing else tells."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator

from uagent_memory.analyzer.observations.handed_on.handing_in import handed_in
from uagent_memory.analyzer.observations.shell.outcomes import is_standing_line
from uagent_memory.analyzer.page_heads import page_head
from uagent_memory.analyzer.types import MessageAnalysis
from uagent_memory.generator.evidence.code_lines import is_closing, is_import
from uagent_memory.generator.evidence.evidence_line import EvidenceLine
from uagent_memory.generator.evidence.gone_lines import GoneLines, is_diff, is_diff_head
from uagent_memory.generator.evidence.pages import Pages
from uagent_memory.generator.evidence.quotable_lines import quotable_lines
from uagent_memory.generator.evidence.screens import Screens
from uagent_memory.generator.records.records import Records
from uagent_memory.generator.view import GeneratorView
from uagent_memory.generator.wording.phrasing import is_acknowledgement
from uagent_memory.messages import Author, Message

__all__ = ["UsableLines"]

_ARROW = re.compile(r"-{2,}> ?\d+ ")
"""With which a notebook's traceback points at a line of the cell that failed."""


class UsableLines:
    """Of one history: no lines that are gone, were only attempted, or say nothing alone."""

    def __init__(self, view: GeneratorView, pages: Pages) -> None:
        self._view = view
        self._pages = pages
        self._records = Records(view)
        self._screens = Screens(view.messages, view.settings.screens)
        self._handed_in = handed_in([analysis.message for analysis in view.messages])
        places = {m.message.id: m.index for m in view.messages}
        self._gone = GoneLines(
            view.analysis.ledger,
            places,
            view.printed_changes,
            pieces=view.settings.printed.gone_pieces,
        )

    def lines(self, analysis: MessageAnalysis, terms: list[str]) -> list[EvidenceLine]:
        """Those around these terms, in order."""
        answered = self._view.calls.by_result.get(analysis.message.id)
        place = (answered[0].id, f"call:{answered[1]}") if answered is not None else None
        if self._view.edit_calls.acknowledges(analysis.message, place):
            return []
        message = analysis.message
        figures = list(self._pages.figures(message))
        around = quotable_lines(self._view, analysis, terms, self._records)
        lines = (line for line in around if not any(f.span.holds(line.span) for f in figures))
        found = sorted(_without_frame((*lines, *figures), message), key=lambda n: n.span)
        return [
            line
            for line in found
            if _is_usable(self._view, line)
            and not self._gone.is_gone(line.text, at=analysis.index)
            and not (answered and self._is_attempted(line, *answered))
            and not (place is not None and self._is_handed_in(analysis, line, place))
            and not self._screens.is_gone(analysis.index, line.text)
            and (line.own or not self._view.listings.is_idle_line(analysis.message, line.span))
        ]

    def _is_handed_in(
        self, analysis: MessageAnalysis, line: EvidenceLine, place: tuple[str, str]
    ) -> bool:
        """What stands around the changes that are handed in is no result."""
        at = self._handed_in
        if at is None or place != (at.message_id, at.part) or line.text[:1] in ("+", "-"):
            return False
        return is_diff(analysis.message.text)

    def _is_attempted(self, line: EvidenceLine, caller: Message, number: int) -> bool:
        place, sent = (caller.id, f"call:{number}"), caller.tool_calls[number].text
        return self._view.edit_calls.is_attempted(line.text, place, sent)


def _without_frame(lines: Iterable[EvidenceLine], message: Message) -> Iterator[EvidenceLine]:
    """Of the line that opens a page only what names the page, and that once."""
    head = page_head(message.text) if message.author is Author.AGENT else None
    if head is None or not head.opening[1]:
        yield from lines
        return
    is_named = False
    for line in lines:
        if line.span.part != "text" or not head.lines[0] <= line.span.start < head.lines[1]:
            yield line
        elif not is_named:
            is_named = True
            start, end = head.opening
            yield line._replace(
                span=line.span._replace(start=start, end=end), text=message.text[start:end]
            )


def _is_usable(view: GeneratorView, line: EvidenceLine) -> bool:
    limits = view.settings.limits
    is_long = len(line.text) > limits.quote_characters
    message = view.message_of(line.span)
    is_shown = line.span.part == "text" and message is not None and message.author is Author.AGENT
    if is_shown and is_import(line.text):
        return False
    if is_long or is_closing(line.text) or is_acknowledgement(line.text):
        return False
    if is_standing_line(line.text) or is_diff_head(line.text) or _ARROW.match(line.text):
        return False
    is_sentence = len(line.text.split()) >= limits.quote_words or not line.text.isascii()
    return line.own > 0 or is_sentence
