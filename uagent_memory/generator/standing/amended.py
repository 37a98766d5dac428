"""What users changed later: an earlier rule or ask is then told with that word beside it."""

from __future__ import annotations

import re
from collections.abc import Iterator
from functools import cache, cached_property
from pathlib import Path
from typing import Any, NamedTuple

from uagent_memory.analyzer.observations.tables import either
from uagent_memory.analyzer.terms import content_words
from uagent_memory.config import read_toml
from uagent_memory.generator.view import GeneratorView
from uagent_memory.holding import holds_any
from uagent_memory.ledger import Fact
from uagent_memory.messages import Author, Span

__all__ = ["Amendments"]

_DATA = Path(__file__).with_name("amending.toml")
_NUMBER = re.compile(r"\d+(?:[.,]\d+)* ?(?:[万千百亿%]|[kKmM]\b)?")


class _Amendment(NamedTuple):
    place: int
    span: Span
    about: frozenset[str]
    old: frozenset[str]

    def means(self, text: str) -> bool:
        """Whether a rule is about the same, or holds what was given up."""
        if self.old and self.old & _numbers(text):
            return True
        shared = len(self.about.intersection(content_words(text)))
        least: float = _table()["shared"]
        return shared >= max(1.0, least * len(self.about))


class Amendments:
    """Of one history."""

    def __init__(self, view: GeneratorView) -> None:
        self._view = view

    def of(self, fact: Fact, text: str) -> Span | None:
        """The newest words with which a user changed what an older rule or ask says."""
        last = self._view.index_of(fact.last.span)
        later = (one for one in reversed(self._found) if one.place > last)
        return next((one.span for one in later if one.means(text)), None)

    @cached_property
    def _found(self) -> tuple[_Amendment, ...]:
        return tuple(self._amendments())

    def _amendments(self) -> Iterator[_Amendment]:
        for statement in self._view.statements:
            message, unit = statement.analysis.message, statement.unit
            if message.author is not Author.USER or self._view.is_talk:
                continue
            folded = unit.text.casefold()
            if not holds_any(folded, _table()["needles"]):
                continue
            for match in _patterns().finditer(unit.text):
                groups = {key: text for key, text in match.groupdict().items() if text}
                about = " ".join(text for key, text in groups.items() if key.startswith("about"))
                old = " ".join(text for key, text in groups.items() if key.startswith("old"))
                yield _Amendment(
                    statement.analysis.index,
                    unit.span,
                    frozenset(content_words(f"{about} {old}")),
                    _numbers(old),
                )


def _numbers(text: str) -> frozenset[str]:
    least: int = _table()["shortest_number"]
    found = (number.group().replace(" ", "") for number in _NUMBER.finditer(text))
    return frozenset(number for number in found if len(number) >= least)


@cache
def _patterns() -> re.Pattern[str]:
    """All of them in one; a group's name carries the pattern's number."""
    named = (
        pattern.replace("(?P<about>", f"(?P<about{n}>").replace("(?P<old>", f"(?P<old{n}>")
        for n, pattern in enumerate(_table()["patterns"])
    )
    return either(named)


@cache
def _table() -> dict[str, Any]:
    return read_toml(_DATA)
