"""Prompts of a program: the task at one end, and at the other how to put each turn."""

from __future__ import annotations

import re
from collections.abc import Sequence

from uagent_memory.generator.compressors.turn_rules import is_turn_rule
from uagent_memory.generator.view import GeneratorView
from uagent_memory.messages import Span

__all__ = ["frame_of"]

_HEADING = re.compile(r"^[ \t]*(#{1,6})[ \t]", re.MULTILINE)
_OPENED = re.compile(r"(?:^[ \t]*<[A-Za-z_][\w.-]{0,60}>\s*)+\Z", re.MULTILINE)
"""Tags at the end of a text that open what follows."""


def frame_of(view: GeneratorView, span: Span) -> Span | None:
    """The stretch of a user's message that frames the task; None where no turn rules are set.

    It reaches from the section of the first such rule to the end, or from the beginning to the
    last one, where the task comes behind them.
    """
    rules = [
        fact.last.span
        for fact in view.spoken.within(span)
        if is_turn_rule(fact) and fact.last.span[:2] == span[:2]
    ]
    if not rules:
        return None
    message = view.message_of(span)
    text = message.part(span.part) if message is not None else ""
    limits = view.settings.limits
    first = min(rule.start for rule in rules)
    before = first - span.start
    if before < limits.task_before * (span.end - span.start):
        return span._replace(end=max(rule.end for rule in rules))
    least = span.start + limits.task_section * before
    starts = (start for start in _sections(text, first) if start >= least)
    return span._replace(start=min(starts, default=first))


def _sections(text: str, at: int) -> Sequence[int]:
    """Where the sections begin in which a place stands, with the tags that open them."""
    starts: list[int] = []
    level = 7
    for heading in reversed(list(_HEADING.finditer(text, 0, at))):
        if len(heading[1]) < level:
            level = len(heading[1])
            opened = _OPENED.search(text, 0, heading.start())
            starts.append(opened.start() if opened else heading.start())
    return starts
