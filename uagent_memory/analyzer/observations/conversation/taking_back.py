"""Taking back: "stop", "undo that, please", 算了，不用加了 close an ask and make no new one."""

from __future__ import annotations

import re
from collections.abc import Sequence
from functools import cache, lru_cache
from itertools import takewhile
from typing import NamedTuple

from uagent_memory.analyzer.lexicon import HAN
from uagent_memory.analyzer.observations.conversation.people import is_courtesy, is_order
from uagent_memory.analyzer.observations.conversation.phrases import phrases
from uagent_memory.analyzer.observations.conversation.prose import Line, Prose, key_of
from uagent_memory.analyzer.observations.conversation.text_marks import CALLS_OFF
from uagent_memory.analyzer.observations.tables import either, strings, table
from uagent_memory.facts import FactKind
from uagent_memory.holding import holds_any
from uagent_memory.ledger import Observation
from uagent_memory.messages import Author

__all__ = ["TakingBack", "takes_back", "without_taken_back"]

_USER = Author.USER

_CLAUSE = re.compile(r"[^,，;；:：—–]+(?=[,，;；:：—–])")
_RUN = re.compile(r"\w+")
_DROPPED = ("requests.cancel", "requests.undo")
_TOLD = (*_DROPPED, "requests.mistaken")
_MADE = frozenset((FactKind.REQUEST, FactKind.CONSTRAINT, FactKind.TASK))
"""What such a line is not besides."""


class TakingBack(NamedTuple):
    """The lines of a message that only take the last ask back."""

    lines: tuple[Line, ...]
    rest: tuple[Line, ...] = ()
    """What a user says instead of a comment that was not true."""
    is_mistake: bool = False
    """It takes such a comment back, and no work."""

    @property
    def line(self) -> Line:
        return self.lines[0]

    @property
    def undoes(self) -> bool:
        """It asks for what was done to be undone, so that "done" is no longer true."""
        return any(line.has("requests.undo") for line in self.lines)


def takes_back(prose: Prose) -> TakingBack | None:
    """The first lines of a short message, where all they say is "stop", "never mind", 算了."""
    if prose.message.author is not _USER or not _may_take_back(prose):
        return None
    cancelling = {line.span for line in prose.lines if _cancels(line)}
    if not cancelling:
        return None
    lines = [ln for ln in prose.lines if ln.span in cancelling or not is_courtesy(ln.text)]
    back = tuple(takewhile(_only_takes_back, lines))
    if not any(line.span in cancelling for line in back):
        return None
    if not any(line.has(*_DROPPED) or not line.has(*_TOLD) for line in back):
        rest = tuple(lines[len(back) :])
        turns = not rest or rest[0].begins_with("requests.turning") is not None
        return TakingBack(back, rest, is_mistake=True) if turns else None
    is_short = len(prose.message.text) <= table("requests")["short_message"]
    return TakingBack(back) if is_short or len(back) == len(lines) else None


def without_taken_back(
    back: TakingBack | None, found: Sequence[Observation]
) -> Sequence[Observation]:
    """What a message says, less the asks and rules that its taking back sounds like.

    To wait for an approval stays a rule.
    """
    if back is None:
        return found
    spans = {line.span for line in back.lines if not line.has("constraints.approval")}
    return [seen for seen in found if seen.kind not in _MADE or seen.span not in spans]


def _may_take_back(prose: Prose) -> bool:
    """A cheap look, which most messages do not pass."""
    return CALLS_OFF in prose.marks or prose.has(*_TOLD)


def _cancels(line: Line) -> bool:
    """It says "stop", and neither "don't stop" nor 别停."""
    told = line.all(*_TOLD)
    if any(not _negations().search(line.text[: phrase.start]) for phrase in told):
        return True
    folded = line.text.casefold()
    if not holds_any(folded, table("requests")["cancel_signs"]):
        return False
    key = key_of(line.text)
    return any(pattern.search(key) for pattern in _patterns())


def _only_takes_back(line: Line) -> bool:
    """All of it is known words; or its first clause is, and what follows asks for nothing."""
    if line.asks:
        return False
    clause = _CLAUSE.match(line.text)
    if clause is None or _is_only_known(key_of(line.text)):
        return _is_only_known(key_of(line.text))
    settles = line.begins_with("requests.cancel") is not None and not is_order(line)
    return settles and _is_only_known(key_of(clause[0])) and not line.has("requests.change")


@lru_cache(maxsize=4096)
def _is_only_known(key: str) -> bool:
    rest = key
    for pattern in _patterns():
        rest = pattern.sub(" ", rest)
    most: int = table("requests")["taking_back_rest"]
    if _least_left(rest) > most:
        return False
    rest = _known().sub(" ", rest)
    return sum(map(str.isalnum, rest)) + len(HAN.findall(rest)) <= most


def _least_left(text: str) -> int:
    """Letters and digits that are left of a text at least without all known words: the first look,
    which saves the dear pattern in most sessions."""
    whole, parts = _known_runs()
    others = (run for run in _RUN.findall(text) if run not in whole)
    return sum(char.isalnum() and char not in parts for run in others for char in run)


@cache
def _patterns() -> tuple[re.Pattern[str], ...]:
    """Each by itself, since each begins with what is quick to search for."""
    return tuple(map(re.compile, table("requests")["cancel_patterns"]))


@cache
def _negations() -> re.Pattern[str]:
    ends = (rf"{word}\s*\Z" for word in table("requests")["negations"])
    return either(ends, re.IGNORECASE)


@cache
def _known_words() -> Sequence[str]:
    """The words of taking back, the longest first: so "undo that" goes before "undo"."""
    sorts = ("cancel", "undo", "mistaken", "openers", "thanks")
    words = {word for sort in sorts for word in phrases("requests", sort)}
    return sorted(words | strings("requests", "taken"), key=lambda word: (-len(word), word))


@cache
def _known_runs() -> tuple[frozenset[str], frozenset[str]]:
    """The runs of letters in the English ones; all characters of the others."""
    words = _known_words()
    runs = {run for word in words if word.isascii() for run in _RUN.findall(word)}
    return frozenset(runs), frozenset("".join(word for word in words if not word.isascii()))


@cache
def _known() -> re.Pattern[str]:
    words = _known_words()
    whole = "|".join(re.escape(word) for word in words if word.isascii())
    others = "|".join(re.escape(word) for word in words if not word.isascii())
    return re.compile(rf"(?<!\w)(?:{whole})(?!\w)|{others}")
