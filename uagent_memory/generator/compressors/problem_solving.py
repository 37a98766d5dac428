"""Segment 5: what was said that decides, finds and rejects."""

from __future__ import annotations

from typing import ClassVar

from uagent_memory.analyzer.ownership import asks_or_states
from uagent_memory.entry_kind import EntryKind
from uagent_memory.facts import DecisionValue, FactKind, Status
from uagent_memory.generator.compressors.agents_words import propose_statements
from uagent_memory.generator.compressors.base import (
    Compressor,
    is_talk_turn,
    one_line,
    spans_of,
    value_as,
)
from uagent_memory.generator.compressors.speakers import speaker
from uagent_memory.generator.pool import CandidatePool
from uagent_memory.generator.standing.final_answers import follows_crash, gives_final_answer
from uagent_memory.generator.view import GeneratorView
from uagent_memory.generator.wording.emptiness import is_bare
from uagent_memory.generator.wording.phrasing import is_lead_in, is_restating
from uagent_memory.generator.wording.speech import spoken_words
from uagent_memory.ledger import Fact
from uagent_memory.segments import SegmentName

__all__ = ["ProblemSolvingCompressor"]


class ProblemSolvingCompressor(Compressor):
    """Decisions with reasons, findings with numbers, rejected options."""

    segment: ClassVar[SegmentName] = SegmentName.PROBLEM_SOLVING

    def propose(self, view: GeneratorView, pool: CandidatePool) -> None:
        for rank, fact in enumerate(view.analysis.ledger.of(FactKind.DECISION)):
            self._propose_decision(view, pool, fact, rank)
        propose_statements(view, pool, self.segment)

    def _propose_decision(
        self, view: GeneratorView, pool: CandidatePool, fact: Fact, rank: int
    ) -> None:
        value = value_as(fact, DecisionValue)
        if (
            is_bare(value.text)
            or (is_lead_in(value.text) and not (value.reason or value.rejected))
            or is_restating(value.text)
            or fact.last.span in view.standing.overtaken.unbelieved
            or _is_decided_anew(view, fact)
            or _is_shown_whole(view, fact)
        ):
            return
        said = view.message_of(fact.last.span)
        talk = is_talk_turn(view, view.index_of(fact.last.span))
        decided = spoken_words(value.text) if talk else one_line(value.text)
        extras = [*([value.reason] if value.reason else []), *value.rejected]
        parts = [decided, *(one_line(e.text) for e in extras if e.text not in value.text)]
        if value.reason and value.reason.span < fact.last.span:
            parts.insert(0, one_line(value.reason.text))
        text = " ".join(dict.fromkeys(parts))
        if fact.status in (Status.SUPERSEDED, Status.REJECTED):
            text = view.labels(fact.status) + text
        done = view.made_changes.carrying_out_at(fact.last.span)
        if done is not None:
            text = view.labels("done_ask") + text
        recent = view.is_recent(view.index_of(fact.last.span))
        is_last_word = recent and gives_final_answer(said, value.text)
        late = is_last_word and follows_crash(said, fact.last.span)
        pool.propose(
            SegmentName.CURRENT_WORK if is_last_word else self.segment,
            text,
            spans_of(extras, *fact.sources) + ((done,) if done else ()),
            order=(view.index_of(fact.last.span), 1_000_000 if is_last_word else -1, rank),
            kind=EntryKind.DECISION,
            fact=fact.name,
            keep=self.keep_for(view, fact),
            value=self.fact_worth(view, fact)
            + view.settings.cue["decision"]
            + view.settings.cue["cause"] * (value.reason is not None)
            + view.settings.own.final_answer * is_last_word
            + view.settings.subjects.found * view.subjects.names_one(decided),
            targets=view.targets(text),
            lead=view.labels("after_crash") if late else "",
            speaker=speaker(view, said) if said else "",
            told_user=view.standing.served.tells_in(view.index_of(fact.first.span), value.text),
        )


def _is_shown_whole(view: GeneratorView, fact: Fact) -> bool:
    """A user decided it in the latest message, and that is short: segment 6 has it."""
    if view.is_talk or not view.users or fact.status is not Status.ACTIVE:
        return False
    latest = view.users[-1].message
    short = len(latest.text.strip()) <= view.settings.limits.short_message
    return short and fact.last.span.message_id == latest.id


def _is_decided_anew(view: GeneratorView, fact: Fact) -> bool:
    """An agent thought so before it reported what it had decided; nobody has said it since."""
    inner = view.standing.inner_talk
    stated = (seen.span for seen in fact.history if asks_or_states(seen))
    said = [(view.messages[view.index_of(at)], at) for at in stated]
    return all(inner.is_decided_anew(analysis, at) for analysis, at in said)
