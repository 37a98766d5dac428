"""The answer with which a team's work ends, and the candidates that it leaves out."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from functools import cache

from uagent_memory.analyzer.lexicon import any_of
from uagent_memory.analyzer.observations.failures.crashes import crash_of
from uagent_memory.analyzer.shapes import answer_lines
from uagent_memory.analyzer.types import UnitKind
from uagent_memory.generator.wording.phrase_index import phrase_list
from uagent_memory.generator.wording.statements import Statement
from uagent_memory.messages import Author, Message, Span

__all__ = ["follows_crash", "gives_final_answer", "overruled_candidates"]

_AGENT = Author.AGENT

_EDGES = "*_`\"'“”‘’.。 "
_LEAST_LISTED = 3
"""Candidates that make an enumeration."""
_LONGEST_ITEM = 60
"""Characters of what is one of several candidates."""


def gives_final_answer(message: Message | None, text: str) -> bool:
    """An agent gives its answer: "FINAL ANSWER: 12"."""
    by_agent = message is not None and message.author is _AGENT
    return by_agent and bool(answer_lines(text, 0, len(text)))


def follows_crash(message: Message | None, at: Span) -> bool:
    """It was printed after the run had broken off."""
    crash = crash_of(message) if message is not None else None
    return crash is not None and crash.start < at.start


def overruled_candidates(statements: Sequence[Statement]) -> frozenset[Span]:
    """Where agents list candidates of which the final answer leaves some out.

    With what stands in the same field of a form.
    """
    final = next((one for one in reversed(statements) if _is_final(one)), None)
    if final is None:
        return frozenset()
    chosen = _items(re.split("[:：]", final.unit.text, maxsplit=1)[-1])
    earlier = [s for s in statements if s.analysis.index < final.analysis.index]
    listing = [s.unit for s in earlier if _is_agents(s) and _lists_more(s.unit.text, chosen)]
    spans = {unit.span for unit in listing}
    forms = {unit.lead_span for unit in listing if unit.kind is UnitKind.FIELD}
    fields = (s.unit for s in earlier if s.unit.kind is UnitKind.FIELD)
    return frozenset(spans | {unit.span for unit in fields if unit.lead_span in forms})


def _is_final(statement: Statement) -> bool:
    return gives_final_answer(statement.analysis.message, statement.unit.text)


def _is_agents(statement: Statement) -> bool:
    return statement.analysis.message.author is _AGENT


def _lists_more(text: str, chosen: Sequence[str]) -> bool:
    """All that was chosen stands in one enumeration, beside others."""
    if not chosen or any(item not in text for item in chosen):
        return False
    parts = _items(text)
    places = [place for item in chosen for place in _places(parts, item)]
    if len(places) < len(chosen):
        return False
    first, last = min(places), max(places)
    others = [part for part in parts[first:] if not any(item in part for item in chosen)]
    inside = [part for part in parts[first:last] if part in others]
    behind = others if parts[last].endswith(chosen[-1]) else inside
    listed = [part for part in behind if _looks_like(part, chosen[0])]
    return bool(listed) and len(chosen) + len(listed) >= _LEAST_LISTED


def _places(parts: Sequence[str], item: str) -> Iterator[int]:
    """Where an item stands by itself; the first part may lead in to it."""
    found = (place for place, part in enumerate(parts) if part == item or part.endswith(item))
    yield from list(found)[:1]


def _looks_like(part: str, item: str) -> bool:
    """A name beside a name, a number beside a number."""
    return len(part) <= _LONGEST_ITEM and _kind(part) == _kind(item)


def _kind(text: str) -> str:
    first = text[0]
    return "figure" if first.isdigit() else "name" if first.isupper() else "word"


def _items(text: str) -> list[str]:
    parts = (part.strip(_EDGES) for part in _between().split(text))
    return [part for part in parts if part]


@cache
def _between() -> re.Pattern[str]:
    lists, alone = phrase_list("enumerating"), phrase_list("enumerating_alone")
    behind, en, zh = any_of((*lists["en"], *lists["zh"])), any_of(alone["en"]), any_of(alone["zh"])
    return re.compile(rf"\s*(?:[,;，；、]\s*(?:{behind})?|\s(?:{en})\s|{zh})\s*")
