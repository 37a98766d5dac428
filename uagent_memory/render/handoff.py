"""The whole hand-off as Markdown, and exact token totals before it is rendered.

The metadata block states figures that depend on its own size (tokens, ratio). They are the least
fixed point: figures are put in, the text is counted, the count is put in, until it stays. For
`o200k_base` the printed numbers only ever grow wider with the count, so this settles in two or
three rounds; for a counter with which it never would, the largest count of the cycle is printed.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, replace
from typing import NamedTuple

from uagent_memory.render.entries import render_segment
from uagent_memory.render.marks import (
    COMPACTION_TITLE,
    END_MARK,
    HANDOFF_TITLE,
    MESSAGES_HEADING,
    METADATA_HEADING,
    NOTHING_SAID,
    NOTICE,
    REFERENCE_ONLY,
    heading_line,
)
from uagent_memory.render.quote import fence, inline_text
from uagent_memory.segments import Segment, SegmentName
from uagent_memory.tokens import TokenCounter

__all__ = [
    "Body",
    "Figures",
    "Frame",
    "Meter",
    "Rendering",
    "finalise",
    "render_handoff",
    "render_whole",
]

_UNNAMED = "unnamed"
_MOST_ROUNDS = 16


@dataclass(frozen=True, slots=True)
class Frame:
    """What surrounds the segments."""

    sender: str
    """The role whose context was compressed."""
    receiver: str
    """The role that will read the result; the sender itself for a self-compaction."""
    budget: int
    """Tokens."""
    original_length: int
    """Characters."""
    original_tokens: int
    quality: float
    """`QualityReport.quality_score`."""
    contract: str = ""
    """The receiver's contract, quoted word for word; "" if it has none."""
    offers_recall: bool = True
    """Whether the receiver is told of the recall tool."""
    passes_on: bool = False
    """Whether it cites other logs, too: then it says whose the short references are."""
    log: str | None = None
    """Name of the log whose message ids are written short; None: the sender's."""

    @property
    def home(self) -> str:
        return self.sender if self.log is None else self.log


class Figures(NamedTuple):
    """What is known only when the segments are chosen."""

    tokens: int
    """Of the whole rendering."""
    compressed_length: int
    """Characters of the eight segments' text: it does not depend on itself."""


class Rendering(NamedTuple):
    """A finished hand-off. `tokens` is the count of `text` itself."""

    text: str
    tokens: int
    compressed_length: int
    ratio: float
    """tokens / original tokens."""


class Body(NamedTuple):
    """The chosen entries in sums."""

    names: frozenset[SegmentName]
    """Segments that have an entry."""
    tokens: int
    """Sum over the entries' lines."""
    characters: int
    """Sum over the entries' lines."""


EMPTY_BODY = Body(frozenset(), 0, 0)


def render_handoff(segments: Iterable[Segment], frame: Frame, figures: Figures) -> str:
    """Title, notice, contract, the segments in their order, metadata, end mark."""
    return f"{_head(frame)}{_segments(segments, frame)}{_tail(frame, figures)}"


def render_whole(lines: Iterable[str], frame: Frame, *, senders: Sequence[str] = ()) -> str:
    """Title, notice, contract, the messages one per line or that they say nothing, end mark.

    Each message says its own id. Of a hand-off among them, from one of `senders`, the notice says
    whose messages its references name.
    """
    body = "".join(f"{line}\n" for line in lines)
    body = f"## {MESSAGES_HEADING}\n{body}" if body else f"{NOTHING_SAID}\n"
    return f"{_head(replace(frame, passes_on=False), senders)}{body}{END_MARK}\n"


def finalise(segments: Iterable[Segment], frame: Frame, *, counter: TokenCounter) -> Rendering:
    """Render with figures that are true of the result."""
    head, body = _head(frame), _segments(segments, frame)
    length = len(body)

    def text(tokens: int) -> str:
        return f"{head}{body}{_tail(frame, Figures(tokens, length))}"

    settled = text(_settle(lambda tokens: counter.count(text(tokens))))
    tokens = counter.count(settled)
    return Rendering(settled, tokens, length, _ratio(tokens, frame))


class Meter:
    """Totals of a hand-off from the sums of its pieces, equal to what `finalise` will count.

    Exact for counters that add up over lines (see `render.entries`), as `o200k_base` does; for
    others an estimate.
    """

    def __init__(self, frame: Frame, *, counter: TokenCounter) -> None:
        self._frame = frame
        self._counter = counter
        self._head = counter.count(_head(frame))
        lines = [heading_line(name) for name in SegmentName]
        costs = zip(SegmentName, lines, counter.count_many(lines), strict=True)
        self._headings = {name: (tokens, len(line)) for name, line, tokens in costs}

    def total(self, body: Body = EMPTY_BODY, *, budget: int | None = None) -> int:
        """Tokens of the whole rendering; of the bare frame without a body.

        Args:
            body: the chosen entries.
            budget: the budget to print instead of the frame's.
        """
        frame = self._frame if budget is None else replace(self._frame, budget=budget)
        headings = [self._headings[name] for name in sorted(body.names)]
        fixed = self._head + body.tokens + sum(tokens for tokens, _ in headings)
        length = body.characters + sum(characters for _, characters in headings)
        return _settle(
            lambda tokens: fixed + self._counter.count(_tail(frame, Figures(tokens, length)))
        )

    def minimum_budget(self, body: Body) -> int:
        """The least budget that holds the body: the budget itself is printed, too."""
        return _settle(lambda budget: self.total(body, budget=budget))


def _settle(step: Callable[[int], int]) -> int:
    """The least fixed point of `step` from 0 up, or the largest value of the cycle it ends in."""
    seen = [0]
    for _ in range(_MOST_ROUNDS):
        following = step(seen[-1])
        if following in seen:
            return max(seen[seen.index(following) :])
        seen.append(following)
    return max(seen)


def _head(frame: Frame, senders: Sequence[str] = ()) -> str:
    sender, receiver = _name(frame.sender), _name(frame.receiver)
    if frame.sender == frame.receiver:
        title = f"# {COMPACTION_TITLE} {sender}\n"
    else:
        title = f"# {HANDOFF_TITLE} {sender} → {receiver}\n"
    notice = NOTICE if frame.offers_recall else REFERENCE_ONLY
    if frame.passes_on:
        notice += f" mN alone is {_name(frame.home)}/mN."
    for name in map(_name, senders):
        notice += f" In the hand-off of {name} mN is {name}/mN."
    return f"{title}{notice}\n{_contract(frame)}"


def _contract(frame: Frame) -> str:
    words = frame.contract.strip()
    if not words:
        return ""
    lead = f"Contract of {_name(frame.receiver)}:"
    return f"{lead}\n{fence(words)}" if "\n" in words else f"{lead} {inline_text(words)}\n"


def _name(role: str) -> str:
    return inline_text(role) or _UNNAMED


def _segments(segments: Iterable[Segment], frame: Frame) -> str:
    order = {name: position for position, name in enumerate(SegmentName)}
    ordered: Sequence[Segment] = sorted(segments, key=lambda segment: order[segment.name])
    return "".join(render_segment(segment, log=frame.home) for segment in ordered)


def _tail(frame: Frame, figures: Figures) -> str:
    return (
        f"## {METADATA_HEADING}\n"
        f"- Original length: {frame.original_length} chars\n"
        f"- Compressed length: {figures.compressed_length} chars\n"
        f"- Compression ratio: {_ratio(figures.tokens, frame):.2f}\n"
        f"- Quality score: {frame.quality:.2f}\n"
        f"- Role: {_name(frame.sender)}\n"
        f"- Tokens: {figures.tokens:,} of {frame.budget:,}\n"
        f"{END_MARK}\n"
    )


def _ratio(tokens: int, frame: Frame) -> float:
    return tokens / frame.original_tokens if frame.original_tokens else 1.0
