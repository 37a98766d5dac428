"""What stands before a short answer: what it is about, or the question."""

from __future__ import annotations

from typing import NamedTuple

from uagent_memory.analyzer.terms import content_words
from uagent_memory.generator.compressors.base import one_line
from uagent_memory.generator.statements import Statement
from uagent_memory.generator.view import GeneratorView
from uagent_memory.messages import Author, Span

__all__ = ["AnswerLead", "leads_of_answer"]


class AnswerLead(NamedTuple):
    text: str
    sources: tuple[Span, ...]


def leads_of_answer(view: GeneratorView, statement: Statement) -> AnswerLead | None:
    """The name of what is meant where the answer says all else; or else the question itself."""
    message, unit = statement.analysis.message, statement.unit
    if message.author is not Author.AGENT or not message.text.strip().startswith(unit.text):
        return None
    said = len(message.text.strip())
    if said > view.settings.subjects.answer:
        return None
    question = view.answers.get(message.id)
    most = view.settings.limits.short_answer
    if question is not None and max(said, question.end - question.start) > most:
        question = None
    asked = one_line(view.quote(question)) if question else ""
    named = view.subjects.names_one(unit.text)
    name = None if named else view.subjects.of(statement.analysis.index)
    if question is not None and not (name or named):
        return AnswerLead(f"{asked} ", (question,))
    if question is not None and not _says_what(unit.text, asked):
        if view.subjects.names_one(asked) or name is None:
            return AnswerLead(f"{asked} ", (question,))
        return AnswerLead(f"{view.quote(name)}: {asked} ", (name, question))
    return None if name is None else AnswerLead(f"{view.quote(name)}: ", (name,))


def _says_what(answer: str, asked: str) -> bool:
    """It takes up a word of the question."""
    return not set(content_words(answer)).isdisjoint(content_words(asked))
