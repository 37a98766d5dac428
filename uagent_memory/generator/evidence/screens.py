"""Pages that a browser's tools print as trees of elements: what stood there, and what is gone."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Sequence
from typing import NamedTuple

from uagent_memory.analyzer.types import MessageAnalysis
from uagent_memory.generator.evidence.screen_settings import ScreenRules
from uagent_memory.messages import Message, Role, Span

__all__ = ["Element", "Screens"]


_FIGURES = re.compile(r"\d+")
_NONE: Counter[str] = Counter()


class Element(NamedTuple):
    """What a number on a page stands for."""

    text: str
    span: Span


class Screens:
    """The pages of one history.

    Numbers of elements hold for the page that is shown. On an older one a button or a field says
    nothing that can still be used; what a page said in words stays said.
    """

    def __init__(self, messages: Sequence[MessageAnalysis], rules: ScreenRules) -> None:
        self._line = re.compile(rules.element, re.MULTILINE)
        self._target = re.compile(rules.target)
        self._least = rules.least
        shown = ((m.index, m.message) for m in messages if m.message.role is Role.TOOL)
        self._pages = {at: found for at, message in shown if (found := self._elements(message))}
        whole = [at for at, found in self._pages.items() if len(found) >= self._least]
        self._newest = max(whole, default=-1)
        texts = {at: messages[at].message.text.split("\n") for at in whole}
        self._shapes = {at: Counter(map(_shape, lines)) for at, lines in texts.items()}

    def is_gone(self, index: int, line: str) -> bool:
        """It is an element of a page that another one has taken the place of.

        So is a line that stood there for several things, such as a price in a list.
        """
        if index >= self._newest or index not in self._pages:
            return False
        if self._shapes.get(index, _NONE)[_shape(line)] > 1:
            return True
        return self._line.fullmatch(line.strip()) is not None

    def target(self, command: str, index: int) -> Element | None:
        """The element that a call names by its number, as a page before it showed it."""
        if not self._pages or (named := self._target.search(command)) is None:
            return None
        before = (at for at in reversed(self._pages) if at < index)
        return next((e for at in before if (e := self._pages[at].get(named["id"]))), None)

    def _elements(self, message: Message) -> dict[str, Element]:
        found: dict[str, Element] = {}
        for line in self._line.finditer(message.text):
            group = "what" if line["id"] else "named"
            span = Span(message.id, "text", *line.span(group))
            found.setdefault(line["id"] or line["ref"], Element(line[group], span))
        return found


def _shape(line: str) -> str:
    """A line whatever its figures are."""
    return _FIGURES.sub("0", line.strip())
