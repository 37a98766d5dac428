"""Work that a sentence says is undone ("not written yet", 还没写), and what does it later."""

from __future__ import annotations

import re
from collections.abc import Iterator
from functools import cache, lru_cache
from typing import NamedTuple

from uagent_memory.analyzer.observations.conversation.prose import Line, Prose
from uagent_memory.analyzer.observations.conversation.ties import content_words, speaks_of
from uagent_memory.analyzer.observations.tables import either, table
from uagent_memory.facts import TextSpan
from uagent_memory.holding import holds_any

__all__ = ["Undone", "claims_undone", "says_undone", "undone_in", "with_what"]


class Undone(NamedTuple):
    """What is undone, and the forms of the verb that would do it."""

    words: frozenset[str]
    verbs: tuple[str, ...]

    def is_done_by(self, line: str) -> bool:
        """A line of a closing message speaks of the same thing with the same verb."""
        folded = line.casefold()
        if self.verbs and not any(verb in folded for verb in self.verbs):
            return False
        return speaks_of(content_words(line), self.words)


def says_undone(line: Line) -> bool:
    """It says of a piece of work that it is still to do, and does not merely suppose it."""
    if line.begins_with("tasks.supposing"):
        return False
    return line.has("tasks.still_open") or _found(line.text) is not None


def claims_undone(text: str) -> bool:
    """Some of its words say that work is still to do."""
    return _found(text) is not None


def undone_in(text: str) -> Undone:
    """What a sentence says is undone; all its words and no verb where it has no known form."""
    found = _found(text)
    if found is None:
        return Undone(content_words(text), ())
    number = found.lastindex or 0
    verb = found[number]
    rest = f"{text[: found.start()]} {text[found.end(number) :]}"
    return Undone(content_words(rest), _forms().get(verb, (verb,)))


def with_what(prose: Prose, number: int, longest: int) -> TextSpan | None:
    """A line, with the sentence before it where only that says what is undone ("还没修").

    None where nothing says it: a user's question, in another message.
    """
    line, text = prose.lines[number], prose.message.text
    above = prose.lines[number - 1] if number else None
    if not says_undone(line) or undone_in(line.text).words:
        return line.quoted
    if above is None:
        return None
    if above.asks:
        return line.quoted
    start, end = above.span.start, line.span.end
    apart = bool(text[above.span.end : line.span.start].strip(_BETWEEN))
    if apart or end - start > longest:
        return line.quoted
    return TextSpan(text[start:end], line.span._replace(start=start))


_BETWEEN = " \t"


@lru_cache(maxsize=1 << 12)
def _found(text: str) -> re.Match[str] | None:
    folded = text.casefold()
    if not holds_any(folded, table("tasks")["undone_signs"]):
        return None
    return _undone().search(folded)


@cache
def _undone() -> re.Pattern[str]:
    return either(_spelled())


def _spelled() -> Iterator[str]:
    work = table("tasks")["work"]
    past = "|".join(form for forms in work.values() for form in forms)
    chinese = "|".join(table("tasks")["work_zh"])
    for pattern in table("tasks")["undone_patterns"]:
        yield pattern.replace("DONE", past).replace("DO", "|".join(work)).replace("做", chinese)


@cache
def _forms() -> dict[str, tuple[str, ...]]:
    work = table("tasks")["work"]
    return {form: (verb, *past) for verb, past in work.items() for form in (verb, *past)}
