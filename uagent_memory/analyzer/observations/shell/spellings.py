"""Where a name stands that a shell puts together: in a call, in an answer, in a listing."""

from __future__ import annotations

import re
from collections import deque
from typing import NamedTuple

from uagent_memory.analyzer.observations.tools.calls import Exchange
from uagent_memory.messages import Span

__all__ = ["Spelling", "Spellings"]

_REMEMBERED = 8
_SEARCHED = 20_000


class Spelling(NamedTuple):
    """An address of a name, and the exchange in which it is."""

    exchange: Exchange
    at: Span


class Spellings:
    """The newest exchanges of a log, to look names up in."""

    def __init__(self) -> None:
        self._recent: deque[Exchange] = deque(maxlen=_REMEMBERED)

    def read(self, exchange: Exchange) -> None:
        """Takes note of an exchange that has its answer."""
        self._recent.append(exchange)

    @property
    def now(self) -> Exchange | None:
        """The exchange that is being read."""
        return self._recent[-1] if self._recent else None

    @property
    def recent(self) -> tuple[Exchange, ...]:
        """The newest first."""
        return tuple(reversed(self._recent))

    def answer_to(self, command: str) -> Exchange | None:
        """The newest earlier exchange whose call is this command and nothing else."""
        for exchange in self.recent[1:]:
            if any(leaf.text.strip() == command.strip() for leaf in exchange.leaves):
                return exchange
        return None

    def find(self, name: str) -> Spelling | None:
        """Where a name stands as a whole; the newest place."""
        whole = re.compile(rf"(?<![\w./*$-]){re.escape(name)}(?![\w/*$-]|\.\w)")
        for exchange in self.recent:
            if found := whole.search(exchange.result, 0, _SEARCHED):
                return Spelling(exchange, exchange.heard(*found.span()).span)
            if found := whole.search(exchange.asked.part(exchange.part), 0, _SEARCHED):
                return Spelling(exchange, exchange.said(*found.span()).span)
        return None
