"""Judges that need no model: each looks at one thing and votes with a reason, or abstains."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from functools import cache, cached_property
from itertools import accumulate
from pathlib import Path

from uagent_memory.analyzer.terms import terms_of
from uagent_memory.analyzer.types import Cue
from uagent_memory.analyzer.units import split_units
from uagent_memory.condensers.dynacontext.votes import Ballot, Decision, Vote
from uagent_memory.condensers.failing import failed
from uagent_memory.condensers.kinds import is_observation
from uagent_memory.condensers.scene import Scene
from uagent_memory.config import read_toml
from uagent_memory.knobs import Knobs
from uagent_memory.messages import Author, Message, MessageKind, Role
from uagent_memory.prioritizer.similarity import count_similar
from uagent_memory.prioritizer.temporal import TemporalRelevanceAnalyzer

__all__ = ["Docket", "rule_ballot"]


class _Pressure(Knobs):
    high: float
    low: float
    regrown: float


class _Share(Knobs):
    share: float


class _Staleness(Knobs):
    turns: int
    relevance: float
    share: float


class _Growth(Knobs):
    factor: float
    least: int


class _Gain(Knobs):
    cached: float
    written: float
    turns: int
    summary: float


class _Settings(Knobs):
    quorum: int
    budget_pressure: _Pressure
    redundancy: _Share
    staleness: _Staleness
    growth: _Growth
    expected_gain: _Gain


@cache
def _settings() -> _Settings:
    return _Settings.model_validate(read_toml(Path(__file__).with_name("judges.toml")))


@dataclass(frozen=True)
class Docket:
    """What the judges look at."""

    scene: Scene
    candidates: tuple[int, ...]
    """Indices of what would be summarised."""
    tokens: tuple[int, ...]
    """Of each event."""
    context_length: int | None
    tokens_after: int | None
    """Of the view after the last condensation; None if there was none."""
    lowest: int | None
    """The smallest the view has been since then."""

    @cached_property
    def total(self) -> int:
        return sum(self.tokens)

    @cached_property
    def weight(self) -> int:
        """Tokens of the candidates."""
        return sum(self.tokens[index] for index in self.candidates)

    @property
    def events(self) -> tuple[Message, ...]:
        return self.scene.events


@dataclass(frozen=True, slots=True)
class _Compared:
    message: Message
    terms: dict[str, int]


def rule_ballot(docket: Docket) -> Ballot:
    """All judges' votes; the majority of those with an opinion decides, if they are a quorum."""
    votes = []
    for name, judge in JUDGES.items():
        opinion = judge(docket)
        if opinion is not None:
            decision, reason = opinion
            votes.append(Vote(decision, reasoning=reason, judge=name))
    return Ballot(tuple(votes), len(votes) // 2 + 1, _settings().quorum)


_Opinion = tuple[Decision, str]


def _budget_pressure(docket: Docket) -> _Opinion | None:
    """How full the window is; once relieved, only a view that has changed counts as full again."""
    if docket.context_length is None:
        return None
    s = _settings().budget_pressure
    used = docket.total / docket.context_length
    said = f"{docket.total} of {docket.context_length} tokens used"
    if used < s.high:
        return "NO", said
    if docket.tokens_after is None or docket.lowest is None:
        return "YES", said
    relieved = docket.lowest / docket.context_length < s.low
    regrown = docket.total >= s.regrown * docket.tokens_after
    return ("YES", said) if relieved or regrown else ("NO", f"{said}, as after the last time")


def _role_boundary(docket: Docket) -> _Opinion | None:
    """Whether work has just passed from one agent to another; abstains where one works alone."""
    newest = docket.events[-1] if docket.events else None
    if newest is not None and newest.kind is MessageKind.HANDOFF:
        return "YES", f"a hand-off arrived in {newest.short_id}"
    speakers = [e.agent for e in docket.events if e.role is Role.ASSISTANT and e.agent]
    if len(set(speakers)) < 2:  # noqa: PLR2004 - one speaker is no team
        return None
    if speakers[-1] != speakers[-2]:
        return "YES", f"the work passed from {speakers[-2]} to {speakers[-1]}"
    return "NO", f"{speakers[-1]} is at work"


def _task_resolved(docket: Docket) -> _Opinion | None:
    """Whether the last thing that happened is an end: an outcome, or a request after one."""
    for index in range(len(docket.events) - 1, -1, -1):
        event = docket.events[index]
        if is_observation(event):
            if failed(event):
                return "NO", f"the action answered in {event.short_id} failed"
            continue
        if event.author is Author.AGENT and event.text.strip():
            return _ending(event)
    return None


def _ending(event: Message) -> _Opinion:
    cues = Cue.NONE
    for unit in split_units(event):
        cues |= unit.cue
    if cues & Cue.OUTCOME and not cues & (Cue.OPEN | Cue.PLAN) and not event.tool_calls:
        return "YES", f"{event.short_id} reports an outcome and leaves nothing open"
    return "NO", f"{event.short_id} does not end the work"


def _redundancy(docket: Docket) -> _Opinion | None:
    if not docket.candidates:
        return None
    found = [docket.events[index] for index in docket.candidates]
    compared = [_Compared(event, terms_of(event.full_text)) for event in found]
    alike = sum(count > 0 for count in count_similar(compared))
    said = f"{alike} of {len(found)} candidates repeat another"
    return ("YES" if alike >= _settings().redundancy.share * len(found) else "NO"), said


def _staleness(docket: Docket) -> _Opinion | None:
    s = _settings().staleness
    turns = list(accumulate(event.role is Role.ASSISTANT for event in docket.events))
    if not docket.weight or turns[-1] < s.turns:
        return None
    analyzer = TemporalRelevanceAnalyzer()
    stale = 0
    for index in docket.candidates:
        relevance = analyzer.analyze_temporal_relevance(
            docket.events[index].full_text,
            age_days=None,
            turns_ago=turns[-1] - turns[index],
            total_turns=turns[-1],
        )
        stale += docket.tokens[index] * (relevance < s.relevance)
    said = f"{stale} of {docket.weight} tokens are stale"
    return ("YES" if stale >= s.share * docket.weight else "NO"), said


def _growth(docket: Docket) -> _Opinion | None:
    """Hysteresis: against the size after the last condensation, not against a fixed one."""
    s = _settings().growth
    base = docket.tokens_after or 0
    grown = docket.total - base
    said = f"{grown} tokens more than after the last condensation"
    enough = grown >= s.least and docket.total >= s.factor * base
    return ("YES" if enough else "NO"), said


def _expected_gain(docket: Docket) -> _Opinion | None:
    """What later requests save against the prompt cache that is broken now."""
    if not docket.weight:
        return None
    s = _settings().expected_gain
    removed = docket.weight * (1 - s.summary)
    after = docket.total - removed
    first = docket.tokens[: docket.scene.head]
    saved = removed * s.cached * s.turns
    cost = max(after - sum(first), 0.0) * (s.written - s.cached)
    said = f"saves {saved:.0f} and costs {cost:.0f} fresh tokens over {s.turns} requests"
    return ("YES" if saved > cost else "NO"), said


JUDGES: dict[str, Callable[[Docket], _Opinion | None]] = {
    "budget_pressure": _budget_pressure,
    "role_boundary": _role_boundary,
    "task_resolved": _task_resolved,
    "redundancy": _redundancy,
    "staleness": _staleness,
    "growth": _growth,
    "expected_gain": _expected_gain,
}
