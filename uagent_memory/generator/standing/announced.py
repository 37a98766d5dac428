"""What agents announce and do in the same breath: the call and its result tell of it."""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from itertools import pairwise

from uagent_memory.analyzer.observations.files.file_act import EFFECTIVE
from uagent_memory.analyzer.types import Cue, MessageAnalysis
from uagent_memory.facts import FactKind
from uagent_memory.generator.standing.cue_sets import LEARNT
from uagent_memory.generator.standing.inner_talk import InnerTalk
from uagent_memory.generator.wording.emptiness import is_bare
from uagent_memory.generator.wording.phrasing import is_intention, is_report_lead, is_restating
from uagent_memory.generator.wording.statements import Statement
from uagent_memory.generator.work.team_turns import is_team
from uagent_memory.messages import Author, Span

__all__ = ["announced_and_done", "last_announced"]

_TOLD = LEARNT & ~Cue.FINDING
"""What an announcement tells beside itself: "I see, let me" tells nothing."""

_WORD = re.compile(r"[\w-]+")


def announced_and_done(
    messages: Sequence[MessageAnalysis], statements: Iterable[Statement]
) -> frozenset[Span]:
    """Where agents only announce what their message then does, all of whose calls have a result.

    In a team without calls it is over once the same agent has spoken again, or a tool after it.
    """
    done = _answered(messages) | _gone_on(messages)
    return frozenset(
        statement.unit.span
        for statement in statements
        if statement.analysis.index in done
        and is_intention(statement.unit.text)
        and (not statement.unit.cue.meets(_TOLD) or _names_call(statement))
    )


def _names_call(statement: Statement) -> bool:
    """It only decides with which tool or program the next step is taken, and that one is called."""
    if statement.unit.cue.meets(_TOLD & ~Cue.DECISION):
        return False
    words = frozenset(_WORD.findall(statement.unit.text))
    calls = statement.analysis.message.tool_calls
    programs = (_WORD.match(call.argument("command", "cmd").lstrip()) for call in calls)
    called = {call.name for call in calls} | {found.group() for found in programs if found}
    return not words.isdisjoint(called)


def last_announced(
    messages: Sequence[MessageAnalysis],
    statements: Iterable[Statement],
    last: int,
    most: int,
    inner: InnerTalk,
) -> frozenset[Span]:
    """With what an agent's last words end: what it is about to do, and may have begun.

    Once what it runs has a result the last step is taken; a look or an edit may only prepare it.

    Args:
        messages: the whole history.
        statements: what people and agents say in it, in order.
        last: index of the message with these words; what was said counts before what was thought.
        most: of several, the last.
        inner: which of them are thoughts.
    """
    own = [one for one in statements if one.analysis.index == last and _announces(one)]
    ahead = [one for one in own if not inner.holds(one)] or own
    if last in _answered(messages) and _only_runs(messages, last):
        ahead = ahead[:-1]
    return frozenset(one.unit.span for one in ahead[-most:])


def _announces(statement: Statement) -> bool:
    unit = statement.unit
    told = is_bare(unit.text) or is_report_lead(unit.text)
    told = told or is_restating(unit.text) or is_restating(unit.lead)
    return is_intention(unit.text) and not told


def _only_runs(messages: Sequence[MessageAnalysis], last: int) -> bool:
    """Its calls run something, which they and their results tell, and change no file."""
    at = messages[last].message.id
    seen = [one for m in messages[last:] for one in m.observations if one.span.message_id == at]
    changes = any(one.change in EFFECTIVE for one in seen)
    return not changes and any(one.kind is FactKind.COMMAND for one in seen)


def _gone_on(messages: Sequence[MessageAnalysis]) -> frozenset[int]:
    """Indices of a team's messages without calls, after which their agents or a tool spoke."""
    if not is_team(messages):
        return frozenset()
    spoken = [one for one in messages if one.message.text.strip()]
    last = {one.message.agent: one.index for one in spoken if one.message.author is Author.AGENT}
    answered = {a.index for a, b in pairwise(spoken) if b.message.author is Author.TOOL}
    return frozenset(
        one.index
        for one in spoken
        if one.message.author is Author.AGENT
        and not one.message.tool_calls
        and (one.index in answered or one.index < last[one.message.agent])
    )


def _answered(messages: Sequence[MessageAnalysis]) -> frozenset[int]:
    """Indices of the messages with calls all of which have a result."""
    ids = (analysis.message.tool_call_id for analysis in messages)
    answered = frozenset(filter(None, ids))
    return frozenset(
        analysis.index
        for analysis in messages
        if (calls := analysis.message.tool_calls) and all(call.id in answered for call in calls)
    )
