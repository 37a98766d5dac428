"""The ranker's inputs: what is known of one term of a history, as plain numbers."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import fields
from operator import attrgetter
from typing import NamedTuple

from uagent_memory.analyzer.types import MessageAnalysis
from uagent_memory.prioritizer.term_uses import TermUse

__all__ = ["FEATURES", "Nearness", "case_of", "features"]

FEATURES = (
    # mentions, as log(1 + n): by users, by agents in words and in calls, by tools; messages
    "user",
    "agent",
    "arguments",
    "output",
    "messages",
    # nearness of the last mention, half at 2,000 characters: any, by agent, user, call, tool
    "recent",
    "recent_agent",
    "recent_user",
    "recent_arguments",
    "recent_output",
    # the same, half at 20,000 characters
    "wide",
    "wide_agent",
    "wide_user",
    "wide_arguments",
    "wide_output",
    # place in the session: in the first and latest user message, span from first to last mention
    "first_user",
    "last_user",
    "spread",
    "last_four",
    "agent_last_four",
    "agent_last_twenty",
    # the term itself: its length, whether only tools printed it, the state of the file it names
    "length",
    "output_only",
    "changed_file",
    "read_file",
)

_fields = attrgetter(*(field.name for field in fields(TermUse)))
_MAX_LENGTH = 60
_FEW, _MANY = 4, 20


class Nearness(NamedTuple):
    """1 at the end of a history, towards 0 before it; per message, and 0.0 last for "never"."""

    recent: Sequence[float]
    wide: Sequence[float]
    after: Sequence[int]
    """Characters that follow each message; those of the whole history last."""

    @classmethod
    def of(cls, messages: Sequence[MessageAnalysis], *, recent: float, wide: float) -> Nearness:
        """`recent` and `wide`: the characters after which nearness is a half."""
        after = _characters_after(messages)
        return cls(_halving(after[:-1], recent), _halving(after[:-1], wide), after)


def _halving(after: Sequence[int], half: float) -> list[float]:
    return [*(1.0 / (1.0 + characters / half) for characters in after), 0.0]


def _characters_after(messages: Sequence[MessageAnalysis]) -> list[int]:
    rest, after = 0, []
    for analysis in reversed(messages):
        after.append(rest)
        rest += len(analysis.message.full_text)
    after.reverse()
    after.append(rest)
    return after


def case_of(term: str, use: TermUse) -> tuple[object, ...]:
    """All that the features of a term depend on, in one history."""
    return (min(len(term), _MAX_LENGTH), *_fields(use))


def features(term: str, use: TermUse, near: Nearness) -> tuple[float, ...]:
    """The model's inputs for one term, in the order of FEATURES."""
    recent, wide = near.recent, near.wide
    count = len(recent) - 1
    last, agent, user = use.last, use.last_agent, use.last_user
    arguments, output = use.last_arguments, use.last_output
    written = max(agent, arguments)
    log1p = math.log1p
    return (
        log1p(use.user),
        log1p(use.agent),
        log1p(use.arguments),
        log1p(use.output),
        log1p(use.messages),
        recent[last],
        recent[agent],
        recent[user],
        recent[arguments],
        recent[output],
        wide[last],
        wide[agent],
        wide[user],
        wide[arguments],
        wide[output],
        float(use.in_first_user),
        float(use.in_last_user),
        (last - use.first) / count,
        float(last >= count - _FEW),
        float(written >= max(count - _FEW, 0)),
        float(written >= max(count - _MANY, 0)),
        min(len(term), _MAX_LENGTH) / _MAX_LENGTH,
        float(not (use.user or use.agent or use.arguments)),
        float(use.changed_file),
        float(use.read_file),
    )
