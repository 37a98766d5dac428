"""A tool call with its answer, and where each argument stands in the call's text."""

from __future__ import annotations

import json
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cached_property
from typing import NamedTuple

from pydantic import JsonValue

from uagent_memory.analyzer.observations.shell.outcomes import Outcome, outcome_of
from uagent_memory.facts import Change, FactKind, FactValue, TextSpan
from uagent_memory.ledger import Observation
from uagent_memory.messages import Author, Message, Span, ToolCall, Trust

__all__ = ["Exchange", "Leaf", "leaves"]


class Leaf(NamedTuple):
    """A scalar argument: its keys from the outside in, its text, and its place in the call's."""

    path: tuple[str | int, ...]
    text: str
    start: int

    @property
    def end(self) -> int:
        return self.start + len(self.text)


def leaves(call: ToolCall) -> list[Leaf]:
    """The scalars of a call's arguments in reading order, addressed in `ToolCall.text`."""
    found: list[Leaf] = []
    _walk(call.arguments, (), len(call.name) + 1, found)
    return found


def _walk(value: JsonValue, path: tuple[str | int, ...], start: int, found: list[Leaf]) -> int:
    """Appends the leaves of `value`, whose text begins at `start`; returns where it ends."""
    if isinstance(value, dict):
        for number, (key, item) in enumerate(value.items()):
            start += bool(number) + len(key) + 2
            start = _walk(item, (*path, key), start, found)
        return start
    if isinstance(value, list):
        for number, item in enumerate(value):
            start = _walk(item, (*path, number), start + bool(number), found)
        return start
    text = value if isinstance(value, str) else json.dumps(value, ensure_ascii=False)
    found.append(Leaf(path, text, start))
    return start + len(text)


@dataclass(frozen=True)
class Exchange:
    """A call, the message that made it and, where one came, the message that answers it.

    `part` is the part of `asked` that `call` stands in; "text" for a code block that an
    executing agent ran without a call.
    """

    call: ToolCall
    asked: Message
    part: str
    answer: Message | None = None

    @property
    def agent(self) -> str:
        return self.asked.agent or ""

    @cached_property
    def outcome(self) -> Outcome:
        """What the answer says of the call."""
        return outcome_of(self.answer)

    @property
    def result(self) -> str:
        """The answer's text; "" where there is none."""
        return self.answer.text if self.answer is not None else ""

    @cached_property
    def leaves(self) -> tuple[Leaf, ...]:
        return tuple(leaves(self.call))

    def leaf(self, *names: str) -> Leaf | None:
        """The first of the named top-level arguments that is a scalar and not empty."""
        found = (self._named.get(name) for name in names)
        return next((leaf for leaf in found if leaf is not None), None)

    @cached_property
    def _named(self) -> dict[str, Leaf]:
        named: dict[str, Leaf] = {}
        for leaf in self.leaves:
            name = leaf.path[0] if len(leaf.path) == 1 else None
            if isinstance(name, str) and leaf.text and leaf.text != "null":
                named.setdefault(name, leaf)
        return named

    def records(self) -> Iterator[dict[str | int, Leaf]]:
        """The objects among the arguments' lists: the leaves of each by key."""
        rows: dict[tuple[str | int, ...], dict[str | int, Leaf]] = {}
        for leaf in self.leaves:
            if len(leaf.path) > 1:
                rows.setdefault(leaf.path[:-1], {})[leaf.path[-1]] = leaf
        yield from rows.values()

    def said(self, start: int, end: int) -> TextSpan:
        """A quotation of the call."""
        span = Span(self.asked.id, self.part, start, end)
        return TextSpan(self.asked.quote(span), span)

    def quoted(self, leaf: Leaf) -> TextSpan:
        return TextSpan(leaf.text, Span(self.asked.id, self.part, leaf.start, leaf.end))

    def heard(self, start: int, end: int) -> TextSpan:
        """A quotation of the answer."""
        if self.answer is None:
            raise ValueError(f"call {self.call.id!r} has no answer to quote")
        new, answer = tuple.__new__, self.answer
        return new(TextSpan, (answer.text[start:end], new(Span, (answer.id, "text", start, end))))

    def observe(
        self,
        kind: FactKind,
        key: str,
        value: FactValue,
        change: Change,
        *,
        at: Span,
        author: Author | None = None,
        trust: Trust | None = None,
    ) -> Observation:
        """An observation at a span of either message."""
        message = self.asked if at.message_id == self.asked.id else self.answer or self.asked
        return Observation(
            kind=kind,
            key=key,
            value=value,
            change=change,
            span=at,
            seq=message.seq,
            author=author or message.author,
            trust=message.trust if trust is None else trust,
        )
