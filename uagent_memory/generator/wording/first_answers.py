"""Where an agent's answer to a user's question says it."""

from __future__ import annotations

from collections.abc import Iterable, Mapping

from uagent_memory.analyzer.observations.conversation.thoughts import is_thought
from uagent_memory.generator.wording.emptiness import is_bare
from uagent_memory.generator.wording.phrasing import is_intention, is_lead_in
from uagent_memory.generator.wording.statements import Statement
from uagent_memory.messages import Author, Span

__all__ = ["first_answers"]

_AGENT = Author.AGENT


def first_answers(statements: Iterable[Statement], answers: Mapping[str, Span]) -> frozenset[Span]:
    """Of each answering message the first sentence that tells something.

    Args:
        statements: of the whole history, in order.
        answers: id of an answer's message -> the user's question.
    """
    first: dict[str, Span] = {}
    for statement in statements:
        message, unit = statement.analysis.message, statement.unit
        if message.author is _AGENT and message.id in answers and _tells(statement):
            first.setdefault(message.id, unit.span)
    return frozenset(first.values())


def _tells(statement: Statement) -> bool:
    text = statement.unit.text
    says_little = is_bare(text) or is_lead_in(text) or is_intention(text)
    return not (says_little or is_thought(statement.unit))
