"""Where a request is told: with what it points at, or by the rule that its message is."""

from __future__ import annotations

import re

from uagent_memory.analyzer.terms import content_words
from uagent_memory.analyzer.types import UnitKind
from uagent_memory.facts import FactKind
from uagent_memory.generator.phrase_index import lists_in
from uagent_memory.generator.statements import PROSE_KINDS
from uagent_memory.generator.view import GeneratorView
from uagent_memory.ledger import Fact
from uagent_memory.messages import Author, Span

__all__ = ["is_said_as_rule", "names_no_work", "whole_request"]

_CODE = re.compile(r"`[^`]+`")


def whole_request(view: GeneratorView, request: Span) -> Span:
    """The request with the sentences before it in its message; alone where it says what it wants.

    Args:
        view: of the history.
        request: where it stands.
    """
    analysis = view.by_id.get(request.message_id)
    if analysis is None or analysis.message.author is not Author.USER or request.part != "text":
        return request
    said = view.quote(request)
    limits = view.settings.limits
    if len(content_words(said)) > limits.pointing_words or "pointing" not in lists_in(said):
        return request
    before = [
        unit.span.start
        for unit in analysis.units
        if unit.kind in PROSE_KINDS and unit.span.part == "text"
        if 0 < request.start - unit.span.start <= limits.pointed_characters
    ]
    return request._replace(start=min(before, default=request.start))


def is_said_as_rule(view: GeneratorView, request: Fact) -> bool:
    """Its whole message is a rule, which stands word for word among the rules."""
    message = view.message_of(request.last.span)
    rules = view.analysis.ledger.of(FactKind.CONSTRAINT)
    return message is not None and any(
        rule.last.span.message_id == message.id
        and view.quote(rule.last.span).strip() == message.text.strip()
        for rule in rules
    )


def names_no_work(view: GeneratorView, request: Fact, words: str) -> bool:
    """Of a finished ask: a heading, a greeting, or code by itself."""
    if _CODE.fullmatch(words.strip()):
        return True
    if len(content_words(words)) < view.settings.limits.least_words:
        return True
    analysis = view.by_id.get(request.first.span.message_id)
    at = request.first.span
    units = analysis.units if analysis is not None else ()
    here = (u for u in units if u.span[:2] == at[:2] and u.span.start <= at.start < u.span.end)
    return any(unit.kind is UnitKind.HEADING for unit in here)
