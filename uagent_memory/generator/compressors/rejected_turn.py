"""That the environment did not carry out the newest turn of an agent: it is still to be taken."""

from __future__ import annotations

from uagent_memory.analyzer.rejected_turns import is_rejected
from uagent_memory.entry_kind import EntryKind
from uagent_memory.generator.compressors.base import one_line
from uagent_memory.generator.pool import CandidatePool
from uagent_memory.generator.view import GeneratorView
from uagent_memory.messages import Author, Span
from uagent_memory.segments import SegmentName

__all__ = ["propose_rejected_turn"]


def propose_rejected_turn(view: GeneratorView, pool: CandidatePool, segment: SegmentName) -> None:
    """Why, as the environment says it; nothing once an agent has spoken again."""
    if len(view.messages) < 2:  # noqa: PLR2004 - a turn and what came of it
        return
    turn, newest = (analysis.message for analysis in view.messages[-2:])
    if turn.author is not Author.AGENT or not is_rejected(turn, newest):
        return
    said = newest.text.lstrip().split("\n", 1)[0].rstrip()
    start = newest.text.index(said)
    why = Span(newest.id, "text", start, start + len(said))
    pool.propose(
        segment,
        view.labels("turn_rejected", text=one_line(view.quote(why))),
        (why,),
        order=(-2, -1),
        kind=EntryKind.NOTE,
        value=view.settings.own.unfinished,
        targets=view.targets(said),
    )
