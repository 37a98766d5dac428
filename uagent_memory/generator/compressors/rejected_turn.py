"""Turns of agents that the environment did not carry out, with its reason."""

from __future__ import annotations

import re
from collections.abc import Iterator

from uagent_memory.analyzer.rejected_turns import rejected_turns
from uagent_memory.entry_kind import EntryKind
from uagent_memory.generator.compressors.base import one_line
from uagent_memory.generator.pool import CandidatePool
from uagent_memory.generator.view import GeneratorView
from uagent_memory.generator.work.team_turns import is_team
from uagent_memory.messages import Message, Span
from uagent_memory.segments import SegmentName

__all__ = ["propose_earlier_rejections", "propose_rejected_turn"]

_FIGURE = re.compile(r"\d+")


def propose_rejected_turn(view: GeneratorView, pool: CandidatePool, segment: SegmentName) -> None:
    """Of the newest turn, which is still to be taken; nothing once an agent has spoken again."""
    newest = view.messages[-1].message
    for why in (why for why in _rejections(view) if why.message_id == newest.id):
        text = view.quote(why)
        pool.propose(
            segment,
            view.labels("turn_rejected", text=one_line(text)),
            (why,),
            order=(-2, -1),
            kind=EntryKind.NOTE,
            value=view.settings.own.unfinished,
            targets=view.targets(text),
        )


def propose_earlier_rejections(
    view: GeneratorView, pool: CandidatePool, segment: SegmentName
) -> None:
    """Of turns before: what went wrong time and again, so that it does not once more."""
    alike: dict[str, list[Span]] = {}
    for why in _rejections(view):
        if why.message_id != view.messages[-1].message.id:
            alike.setdefault(_FIGURE.sub("", view.quote(why)), []).append(why)
    own = view.settings.own
    for places in alike.values():
        text = view.quote(places[-1])
        times = view.labels("times", count=len(places)) if len(places) > 1 else ""
        pool.propose(
            segment,
            view.labels("turns_rejected", times=times, text=one_line(text)),
            tuple(places),
            order=(view.index_of(places[-1]), 2),
            kind=EntryKind.NOTE,
            value=own.rejected_turn * min(len(places), own.rejected_turns),
            targets=view.targets(text),
        )


def _rejections(view: GeneratorView) -> Iterator[Span]:
    """The first line of each reason.

    In a team it is said to whoever spoke last that there is nothing to run: no fault of a turn.
    """
    if is_team(view.messages):
        return
    messages = [analysis.message for analysis in view.messages]
    for turn in sorted(rejected_turns(messages)):
        yield _first_line(messages[turn + 1])


def _first_line(message: Message) -> Span:
    line = message.text.lstrip().split("\n", 1)[0].rstrip()
    start = message.text.index(line)
    return Span(message.id, "text", start, start + len(line))
