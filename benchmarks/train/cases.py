"""What there is to learn from: histories of recorded sessions, and the terms needed after each."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import islice

from benchmarks.quality.cases import COMPACTION, EARLIEST
from benchmarks.quality.needs import HORIZON, common_atoms
from benchmarks.quality.record import RawMessage, message_text
from benchmarks.quality.sessions import RecordedSession
from uagent_memory.analyzer.terms import terms_of

__all__ = ["TrainingCase", "training_cases"]

SHARES = (0.3, 0.45, 0.6, 0.75, 0.9)
"""Of the messages; each cut is moved on to where an agent speaks next."""
FEWEST_CHARACTERS = 6_000
FEWEST_NEEDS = 3

Terms = frozenset[str]


@dataclass(frozen=True, slots=True)
class TrainingCase:
    source: str
    session: str
    history: Sequence[RawMessage]
    needed: Terms
    """Terms (as the library finds them) that agents wrote next."""
    ignored: Terms
    """Commonplace in the source: neither needed nor not."""


def training_cases(sessions: Sequence[RecordedSession]) -> Iterator[TrainingCase]:
    """All cases of one source's sessions."""
    read = [[_terms(message) for message in session.messages] for session in sessions]
    ignored = common_atoms([Terms().union(*terms) for terms in read])
    for session, terms in zip(sessions, read, strict=True):
        for begin, end, resume in _places(session.messages):
            history = session.messages[begin:end]
            if sum(len(message_text(message)) for message in history) < FEWEST_CHARACTERS:
                continue
            needed = _written_next(session.messages, terms, resume) - ignored
            known = Terms().union(*terms[begin:end])
            if len(needed & known) >= FEWEST_NEEDS:
                yield TrainingCase(session.source, session.id, history, needed, ignored)


def _terms(message: RawMessage) -> Terms:
    return Terms(terms_of(message_text(message)))


def _written_next(messages: Sequence[RawMessage], terms: Sequence[Terms], start: int) -> Terms:
    """Of the next agent messages."""
    spoken = (
        found
        for message, found in zip(messages[start:], terms[start:], strict=True)
        if message["role"] == "assistant" and message_text(message).strip()
    )
    return Terms().union(*islice(spoken, HORIZON))


def _places(messages: Sequence[RawMessage]) -> Iterator[tuple[int, int, int]]:
    """(begin, end, where agents go on) of each history; the recorded compactions' included."""
    seen: set[int] = set()
    for share in SHARES:
        at = int(len(messages) * share)
        while at < len(messages) and messages[at]["role"] != "assistant":
            at += 1
        if EARLIEST <= at < len(messages) and at not in seen:
            seen.add(at)
            yield 0, at, at
    begin = 0
    for at, message in enumerate(messages):
        if message.get("agent") == COMPACTION:
            yield begin, at, at + 1
            begin = at
