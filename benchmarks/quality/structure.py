"""Counts that must be 0: faults of a hand-off that no figure of quality would show."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from datetime import UTC
from typing import Any, NamedTuple

import regex

from benchmarks.quality.atoms import atoms
from benchmarks.quality.overlap import spaced
from benchmarks.quality.record import RawMessage
from benchmarks.quality.tokens import count
from uagent_memory.analyzer.observations.conversation.dates import absolute_dates
from uagent_memory.messages import Message, Span
from uagent_memory.segments import CompressedContext, Entry, SegmentName

__all__ = ["CHECKS", "Finding", "Subject", "same_bytes"]

REFERENCE = regex.compile(
    r"\(?(?:[\w-]+/)?\bm\d+(?:[.-]\d+)?(?:[,; –-]+(?:\.\.\. )?(?:[\w-]+/)?m\d+)*\)?"
)
MARK = regex.compile(
    r"\[SECRET:[^\]\n]*\]"
    r"|\[[^\]\n]*(?:\.\.\.|tokens|characters|lines|masked|redacted|more)[^\]\n]*\]",
    regex.I,
)
"""Gaps, counts of what was left out, and stand-ins for secrets."""
COUNTED = regex.compile(
    r"\b\d+(?:,\d{3})* (?:times|more|earlier|others?|lines|tokens|messages|files)\b"
)
REFUSED = regex.compile(r"tool use was rejected.*?\b[Tt]he user said:\s*(.*)", regex.DOTALL)
"""The words with which a user refused a call: they come as its result."""
FENCE = regex.compile(r"```\w*|`")
ISO_DATE = regex.compile(r"\d{4}-\d{2}-\d{2}")
TAIL = 6
"""Newest originals that follow the hand-off in the message output that is checked."""


class Subject(NamedTuple):
    """A hand-off with what it was made from."""

    handoff: CompressedContext
    messages: Sequence[Message]
    history: Sequence[RawMessage]
    budget: int


class Finding(NamedTuple):
    faults: int
    looked_at: int
    example: str = ""


def _over_budget(subject: Subject) -> Finding:
    tokens = count(subject.handoff.markdown)
    return Finding(int(tokens > subject.budget), 1, f"{tokens} tokens of {subject.budget}")


def _orphans(subject: Subject) -> Finding:
    """Calls without a result and results without a call, in both providers' messages."""
    found: list[str] = []
    looked_at = 0
    for made, answered in (
        _anthropic(subject.handoff.messages("anthropic", tail=TAIL)),
        _openai(subject.handoff.messages("openai", tail=TAIL)),
    ):
        found.extend(sorted(made ^ answered))
        looked_at += len(made | answered)
    return Finding(len(found), looked_at, ", ".join(found[:1]))


def _anthropic(messages: Iterable[Mapping[str, Any]]) -> tuple[set[str], set[str]]:
    parts = [part for m in messages if isinstance(m["content"], list) for part in m["content"]]
    made = {part["id"] for part in parts if part.get("type") == "tool_use"}
    return made, {part["tool_use_id"] for part in parts if part.get("type") == "tool_result"}


def _openai(messages: Sequence[Mapping[str, Any]]) -> tuple[set[str], set[str]]:
    made = {call["id"] for message in messages for call in message.get("tool_calls") or ()}
    return made, {m["tool_call_id"] for m in messages if m.get("role") == "tool"}


def _without_source(subject: Subject) -> Finding:
    entries = list(_entries(subject.handoff))
    bare = [entry.text for entry in entries if not entry.sources]
    return Finding(len(bare), len(entries), "".join(bare[:1]))


def _invented(subject: Subject) -> Finding:
    """Literals of entries that stand in none of the spans which the entry, or its parent, cites."""
    by_id = {message.id: message for message in subject.messages}
    names = {name for message in subject.messages for name in _names(message)}
    found: list[str] = []
    looked_at = 0
    for segment in subject.handoff.segments:
        for entry in segment.entries:
            for part in (entry, *entry.children):
                cited = dict.fromkeys((*part.sources, *entry.sources))
                literals = sorted(atoms(_undated(_bare(part.text), cited, by_id)))
                looked_at += len(literals)
                found.extend(_missing(literals, cited, by_id, names))
    return Finding(len(found), looked_at, ", ".join(found[:3]))


def _bare(text: str) -> str:
    """What the entry takes from its sources: without references, gap marks and counts."""
    for made_here in (REFERENCE, MARK, COUNTED):
        text = made_here.sub(" ", text)
    return text


def _names(message: Message) -> Iterator[str]:
    """Names that come with a message, outside its text."""
    yield from (name for name in (message.agent, message.to, message.tool_name) if name)
    yield from (call.name for call in message.tool_calls)


def _missing(
    literals: Iterable[str],
    cited: Iterable[Span],
    by_id: Mapping[str, Message],
    names: set[str],
) -> Iterator[str]:
    sources = [by_id[span.message_id].quote(span) for span in cited if span.message_id in by_id]
    known = "\n".join((*sources, *map(spaced, sources), *names))
    for literal in literals:
        pieces = [literal] if literal in known else regex.split(r"[:/@]+", literal)
        if not all(piece in known for piece in pieces):
            yield literal


def _undated(text: str, cited: Iterable[Span], by_id: Mapping[str, Message]) -> str:
    """The text without the ISO dates that relative expressions of its sources mean."""
    spans = [span for span in cited if span.message_id in by_id]
    return ISO_DATE.sub(lambda m: " " if _is_date(m[0], spans, by_id) else m[0], text)


def _is_date(literal: str, spans: Iterable[Span], by_id: Mapping[str, Message]) -> bool:
    """An ISO date that a relative expression at one of the spans means."""
    for span in spans:
        message = by_id[span.message_id]
        meant = absolute_dates(message.quote(span), message.timestamp)
        if any(found.iso == literal for found in meant) or _day(message) == literal:
            return True
    return False


def _day(message: Message) -> str:
    return message.timestamp.astimezone(UTC).date().isoformat() if message.timestamp else ""


def _out_of_order(subject: Subject) -> Finding:
    names = list(SegmentName)
    order = [names.index(segment.name) for segment in subject.handoff.segments]
    return Finding(int(order != sorted(set(order))), 1, ", ".join(map(str, order)))


def _not_the_users(subject: Subject) -> Finding:
    """Pieces of the segment of user messages that no user wrote, in a message or as a refusal."""
    said = _solid("\n".join(_users_words(subject.history)))
    found, looked_at = [], 0
    for segment in subject.handoff.segments:
        if segment.name is SegmentName.USER_MESSAGES:
            for entry in segment.entries:
                for piece in MARK.split(entry.text if entry.kind.endswith("user_message") else ""):
                    looked_at += 1
                    if _solid(piece) not in said:
                        found.append(spaced(piece))
    return Finding(len(found), looked_at, "".join(found[:1])[:80])


def _users_words(history: Iterable[RawMessage]) -> Iterator[str]:
    for message in history:
        text = message.get("content") or ""
        if message["role"] == "user":
            yield text
        elif message["role"] == "tool":
            yield from REFUSED.findall(text)


def _solid(text: str) -> str:
    """Without white space and code fences, which an excerpt lays out anew."""
    return "".join(FENCE.sub("", text).split())


def _entries(handoff: CompressedContext) -> Iterator[Entry]:
    for segment in handoff.segments:
        for entry in segment.entries:
            yield entry
            yield from entry.children


CHECKS: Mapping[str, Callable[[Subject], Finding]] = {
    "over budget": _over_budget,
    "orphan calls or results": _orphans,
    "entries without a source": _without_source,
    "invented literals": _invented,
    "segments out of order": _out_of_order,
    "user text no user wrote": _not_the_users,
}


def same_bytes(first: CompressedContext, second: CompressedContext) -> Finding:
    """Equal inputs, made twice from nothing, must give equal bytes."""
    return Finding(int(first.model_dump_json() != second.model_dump_json()), 1)
