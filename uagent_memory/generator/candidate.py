"""Candidates: everything a segment could say, with what it costs and what it covers."""

from __future__ import annotations

from collections.abc import Mapping
from enum import IntEnum
from types import MappingProxyType
from typing import Literal, NamedTuple, TypeAlias

from uagent_memory.entry_kind import EntryKind
from uagent_memory.fact_name import FactName
from uagent_memory.facts import FactKind
from uagent_memory.messages import Span
from uagent_memory.segments import SegmentName

__all__ = ["ACT", "HEAD_SHARE", "Candidate", "JoinStyle", "Keep"]

JoinStyle: TypeAlias = Literal["prose", "code", "list", "names"]

ACT = "\0act:"
"""Before the key of a call that changed something, as a target: that somebody is told of it."""
HEAD_SHARE = 2 / 3
"""Of what is shown of a message that is cut to its head and tail the head takes so much."""
_EVIDENCE = frozenset({EntryKind.QUOTE, EntryKind.RECORD})
_NO_TARGETS: Mapping[str, float] = MappingProxyType({})


class Keep(IntEnum):
    """How hard a candidate must be kept; lower ranks are degraded last."""

    CALLER = 0  # the caller's `keep`
    CONSTRAINT = 1
    LATEST_USER_MESSAGE = 2
    OPEN_ERROR = 3
    OPEN_TASK = 4
    OPEN_CALL = 5
    CHANGED_FILE = 6
    LAST_WORD = 7  # of a history in which nothing else must be kept
    RECEIVER = 8  # the receiver's must-get kinds: first choice, not a hard gate
    OPTIONAL = 9

    @property
    def is_must(self) -> bool:
        return self < _FIRST_CHOICE


_FIRST_CHOICE = int(Keep.RECEIVER)


class Candidate(NamedTuple):
    """One possible entry of a segment, or a part of one; each is itself and equal to no other.

    `text` is a whole unit or a ledger line. A candidate with `parent` is a sub-line of that
    candidate's entry and brings it along when chosen. Chosen candidates that share a non-empty
    `joins` key (and parent) become one entry, in `order`.
    """

    id: int
    segment: SegmentName
    text: str
    sources: tuple[Span, ...]
    order: tuple[int, ...]
    kind: EntryKind
    fact: str = ""
    fact_kind: FactKind | None = None
    also: tuple[FactName, ...] = ()
    """Further facts that its text says."""
    keep: Keep = Keep.OPTIONAL
    value: float = 0.0
    """Worth by itself, in units of expected need."""
    targets: Mapping[str, float] = _NO_TARGETS
    """What it covers: term -> worth of covering it once."""
    named_only: bool = False
    """It names its terms away from where they stood: no evidence that a reader could quote."""
    in_latest: bool = False
    """Said in the latest user message too: needed only where that is not shown whole."""
    told_user: bool = False
    """An agent says it to somebody whom it serves: where room is scarce it counts like evidence."""
    is_policy: bool = False
    """A rule that no user set: all of them together have a share of their own."""
    parent: int | None = None
    alone: bool = True
    """Whether it says anything without a child; a mere heading does not."""
    joins: str = ""
    style: JoinStyle = "prose"
    added: int = 0
    """Lines that a small change put into its file: its children show some."""
    unshown: str = ""
    """Says with `{count}` how many of them are not shown, where some are."""
    lead: str = ""
    """Words a joined list begins with."""
    speaker: str = ""
    """Who said it, where several people talk; no part of the text."""
    short: str | None = None
    """The degraded form of a must-keep candidate; "" leaves a reference only; None: as it is."""
    short_sources: tuple[Span, ...] = ()
    head_share: float = HEAD_SHARE
    """Of the room of head and tail, where a long message is cut to these."""
    frame: tuple[int, int] | None = None
    """Of a long message, from where to where it frames a task that stands before or behind it."""

    def __eq__(self, other: object) -> bool:
        return self is other

    def __ne__(self, other: object) -> bool:
        return self is not other

    def __hash__(self) -> int:
        return id(self)

    @property
    def is_evidence(self) -> bool:
        """A quoted line or record, or the heading that says what printed it."""
        return (self.kind in _EVIDENCE and not self.fact) or not self.alone

    @property
    def says(self) -> tuple[FactName, ...]:
        """Every fact that its text says; evidence beside a fact's line says none."""
        if self.fact_kind is None or self.kind is EntryKind.QUOTE:
            return self.also
        return (FactName(self.fact_kind, self.fact), *self.also)
