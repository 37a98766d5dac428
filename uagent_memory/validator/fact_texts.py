"""What a hand-off would have to say of a fact: the texts of its value that carry information."""

from __future__ import annotations

from collections.abc import Iterator

from uagent_memory.facts import (
    CommandValue,
    ConstraintValue,
    DecisionValue,
    ErrorValue,
    FileValue,
    HandoffValue,
    MentionValue,
    QuestionValue,
    RequestValue,
    StageValue,
    StatementValue,
    SymbolValue,
    TaskValue,
    TextSpan,
)
from uagent_memory.facts import TestValue as TestFigures
from uagent_memory.ledger import Fact

__all__ = ["fact_texts", "first_text"]


def fact_texts(fact: Fact) -> Iterator[str]:
    """The texts, empty ones left out."""
    return filter(None, _texts(fact))


def first_text(fact: Fact) -> str:
    """The first of them, "" where there is none; most facts are mentions, which have one."""
    value = fact.value
    return value.literal if isinstance(value, MentionValue) else next(fact_texts(fact), "")


def _texts(fact: Fact) -> Iterator[str]:
    match fact.value:
        case MentionValue(literal=text) | SymbolValue(name=text) | StageValue(stage=text):
            yield text
        case (
            RequestValue(text=text)
            | ConstraintValue(text=text)
            | StatementValue(text=text)
            | TaskValue(text=text)
        ):
            yield text
        case DecisionValue(text=text, reason=reason, rejected=rejected):
            yield text
            yield from _quoted(reason, *rejected)
        case QuestionValue(text=text, answer=answer):
            yield text
            yield from _quoted(answer)
        case FileValue(path=path, defined=defined, removed=removed):
            yield path
            yield from _quoted(*defined, *removed)
        case CommandValue(command=command, verdict=verdict):
            yield command.strip().partition("\n")[0]
            yield from _quoted(*verdict[:1])
        case ErrorValue(line=line, cause=cause, fix=fix):
            yield line
            yield from _quoted(cause, fix)
        case TestFigures(name=name, line=line, expected=expected, actual=actual):
            yield line or name
            yield from _quoted(expected, actual)
        case HandoffValue(what=text):
            yield text


def _quoted(*texts: TextSpan | None) -> Iterator[str]:
    return (text.text for text in texts if text is not None)
