"""What agents proposed and a user declined right after: told as declined, not as what holds."""

from __future__ import annotations

from collections.abc import Iterable

from uagent_memory.analyzer.observations.tasks.line_form import is_question
from uagent_memory.analyzer.terms import content_words, terms_of
from uagent_memory.analyzer.types import Cue
from uagent_memory.generator.wording.phrase_index import lists_in
from uagent_memory.generator.wording.phrasing import openings_of
from uagent_memory.generator.wording.statements import Statement
from uagent_memory.messages import Author, Span

__all__ = ["declined_proposals"]

_USER, _AGENT = Author.USER, Author.AGENT

_LEARNT = Cue.FINDING | Cue.CAUSE | Cue.OUTCOME


def declined_proposals(statements: Iterable[Statement], first: int) -> frozenset[Span]:
    """Proposals of the message before a user's "No, not ...": asked, or of the same words.

    Args:
        statements: in order.
        first: sentences of a user's message among which a proposal is declined.
    """
    declined: set[Span] = set()
    said: list[Statement] = []
    heard: list[Statement] = []
    for statement in statements:
        author = statement.analysis.message.author
        if author is _USER:
            heard = _with(heard, statement)
            text = statement.unit.text
            found = openings_of(text)
            if len(heard) <= first and ("declining" in found or _is_bare(text, found)):
                declined.update(_meant(said, text, flatly="flatly" in found))
        elif author is _AGENT:
            said = _with(said, statement)
    return frozenset(declined)


def _with(known: list[Statement], statement: Statement) -> list[Statement]:
    """The statements of its message so far, and this one."""
    if known and known[-1].analysis.index == statement.analysis.index:
        known.append(statement)
        return known
    return [statement]


def _is_bare(text: str, found: frozenset[str]) -> bool:
    """All it says is "no", or one word besides."""
    return "flatly" in found and len(content_words(text)) <= 1


def _meant(said: Iterable[Statement], refusal: str, *, flatly: bool) -> Iterable[Span]:
    wanted = {*terms_of(refusal), *content_words(refusal)}
    for statement in said:
        text = statement.unit.text
        proposes = "proposing" in lists_in(text) and not statement.unit.cue.meets(_LEARNT)
        asks = flatly and is_question(text)
        if proposes and (asks or not wanted.isdisjoint((*terms_of(text), *content_words(text)))):
            yield statement.unit.span
