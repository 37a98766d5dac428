"""Doubted reports: what a user did not believe, and an agent has looked into since."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from uagent_memory.analyzer.observations.files.file_act import EFFECTIVE
from uagent_memory.analyzer.types import Cue, MessageAnalysis
from uagent_memory.generator.limits import Limits
from uagent_memory.generator.wording.emptiness import is_bare
from uagent_memory.generator.wording.phrasing import (
    Doubt,
    doubt_of,
    holds_to_it,
    is_finding_it,
    is_refuting,
)
from uagent_memory.generator.wording.statements import Statement
from uagent_memory.messages import Author, Span

__all__ = ["doubted_statements"]

_USER = Author.USER


def doubted_statements(
    messages: Sequence[MessageAnalysis], statements: Iterable[Statement], limits: Limits
) -> frozenset[Span]:
    """What an agent claimed right before a user doubted it, once it has been answered.

    It is answered where a turn ends, or something else is found; an answer that begins by holding
    to it lets it stand. Outcomes of a turn in which files changed stand in any case.

    Args:
        messages: the whole history.
        statements: what people and agents say in it, in order.
        limits: a longer message than a short one goes on to other things than a doubt.
    """
    said: dict[int, list[Statement]] = {}
    for statement in statements:
        said.setdefault(statement.analysis.index, []).append(statement)
    talk = _Talk(messages, limits)
    for index, lines in said.items():
        author = messages[index].message.author
        if author is _USER:
            talk.heard(index, lines)
        elif author is Author.AGENT:
            talk.spoke(index, lines)
    return frozenset(talk.found)


class _Talk:
    """Who spoke last, and whether it was believed."""

    def __init__(self, messages: Sequence[MessageAnalysis], limits: Limits) -> None:
        self.found: set[Span] = set()
        """Claims that were doubted and answered."""
        self._messages = messages
        self._limits = limits
        self._heard = 0
        self._spoken: int | None = None
        self._said: Sequence[Statement] = ()
        self._doubt: Doubt | None = None
        self._claims: frozenset[Span] = frozenset()

    def heard(self, index: int, lines: Sequence[Statement]) -> None:
        """A user may doubt what an agent said last."""
        if self._spoken is not None:
            self._doubt = _doubt(self._messages[index], lines, self._limits)
            if self._doubt is not None:
                worked = any(map(_changes, self._messages[self._heard : self._spoken + 1]))
                self._claims = frozenset(_claims(self._said, worked=worked))
        self._heard = index

    def spoke(self, index: int, lines: Sequence[Statement]) -> None:
        """An agent may answer a doubt, now or once it has looked further."""
        doubt, acts = self._doubt, bool(self._messages[index].message.tool_calls)
        if doubt is not None and (
            not acts or any(_finds_otherwise(line.unit.text) for line in lines)
        ):
            self.found |= frozenset() if _holds(lines, doubt) else self._claims
            self._doubt = None
        self._spoken, self._said = index, lines


def _doubt(analysis: MessageAnalysis, lines: Sequence[Statement], limits: Limits) -> Doubt | None:
    if len(analysis.message.text) > limits.short_message:
        return None
    doubts = (doubt_of(line.unit.text) for line in lines[: limits.doubt_lines])
    return next(filter(None, doubts), None)


def _holds(answer: Sequence[Statement], doubt: Doubt) -> bool:
    first = next((line for line in answer if not is_bare(line.unit.text)), answer[0])
    return holds_to_it(answer[0].unit.text, doubt) or holds_to_it(first.unit.text, doubt)


def _finds_otherwise(text: str) -> bool:
    return is_refuting(text) or is_finding_it(text)


def _changes(analysis: MessageAnalysis) -> bool:
    return any(seen.change in EFFECTIVE for seen in analysis.observations)


def _claims(lines: Sequence[Statement], *, worked: bool) -> Iterable[Span]:
    """Outcomes are none where something was changed: they tell of that."""
    return (line.unit.span for line in lines if not (worked and line.unit.cue.meets(Cue.OUTCOME)))
