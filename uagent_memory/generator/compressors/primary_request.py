"""Segment 1: what the users want now, and the rules they set, word for word."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import ClassVar

from uagent_memory.entry_kind import EntryKind
from uagent_memory.fact_name import FactName
from uagent_memory.facts import FactKind, RequestValue, Status
from uagent_memory.generator.candidate import Keep
from uagent_memory.generator.compressors.base import (
    Compressor,
    as_said,
    is_talk_turn,
    newest_first,
    one_line,
    own_facts,
    said_last,
    value_as,
)
from uagent_memory.generator.compressors.newest_asks import (
    is_answered,
    is_merely_over,
    is_short_ask,
    is_shown_whole,
    newest_done,
    propose_newest_ask,
)
from uagent_memory.generator.compressors.request_words import (
    asked_words,
    is_changed_rule,
    lifting_of,
    names_no_work,
)
from uagent_memory.generator.compressors.rules import RuleLines
from uagent_memory.generator.pool import CandidatePool
from uagent_memory.generator.standing.amended import Amendments
from uagent_memory.generator.standing.repeats import Said
from uagent_memory.generator.view import GeneratorView
from uagent_memory.generator.wording.emptiness import is_bare
from uagent_memory.generator.wording.phrasing import is_courtesy, is_lead_in
from uagent_memory.ledger import Fact, Observation
from uagent_memory.messages import Author
from uagent_memory.segments import SegmentName

__all__ = ["PrimaryRequestCompressor"]

_MARKED = {
    Status.SUPERSEDED: "superseded",
    Status.CANCELLED: "cancelled",
    Status.DONE: "done_ask",
    Status.REJECTED: "refused_ask",
    Status.LIFTED: "lifted",
}
"""The label of an ask or a rule that no longer stands, by its state."""


class PrimaryRequestCompressor(Compressor):
    """Requests, the newest state first, then constraints."""

    segment: ClassVar[SegmentName] = SegmentName.PRIMARY_REQUEST

    def propose(self, view: GeneratorView, pool: CandidatePool) -> None:
        amended = Amendments(view)
        requests = newest_first(view, own_facts(view, FactKind.REQUEST))
        done = newest_done(view, requests)
        propose_newest_ask(view, pool, self.segment, done)
        goal = _closed_goal(view, requests)
        told = _asked_again(view, requests)
        for rank, fact in enumerate(as_said(view, requests)):
            is_pointed_at = fact is done and not is_short_ask(view, fact)
            if fact.key in told and not is_pointed_at:
                self._propose_request(
                    view,
                    pool,
                    fact,
                    rank,
                    amended,
                    is_goal=fact is goal,
                    is_newest=fact is done and is_short_ask(view, fact),
                    also=tuple(told[fact.key]),
                )
        RuleLines(self, view, amended, requests).propose(pool)

    def _propose_request(
        self,
        view: GeneratorView,
        pool: CandidatePool,
        fact: Fact,
        rank: int,
        amended: Amendments,
        *,
        is_goal: bool,
        is_newest: bool,
        also: tuple[FactName, ...],
    ) -> None:
        words = value_as(fact, RequestValue).text
        mark = _mark(view, fact)
        is_main = _is_main(view, fact)
        is_empty = is_changed_rule(view, fact) or is_bare(words)
        is_empty |= is_lead_in(words) and not is_main
        among_people = is_talk_turn(view, view.index_of(fact.last.span))
        is_empty |= among_people and (view.is_talk or is_courtesy(words))
        is_empty |= bool(mark) and not (is_goal or is_newest) and names_no_work(view, fact, words)
        if is_empty or not (_is_said_here(view, fact) or (mark and not _is_refusal(view, fact))):
            return
        changed = None if mark else amended.of(fact, words)
        words, where = asked_words(view, fact, is_over=bool(mark))
        lifted = None if mark or changed is not None else lifting_of(view, fact)
        told = "amended" if changed is not None else "lifted" if lifted is not None else ""
        text = mark + (view.labels(told) if told else "") + one_line(words)
        factors = view.settings.factor
        factor = factors.main_request if is_main else factors.request
        factor = factors.closed_request if mark and not is_goal else factor
        keep = self.keep_for(view, fact)
        if not mark and any(map(_is_passed_on, fact.history)):
            keep = Keep.OPEN_TASK
        pool.propose(
            self.segment,
            text,
            (*fact.sources, where, *filter(None, (changed, lifted))),
            order=(-1, 0) if is_newest else (0, int(bool(mark)), rank),
            kind=EntryKind.REQUEST,
            fact=fact.name,
            also=also,
            keep=keep,
            value=view.settings.own.newest_done
            if is_newest or is_goal
            else self.fact_worth(view, fact) * factor,
            targets=view.targets(text),
        )


def _is_main(view: GeneratorView, fact: Fact) -> bool:
    """The first message asks it."""
    return bool(view.users) and view.index_of(fact.first.span) == view.users[0].index


def _is_passed_on(seen: Observation) -> bool:
    return isinstance(seen.value, RequestValue) and seen.value.passed_on


def _closed_goal(view: GeneratorView, requests: Sequence[Fact]) -> Fact | None:
    """What the session is about, where it is done and this segment says no ask that stands."""
    if any(fact.status is Status.ACTIVE and _is_said_here(view, fact) for fact in requests):
        return None
    asked = (fact for fact in requests if _is_main(view, fact))
    told = (fact for fact in asked if not is_bare(value_as(fact, RequestValue).text))
    return min(told, key=lambda fact: fact.first.order, default=None)


def _mark(view: GeneratorView, fact: Fact) -> str:
    label = _MARKED.get(fact.status)
    label = "over_ask" if is_merely_over(fact) else "answered" if is_answered(fact) else label
    return view.labels(label) if label else ""


def _is_refusal(view: GeneratorView, fact: Fact) -> bool:
    """A user's words in a call's result: segment 6 has them."""
    message = view.message_of(said_last(fact).span)
    return message is not None and message.author is Author.TOOL


def _is_said_here(view: GeneratorView, fact: Fact) -> bool:
    """Segment 6 may not show it whole."""
    return not (is_shown_whole(view, fact) or _is_refusal(view, fact))


def _asked_again(view: GeneratorView, requests: Sequence[Fact]) -> Mapping[str, Sequence[FactName]]:
    """Key of each ask to be told -> the others that its words say nearly as they stand.

    Asks of different messages, or in different states, are different ones.
    """
    settings = view.settings.repeats
    told: dict[str, list[FactName]] = {}
    known: list[tuple[Fact, Said]] = []
    for fact in requests:
        said = _said(view, fact)
        same = [
            other
            for other, before in known[-settings.looked_at :]
            if _is_alike(other, fact) and said.repeats(before, settings.share)
        ]
        if same:
            told[same[-1].key].append(fact.name)
        else:
            told[fact.key] = []
            known.append((fact, said))
    return told


def _said(view: GeneratorView, fact: Fact) -> Said:
    text = fact.value.text if isinstance(fact.value, RequestValue) else ""
    return Said.of(fact.last.span, text, view.targets.words(text))


def _is_alike(fact: Fact, other: Fact) -> bool:
    same_place = fact.last.span.message_id == other.last.span.message_id
    return same_place and fact.status is other.status and len(fact.sources) == len(other.sources)
