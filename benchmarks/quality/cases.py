"""Where sessions are cut: at hand-off points of our choosing, and at recorded compactions."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from benchmarks.quality.needs import Needs, atoms_of, needs_of
from benchmarks.quality.record import RawMessage, message_text
from benchmarks.quality.sessions import RecordedSession
from benchmarks.quality.tokens import count, count_history

__all__ = ["Case", "cuts_of", "fitting", "recorded_of"]

SHARES = (0.4, 0.6, 0.8)
EARLIEST = 4
"""Messages that stand before a cut, at least."""
FEWEST_CHARACTERS = 12_000
FEWEST_NEEDS = 5
WORTH_IT = 0.6
"""A budget is measured where the history is at least 1 / 0.6 = 1.67 times as long."""
COMPACTION = "compaction"
"""The agent under whose name a tool's own summaries are recorded."""


@dataclass(frozen=True, slots=True)
class Case:
    """One history, what was needed after it, and the summary recorded there, if one was."""

    session: str
    source: str
    history: Sequence[RawMessage]
    needs: Needs
    tokens: int
    recorded: str | None = None

    @property
    def recorded_budget(self) -> int:
        return count(self.recorded or "")


def cuts_of(session: RecordedSession, common: frozenset[str]) -> Iterator[Case]:
    """A case for each cut."""
    for at in _cuts(session.messages):
        history = session.messages[:at]
        if sum(len(message_text(message)) for message in history) >= FEWEST_CHARACTERS:
            yield from _case(session, history, session.messages[at:], common)


def recorded_of(session: RecordedSession, common: frozenset[str]) -> Iterator[Case]:
    """A case for each recorded compaction: what came since the one before."""
    begin = 0
    for at, message in enumerate(session.messages):
        if message.get("agent") == COMPACTION:
            history, begin = session.messages[begin:at], at
            future = session.messages[at + 1 :]
            yield from _case(session, history, future, common, recorded=message["content"])


def fitting(budgets: Sequence[int], tokens: int) -> tuple[int, ...]:
    """The budgets at which a history of so many tokens is worth compressing."""
    return tuple(budget for budget in budgets if budget <= tokens * WORTH_IT)


def _cuts(messages: Sequence[RawMessage]) -> Iterator[int]:
    """At shares of the messages, moved on to where an agent speaks next; each place once."""
    seen: set[int] = set()
    for share in SHARES:
        at = int(len(messages) * share)
        while at < len(messages) and messages[at]["role"] != "assistant":
            at += 1
        if EARLIEST <= at < len(messages) and at not in seen:
            seen.add(at)
            yield at


def _case(
    session: RecordedSession,
    history: Sequence[RawMessage],
    future: Sequence[RawMessage],
    common: frozenset[str],
    *,
    recorded: str | None = None,
) -> Iterator[Case]:
    needs = needs_of(history, future, common, known=atoms_of(history))
    if len(needs.wanted) >= FEWEST_NEEDS:
        tokens = count_history(history)
        yield Case(session.id, session.source, history, needs, tokens, recorded)
