"""Votes and their count, in the words of the document's metadata."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Literal, NamedTuple, TypeAlias

__all__ = ["Ballot", "Decision", "Vote", "counted"]

Decision: TypeAlias = Literal["YES", "NO"]


class Vote(NamedTuple):
    """One vote. A failed one is a NO."""

    decision: Decision
    parsed_ok: bool = True
    """False: the call failed, or its answer was none of the two."""
    reasoning: str = ""
    error_type: str | None = None
    """How a call failed, or "unparsed"; None for a vote that could be read."""
    judge: str = ""
    """Name of a rule path's judge; "" for the model's."""

    def as_metadata(self) -> dict[str, object]:
        named: dict[str, object] = {"judge": self.judge} if self.judge else {}
        return {
            **named,
            "decision": self.decision,
            "parsed_ok": self.parsed_ok,
            "reasoning_present": bool(self.reasoning),
            "error_type": self.error_type,
            "reasoning": self.reasoning,
        }


class Ballot(NamedTuple):
    """Votes in the order of their calls, as far as they were needed."""

    votes: tuple[Vote, ...]
    threshold: int
    quorum: int = 0
    """Votes that could be read without which nothing is decided."""

    @property
    def yes(self) -> int:
        return sum(vote.decision == "YES" for vote in self.votes)

    @property
    def no(self) -> int:
        return len(self.votes) - self.yes

    @property
    def valid(self) -> int:
        return sum(vote.parsed_ok for vote in self.votes)

    @property
    def is_decided(self) -> bool:
        return max(self.yes, self.no) >= self.threshold

    @property
    def passes(self) -> bool:
        """YES; without a majority it is NO."""
        return self.yes >= self.threshold and self.valid >= self.quorum

    def as_metadata(self) -> dict[str, object]:
        side: Decision = "YES" if self.passes else "NO"
        reasons = [v.reasoning for v in self.votes if v.decision == side and v.reasoning]
        return {
            "valid_votes": self.valid,
            "yes_votes": self.yes,
            "no_votes": self.no,
            "threshold": self.threshold,
            "reasoning": reasons[0] if reasons else "",
        }

    def listed(self) -> list[dict[str, object]]:
        return [vote.as_metadata() for vote in self.votes]


def counted(votes: Sequence[Vote], threshold: int, *, quorum: int = 0) -> Ballot:
    """The votes up to the one that decided."""
    for number in range(1, len(votes) + 1):
        ballot = Ballot(tuple(votes[:number]), threshold, quorum)
        if ballot.is_decided:
            return ballot
    return Ballot(tuple(votes), threshold, quorum)
