"""Asks that a call of a tool carries out, whatever is said of it: `return_items` and "return"."""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from functools import cache

from uagent_memory.analyzer.lexicon import any_of
from uagent_memory.analyzer.observations.tables import strings, table
from uagent_memory.facts import Change, CommandValue, FactKind, RequestValue, TaskValue
from uagent_memory.holding import holds_any
from uagent_memory.ledger import Observation

__all__ = ["ActBook", "acts_asked_for", "acts_by_tool", "first_word", "name_words", "ships"]

_NAME_WORDS = re.compile(r"[A-Z]?[a-z]+|[A-Z]+")
_TRIED = {Change.PASSED, Change.FAILED, Change.REFUSED}


class ActBook:
    """By what it does, the newest call of a tool that changes something."""

    def __init__(self) -> None:
        self._newest: dict[int, Observation] = {}
        self._works_on_files = False

    @property
    def serves(self) -> bool:
        """Tools changed something, and no files: somebody is served."""
        return bool(self._newest) and not self._works_on_files

    def did(self, acts: Iterable[Observation]) -> None:
        """What agents' calls did."""
        for act in acts:
            value = act.value
            self._works_on_files = self._works_on_files or act.kind is FactKind.FILE
            if act.kind is FactKind.COMMAND and isinstance(value, CommandValue):
                number = _kind_of(value) if act.change in _TRIED else None
                if number is not None:
                    self._newest[number] = act

    def carries(self, ask: Observation) -> bool:
        return self.carried(ask) is not None

    def carried(self, ask: Observation) -> Observation | None:
        """The ask or task as done, where calls since then have succeeded in all that it says."""
        done: list[Observation] = []
        text = ask.value.text if isinstance(ask.value, (RequestValue, TaskValue)) else ""
        for numbers in acts_asked_for(text) if self._newest else ():
            since = [self._newest[n] for n in numbers if n in self._newest]
            last = max(since, key=lambda act: act.order, default=None)
            if last is None or last.seq < ask.seq or last.change is not Change.PASSED:
                return None
            done.append(last)
        if not done:
            return None
        last = max(done, key=lambda act: act.order)
        place = last.span, last.seq, last.author, last.trust
        return Observation(ask.kind, ask.key, ask.value, Change.DONE, *place)


def first_word(tool: str) -> str:
    """The first word of a tool's name; "" of a name in other letters."""
    return name_words(tool)[0]


def name_words(tool: str) -> Sequence[str]:
    """The words of a tool's name, without its server's; "" of a name in other letters."""
    name = tool.rpartition("__")[2].rpartition(".")[2]
    return [word.casefold() for word in _NAME_WORDS.findall(name)] or [""]


def acts_by_tool(value: CommandValue) -> bool:
    """A call of a tool that changes something."""
    return _kind_of(value) is not None


def ships(value: CommandValue) -> bool:
    """A command by which work leaves the working tree."""
    return value.program in strings("acts", "shipping")


def _kind_of(value: CommandValue) -> int | None:
    """Which of the acts it is; None of a shell command and of a tool that only looks."""
    if value.program != value.tool:
        return None
    word, name = first_word(value.tool), value.tool
    for number, act in enumerate(table("acts")["act"]):
        if word in act["tools"] or (
            not name.isascii() and any(name.startswith(verb) for verb in act["tools"])
        ):
            return number
    return None


def acts_asked_for(text: str) -> list[frozenset[int]]:
    """The acts that each word of doing in an ask may mean."""
    found: dict[int, set[int]] = {}
    folded = text.casefold()
    for number, act in enumerate(table("acts")["act"]):
        if holds_any(folded, act["asked"]):
            for match in _asking(number).finditer(text):
                found.setdefault(match.start(), set()).add(number)
    return [frozenset(numbers) for numbers in found.values()]


@cache
def _asking(act: int) -> re.Pattern[str]:
    """The words of an ask for an act; of an English one all forms."""
    return _words(table("acts")["act"][act]["asked"])


def _words(asked: Iterable[str]) -> re.Pattern[str]:
    english = any_of(word for word in asked if word.isascii())
    chinese = any_of(word for word in asked if not word.isascii())
    return re.compile(rf"\b(?:{english})(?:{table('acts')['forms']})\b|{chinese}", re.IGNORECASE)
