"""What single messages of people and agents say, whatever stands around them."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from typing import NamedTuple

from uagent_memory.analyzer.observations.conversation.constraints import leads_with_rule
from uagent_memory.analyzer.observations.conversation.farewells import farewell
from uagent_memory.analyzer.observations.conversation.prose import Prose
from uagent_memory.analyzer.observations.conversation.refusals import (
    as_typed,
    observe_result,
)
from uagent_memory.analyzer.observations.conversation.repeated import (
    first_alike,
    observed_again,
    said_again,
)
from uagent_memory.analyzer.observations.conversation.taking_back import (
    TakingBack,
    takes_back,
    without_taken_back,
)
from uagent_memory.analyzer.observations.observers import OBSERVERS
from uagent_memory.analyzer.observations.tasks.text_tasks import listed_tasks, overlap
from uagent_memory.analyzer.types import Unit
from uagent_memory.facts import FactKind
from uagent_memory.ledger import Observation
from uagent_memory.messages import Author, Message

__all__ = ["SILENT", "Reading", "read_message", "read_messages"]

_REQUEST, _CONSTRAINT = FactKind.REQUEST, FactKind.CONSTRAINT
_USER = Author.USER

_ASKED = frozenset((FactKind.REQUEST, FactKind.TASK))
SILENT = frozenset((Author.HARNESS, Author.TOOL))


class Reading(NamedTuple):
    """What one message says by itself; may be kept for as long as the message is the same."""

    prose: Prose
    observations: tuple[Observation, ...]
    back: TakingBack | None = None
    """How a user's message takes the latest asks back."""


def read_message(message: Message, units: Sequence[Unit]) -> Reading:
    """Reads a message without what stands around it. Pure.

    Args:
        message: any message; of tool results and slash commands the user's own words are read.
        units: its units, as `split_units` gives them.
    """
    (reading,) = read_messages((message,), (units,))
    return reading


def read_messages(
    messages: Sequence[Message],
    units: Sequence[Sequence[Unit]],
    *,
    in_talk: bool = True,
) -> list[Reading]:
    """`read_message` of each, observer by observer, which is much faster than one by one.

    Args:
        messages: of one log.
        units: of each.
        in_talk: people talk among themselves there, and no agent works for them.
    """
    typed = list(map(as_typed, messages))
    first = first_alike(typed)
    own = [number for number, alike in enumerate(first) if alike == number]
    read = _read(
        [typed[number] for number in own], [units[number] for number in own], in_talk=in_talk
    )
    known = dict(zip(own, read, strict=True))
    return [
        known[alike]
        if alike == number
        else _again(known[alike], typed[number], units[number], in_talk=in_talk)
        for number, alike in enumerate(first)
    ]


def _again(reading: Reading, message: Message, units: Sequence[Unit], *, in_talk: bool) -> Reading:
    """The reading of a message that says the same once more."""
    if reading.back is not None:
        return _read([message], [units], in_talk=in_talk)[0]
    prose = said_again(reading.prose, message, units, in_talk=in_talk)
    return Reading(prose, tuple([observed_again(seen, message) for seen in reading.observations]))


def _read(
    typed: Sequence[Message], units: Sequence[Sequence[Unit]], *, in_talk: bool
) -> list[Reading]:
    texts = Prose.all(
        typed,
        [
            () if message.author in SILENT else own
            for message, own in zip(typed, units, strict=True)
        ],
        in_talk=in_talk,
    )
    found: list[list[Observation]] = [
        list(observe_result(prose.message)) if prose.message.author in SILENT else []
        for prose in texts
    ]
    written = [
        (prose, seen, signs)
        for prose, seen in zip(texts, found, strict=True)
        if prose.lines and ((signs := prose.signs if prose.spoken else None) is None or signs)
    ]
    for observer in OBSERVERS:
        wanted, observe = observer.wanted, observer.observe
        for prose, seen, signs in written:
            if signs is None or not wanted.isdisjoint(signs):
                seen.extend(observe(prose))
    return [
        _reading(prose, seen) if prose.lines else Reading(prose, tuple(seen))
        for prose, seen in zip(texts, found, strict=True)
    ]


def _reading(prose: Prose, found: Sequence[Observation]) -> Reading:
    """What one sentence says is one observation, of the kind that says it best."""
    back = takes_back(prose)
    if not found:
        return tuple.__new__(Reading, (prose, (), back))
    if farewell(prose) is not None:
        found = [seen for seen in found if seen.kind not in _ASKED]
    rest = list(_without_listed(prose, without_taken_back(back, found)))
    return Reading(prose, tuple(_without_bare_rules(prose, rest)), back)


def _without_bare_rules(prose: Prose, found: Sequence[Observation]) -> Iterable[Observation]:
    """A sentence that is a rule and nothing else is no request or task besides."""
    rules = {seen.span for seen in found if seen.kind is _CONSTRAINT}
    if not rules:
        return found
    bare = {line.span for line in prose.lines if line.span in rules and leads_with_rule(line)}
    return (seen for seen in found if seen.kind not in _ASKED or seen.span not in bare)


def _without_listed(prose: Prose, found: Sequence[Observation]) -> Iterator[Observation]:
    """Of a user's list of tasks a part is no request besides; what leads in all of it is."""
    by_user = prose.message.author is _USER
    listed = [seen.span for seen in listed_tasks(prose, found)] if by_user else []
    for seen in found:
        if seen.kind is _REQUEST and listed:
            shared = [span for span in listed if overlap(span, seen.span)]
            if shared and (len(shared) < len(listed) or seen.span in listed):
                continue
        yield seen
