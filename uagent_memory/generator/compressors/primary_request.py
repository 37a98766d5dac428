"""Segment 1: what the users want now, and the rules they set, word for word."""

from __future__ import annotations

from collections.abc import Sequence
from typing import ClassVar

from uagent_memory.analyzer.types import Unit
from uagent_memory.entry_kind import EntryKind
from uagent_memory.fact_name import FactName
from uagent_memory.facts import ConstraintValue, FactKind, RequestValue, Status
from uagent_memory.generator.amended import Amendments
from uagent_memory.generator.asked_again import asked_again
from uagent_memory.generator.asked_policies import policy_factors
from uagent_memory.generator.candidate import Keep
from uagent_memory.generator.compressors.base import (
    Compressor,
    as_said,
    is_talk_turn,
    joined_lines,
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
from uagent_memory.generator.compressors.rule_authors import (
    binds_by_user,
    is_passed_on,
    is_policy,
    is_users,
    label_of_rule,
)
from uagent_memory.generator.compressors.rules_in_latest import rules_in_latest
from uagent_memory.generator.compressors.served import served_rules
from uagent_memory.generator.compressors.turn_rules import is_turn_rule, propose_turn_rules
from uagent_memory.generator.emptiness import is_bare
from uagent_memory.generator.phrasing import is_courtesy, is_lead_in
from uagent_memory.generator.policy_sections import PolicySections
from uagent_memory.generator.pool import CandidatePool
from uagent_memory.generator.view import GeneratorView
from uagent_memory.ledger import Fact
from uagent_memory.messages import Author, Span
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
        told = asked_again(view, requests)
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
        repeated = rules_in_latest(view)
        if repeated:
            at, must = repeated[0].last.span, view.settings.own.must
            self._propose_note(
                view, pool, "more_rules", at, order=(1, -1), value=must, in_latest=True
            )
        in_latest = {fact.key for fact in repeated}
        binding = own_facts(view, FactKind.CONSTRAINT)
        served = served_rules(requests, binding)
        propose_turn_rules(
            view,
            pool,
            list(filter(is_turn_rule, binding)),
            keep=lambda fact: self._keep_rule(view, fact, by_user=binds_by_user(fact)),
            worth=lambda fact: self.fact_worth(view, fact),
        )
        rules = [fact for fact in binding if not is_turn_rule(fact)]
        asked, sections = policy_factors(view, rules), PolicySections(view, rules)
        for rank, fact in enumerate(rules):
            self._propose_constraint(
                view,
                pool,
                fact,
                rank,
                amended,
                sections=sections,
                in_latest=fact.key in in_latest,
                factor=asked.get(fact.key, 1.0),
                is_served=fact.key in served,
            )

    def _propose_note(
        self,
        view: GeneratorView,
        pool: CandidatePool,
        label: str,
        at: Span,
        *,
        order: tuple[int, ...],
        value: float,
        in_latest: bool = False,
    ) -> None:
        pool.propose(
            self.segment,
            view.labels(label),
            (at,),
            order=order,
            kind=EntryKind.NOTE,
            value=value,
            in_latest=in_latest,
        )

    def _propose_constraint(
        self,
        view: GeneratorView,
        pool: CandidatePool,
        fact: Fact,
        rank: int,
        amended: Amendments,
        *,
        sections: PolicySections,
        in_latest: bool,
        factor: float,
        is_served: bool,
    ) -> None:
        by_user = any(map(is_users, fact.history))
        active = fact.status is Status.ACTIVE and not is_served
        binding = by_user or (view.handed_over and active and any(map(is_policy, fact.history)))
        factors = view.settings.factor
        words = value_as(fact, ConstraintValue).text
        changed = amended.of(fact, words) if by_user and active else None
        mark = view.labels("done_ask") if is_served else _mark(view, fact)
        mark = view.labels("amended") if changed is not None and not mark else mark
        text = mark + joined_lines(words)
        label = "" if by_user else label_of_rule(fact)
        foreign, section = sections.is_foreign(fact), sections.heading(fact)
        lead = view.labels(label) if label else ""
        if section is not None and section.lead_span and label == "policy":
            lead = view.labels("policy_for", heading=one_line(section.lead))
        pool.propose(
            self.segment,
            text,
            (*fact.sources, *filter(None, (changed,)), *_heading(section)),
            order=(1, rank),
            kind=EntryKind.CONSTRAINT,
            fact=fact.key,
            fact_kind=fact.kind,
            keep=Keep.OPTIONAL
            if is_served or foreign
            else self._keep_rule(view, fact, by_user=binds_by_user(fact)),
            value=self.fact_worth(view, fact)
            * (factors.users_rule if binding else factors.others_rule)
            * (factors.closed_request if is_served else factor)
            * (view.settings.policies.foreign_factor if foreign else 1.0),
            targets={} if foreign else view.targets(text),
            short="",
            is_policy=not by_user,
            in_latest=in_latest,
            joins=f"{binds_by_user(fact)}:{is_served}:{lead}:{fact.last.span.message_id}",
            style="list",
            lead=lead,
        )

    def _keep_rule(self, view: GeneratorView, fact: Fact, *, by_user: bool) -> Keep:
        """A system prompt's rules are before a role's own eyes; another role has not seen them."""
        if by_user:
            return Keep.CONSTRAINT
        if not view.handed_over and any(map(is_policy, fact.history)):
            return Keep.OPTIONAL
        return self.keep_for(view, fact)

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
        if not mark and any(map(is_passed_on, fact.history)):
            keep = Keep.OPEN_TASK
        pool.propose(
            self.segment,
            text,
            (*fact.sources, where, *filter(None, (changed, lifted))),
            order=(-1, 0) if is_newest else (0, int(bool(mark)), rank),
            kind=EntryKind.REQUEST,
            fact=fact.key,
            fact_kind=fact.kind,
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


def _closed_goal(view: GeneratorView, requests: Sequence[Fact]) -> Fact | None:
    """What the session is about, where it is done and this segment says no ask that stands."""
    if any(fact.status is Status.ACTIVE and _is_said_here(view, fact) for fact in requests):
        return None
    asked = (fact for fact in requests if _is_main(view, fact))
    told = (fact for fact in asked if not is_bare(value_as(fact, RequestValue).text))
    return min(told, key=lambda fact: fact.first.order, default=None)


def _heading(section: Unit | None) -> tuple[Span, ...]:
    return () if section is None or section.lead_span is None else (section.lead_span,)


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
