"""What an open task or question leaves to what stands beside it: its steps, its options."""

from __future__ import annotations

import re
from collections.abc import Iterator
from itertools import takewhile

from uagent_memory.analyzer.observations.tables import table
from uagent_memory.analyzer.types import Unit
from uagent_memory.facts import QuestionValue, TextSpan
from uagent_memory.generator.compressors.base import value_as
from uagent_memory.generator.view import GeneratorView
from uagent_memory.generator.wording.references import asks_which, label_of
from uagent_memory.ledger import Fact
from uagent_memory.messages import Span

__all__ = ["options_of", "steps_of"]

_REMARK = re.compile(r"\s+[-–—]+\s|(?<=\*\*):?\s|：|——")


def steps_of(view: GeneratorView, task: Fact) -> list[TextSpan]:
    """The steps that the call which made a task lists in its description."""
    span = task.first.span
    message = view.message_of(span)
    if message is None or not span.part.startswith("call:"):
        return []
    call = message.call_at(span.part)
    details = call.argument(*table("tools")["argument"]["details"])
    steps = [line.strip() for line in details.split("\n") if label_of(line)]
    return list(_placed(call.text, steps, span)) if len(steps) > 1 else []


def _placed(text: str, lines: list[str], span: Span) -> Iterator[TextSpan]:
    """Lines with their places in a call, each behind the one before."""
    behind = 0
    for line in lines:
        start = text.find(line, behind)
        if start >= 0:
            behind = start + len(line)
            yield TextSpan(line, Span(span.message_id, span.part, start, behind))


def options_of(view: GeneratorView, question: Fact) -> list[TextSpan]:
    """The numbered or lettered items right before a question that asks which of them.

    By their names; none where these are long.
    """
    span = question.last.span
    analysis = view.by_id.get(span.message_id)
    asks = asks_which(value_as(question, QuestionValue).text)
    units = analysis.units if analysis is not None and asks else ()
    before = [u for u in units if u.span.part == span.part and u.span.end <= span.start]
    options: list[TextSpan] = []
    for unit in takewhile(_is_named, reversed(before)):
        options.append(_headed(unit))
        if label_of(unit.text) in ("1", "A"):
            break
    most = view.settings.limits.short_task
    is_choice = len(options) > 1 and all(len(option.text) <= most for option in options)
    return options[::-1] if is_choice else []


def _headed(unit: Unit) -> TextSpan:
    """An option without what is said of it behind a dash or colon."""
    end = _REMARK.search(unit.text)
    text = unit.text[: end.start()] if end else unit.text
    start = unit.span.start
    return TextSpan(text, Span(unit.span.message_id, unit.span.part, start, start + len(text)))


def _is_named(unit: Unit) -> bool:
    return bool(label_of(unit.text))
