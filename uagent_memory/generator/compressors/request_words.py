"""Where a request is told: with what it points at, or by the rule that its message is."""

from __future__ import annotations

import re

from uagent_memory.analyzer.terms import content_words
from uagent_memory.analyzer.types import UnitKind
from uagent_memory.facts import Change, FactKind, RequestValue, Status
from uagent_memory.generator.compressors.base import value_as
from uagent_memory.generator.view import GeneratorView
from uagent_memory.generator.wording.phrase_index import lists_in
from uagent_memory.generator.wording.statements import PROSE_KINDS
from uagent_memory.injections import command_arguments, command_name
from uagent_memory.ledger import Fact
from uagent_memory.messages import Author, Span

__all__ = [
    "asked_words",
    "is_changed_rule",
    "is_said_as_rule",
    "lifted_part",
    "lifting_of",
    "names_no_work",
]

_CODE = re.compile(r"`[^`]+`")
_OPENED = re.compile(r"(?<=[:：])\s*(?:\"{3}|'{3}|`{3})\s*\Z")
"""The quotation that begins behind a request."""


def _whole_request(view: GeneratorView, request: Span) -> Span:
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


def asked_words(view: GeneratorView, request: Fact, *, is_over: bool) -> tuple[str, Span]:
    """What a request asks, and where that or its end is told."""
    said, where = request.first.span, request.last.span
    words = value_as(request, RequestValue).text
    if (announced := _announced(view, said)) != said:
        words = view.quote(announced)
        where = announced if not is_over else where
    elif not is_over and (where := _whole_request(view, where)) != request.last.span:
        words = view.quote(where)
    if command := _command(view, said, words):
        return f"{view.quote(command)} {words}", command
    return _OPENED.sub("", words), where


def _command(view: GeneratorView, said: Span, words: str) -> Span | None:
    """The slash command after which somebody typed a word that says nothing by itself: a number."""
    message = view.message_of(said)
    if message is None or len(content_words(words)) >= view.settings.limits.least_words:
        return None
    typed, name = command_arguments(message.text), command_name(message.text)
    if typed is None or name is None or not typed[0] <= said.start < typed[1]:
        return None
    return Span(message.id, "text", *name)


def _announced(view: GeneratorView, request: Span) -> Span:
    """With the next sentence of its message, where the request only says that one comes."""
    analysis, limits = view.by_id.get(request.message_id), view.settings.limits
    said = view.quote(request)
    if analysis is None or len(said) > limits.announced_characters:
        return request
    if "another" not in lists_in(said):
        return request
    ends = (
        unit.span.end
        for unit in analysis.units
        if unit.kind in PROSE_KINDS and unit.span.part == request.part
        if request.end <= unit.span.start
    )
    end = next(ends, request.end)
    short = end - request.start <= limits.pointed_characters
    return request._replace(end=end) if short else request


def is_said_as_rule(view: GeneratorView, request: Fact) -> bool:
    """Its whole message is a rule, which stands word for word among the rules."""
    message = view.message_of(request.last.span)
    rules = view.analysis.ledger.of(FactKind.CONSTRAINT)
    return message is not None and any(
        rule.last.span.message_id == message.id
        and view.quote(rule.last.span).strip() == message.text.strip()
        for rule in rules
    )


def is_changed_rule(view: GeneratorView, request: Fact) -> bool:
    """It was changed later, and its words are a rule: what was changed is told there."""
    rule = view.analysis.ledger.get(FactKind.CONSTRAINT, request.key)
    return rule is not None and request.status is Status.SUPERSEDED


def lifting_of(view: GeneratorView, request: Fact) -> Span | None:
    """Where the rule was taken back that an ask lays down besides."""
    rule = view.analysis.ledger.get(FactKind.CONSTRAINT, request.key)
    return rule.last.span if rule is not None and rule.status is Status.LIFTED else None


def lifted_part(rule: Fact) -> Span | None:
    """Where one part of a rule was taken back whose other parts bind."""
    changed = (seen.span for seen in reversed(rule.history) if seen.change is Change.MODIFIED)
    return next(changed, None)


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
