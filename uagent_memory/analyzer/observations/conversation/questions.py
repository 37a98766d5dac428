"""Questions that wait for an answer: an agent's to the user, the user's to an agent."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence
from functools import cache

from uagent_memory.analyzer.observations.conversation.people import is_ask
from uagent_memory.analyzer.observations.conversation.prose import Line, Prose, key_of
from uagent_memory.analyzer.observations.tables import either, table
from uagent_memory.analyzer.types import UnitKind
from uagent_memory.facts import Change, FactKind, QuestionValue
from uagent_memory.holding import holds_any
from uagent_memory.ledger import Observation
from uagent_memory.messages import Author

__all__ = [
    "answers_before_courtesy",
    "is_closing_courtesy",
    "observe_questions",
    "to_user",
]


def observe_questions(prose: Prose) -> Iterator[Observation]:
    author = prose.message.author
    lines: Iterable[Line]
    if author is Author.AGENT:
        lines = to_user(prose)
    elif author is Author.USER:
        lines = _by_user(prose)
    else:
        return
    for line in lines:
        value = QuestionValue(text=line.text)
        yield prose.seen(FactKind.QUESTION, value, Change.ASKED, line.span, key=key_of(line.text))


def to_user(prose: Prose) -> Sequence[Line]:
    """Only a turn that ends waits; what an agent asks while it works, it asks itself."""
    return () if prose.acts else prose.once(_to_user)


def _to_user(prose: Prose) -> Sequence[Line]:
    lines = [line for line in prose.lines if _fits(line)]
    return [
        line
        for number, line in enumerate(lines, 1 - len(lines))
        if _waits(line, number) and not (line.unit.kind is UnitKind.HEADING or _is_polite(line))
    ]


def _waits(line: Line, number: int) -> bool:
    """It wants an answer; `number` is 0 of the last line, and -1 of the line before."""
    if line.asks:
        return number == 0 or line.has("questions.to_user", "questions.request")
    is_last = number > -table("questions")["last_lines"]
    return is_last and line.opened_by("questions.request") is not None


def _is_polite(line: Line) -> bool:
    """It waits for nothing: "If you need anything else, let me know"."""
    if line.has("questions.polite") or _closing(whole=False).search(line.text) is not None:
        return True
    folded = line.text.casefold()
    signs = table("questions")["polite_signs"]
    return holds_any(folded, signs) and _polite().search(folded) is not None


def is_closing_courtesy(text: str) -> bool:
    """Nothing but the words with which a turn of service ends: "Anything else I can do?"."""
    is_short = len(text) <= table("questions")["longest_courtesy"]
    return is_short and _closing(whole=True).match(text) is not None


def answers_before_courtesy(text: str) -> bool:
    """It tells something, and ends with such words: "It is open until nine, anything else?"."""
    closing = _closing(whole=False).search(text)
    return closing is not None and closing.start() > 0


@cache
def _closing(*, whole: bool) -> re.Pattern[str]:
    """All of a text, or its last clause."""
    begin = r"[\W_]*" if whole else r"(?:^|[,，;；.。!！?？])\s*"
    words = "|".join(table("questions")["closing_patterns"])
    return re.compile(rf"{begin}(?:{words})[\W_]*$", re.IGNORECASE)


@cache
def _polite() -> re.Pattern[str]:
    return either(table("questions")["polite_patterns"])


def _by_user(prose: Prose) -> Iterator[Line]:
    """In a message so long that most of it is a pasted text, only what is put to the reader."""
    long_enough = table("questions")["shortest_spoken"]
    pasted = len(prose.message.text) > table("questions")["longest_typed"]
    for line in prose.lines:
        if pasted and not line.has("questions.to_user"):
            continue
        talk = prose.spoken or line.has("questions.rhetorical")
        if talk and len(line.text) < long_enough:
            continue
        is_said = any(map(str.isalpha, line.text))
        if line.asks and is_said and _fits(line) and not is_ask(line):
            yield line


def _fits(line: Line) -> bool:
    longest: int = table("questions")["longest"]
    return len(line.text) <= longest
