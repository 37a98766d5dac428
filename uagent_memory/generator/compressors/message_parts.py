"""MessageParts: how much each part of a long user message says of what is wanted."""

from __future__ import annotations

import re
from collections.abc import Iterator
from itertools import pairwise

from uagent_memory.analyzer.stretches import Stretches
from uagent_memory.analyzer.types import MessageAnalysis, Unit, UnitKind
from uagent_memory.generator.compressors.prompt_frame import frame_of
from uagent_memory.generator.view import GeneratorView
from uagent_memory.generator.wording.statements import PROSE_KINDS
from uagent_memory.messages import Span

__all__ = ["MessageParts"]

_WORDS = PROSE_KINDS | {UnitKind.HEADING}
_FIELD = r"[ \t]*(?:[-*•][ \t]+)?[\w.()/+-]+(?: [\w.()/+-]+){0,3}[ \t]*[:：=][ \t]*\S.{0,120}"
_FIELDS = re.compile(rf"^{_FIELD}$(?:\n+^{_FIELD}$)*", re.MULTILINE)


class MessageParts:
    """Of one message."""

    def __init__(self, view: GeneratorView, analysis: MessageAnalysis) -> None:
        text = analysis.message.text
        whole = Span(analysis.message.id, "text", 0, len(text))
        frame = frame_of(view, whole)
        self._own = view.settings.own
        self._frame = Stretches([] if frame is None else [frame[2:]])
        self._fields = Stretches(_lists_of_fields(text, view.settings.limits.listed_fields))
        self._led = {
            after.span: unit
            for unit, after in pairwise(analysis.units)
            if after.kind is UnitKind.COMMAND and unit.text.endswith((":", "："))
        }
        self._leads = {unit.span for unit in self._led.values()}

    def lead_of(self, unit: Unit) -> Unit | None:
        """The sentence that says when a command is meant to be run."""
        return self._led.get(unit.span)

    def is_lead(self, unit: Unit) -> bool:
        """It says nothing without its command."""
        return unit.span in self._leads

    def factor(self, unit: Unit) -> float:
        """On its worth: little of what frames the task, or lists what was found installed."""
        if unit.kind not in _WORDS:
            return 1.0
        start, end = unit.span[2:]
        framing = self._own.framing if self._frame.overlap(start, end) else 1.0
        return framing * (self._own.listed_field if self._fields.overlap(start, end) else 1.0)


def _lists_of_fields(text: str, least: int) -> Iterator[tuple[int, int]]:
    """Stretches of so many lines or more that are a name and its value."""
    for found in _FIELDS.finditer(text):
        if sum(map(bool, found[0].split("\n"))) >= least:
            yield found.span()
