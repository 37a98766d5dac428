"""What the next agents go on to use, and which of it was last seen long ago."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence
from itertools import islice
from typing import NamedTuple

from benchmarks.quality.atoms import atoms
from benchmarks.quality.record import RawMessage, agent_text, history_text, message_text

__all__ = ["Needs", "atoms_of", "common_atoms", "needs_of"]

HORIZON = 20
"""Agent messages after the hand-off that show what was needed."""
NEAR = 0.8
"""Atoms last mentioned in this first share of the history (characters) are far."""
COMMONPLACE = 0.15
"""Atoms in more than this share of a source's sessions are nobody's need."""
FEWEST_SESSIONS = 8
"""With fewer sessions nothing is known to be commonplace."""


class Needs(NamedTuple):
    wanted: frozenset[str]
    far: frozenset[str]


def atoms_of(messages: Iterable[RawMessage]) -> frozenset[str]:
    return frozenset[str]().union(*(atoms(message_text(message)) for message in messages))


def common_atoms(sessions: Sequence[frozenset[str]]) -> frozenset[str]:
    """The commonplace atoms of a source, from the atoms of each of its sessions."""
    if len(sessions) < FEWEST_SESSIONS:
        return frozenset()
    seen = Counter(atom for session in sessions for atom in session)
    most = COMMONPLACE * len(sessions)
    return frozenset(atom for atom, times in seen.items() if times > most)


def needs_of(
    history: Sequence[RawMessage],
    future: Iterable[RawMessage],
    common: frozenset[str],
    *,
    known: frozenset[str],
) -> Needs:
    """The needs at a cut.

    Args:
        history: the messages before it.
        future: those after it.
        common: atoms that never count.
        known: the atoms of the history.
    """
    said = islice(filter(None, map(agent_text, future)), HORIZON)
    used = frozenset[str]().union(*map(atoms, said))
    wanted = (used & known) - common
    text = history_text(history)
    border = len(text) * NEAR
    return Needs(wanted, frozenset(atom for atom in wanted if text.rfind(atom) < border))
