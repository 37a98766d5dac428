"""Rules as lines of segment 1, word for word: who set them, and whether they bind."""

from __future__ import annotations

from collections.abc import Sequence

from uagent_memory.analyzer.observations.conversation.phrases import find
from uagent_memory.analyzer.observations.handed_on.passed_on import is_read_back
from uagent_memory.entry_kind import EntryKind
from uagent_memory.facts import ConstraintValue, FactKind, Status
from uagent_memory.generator.candidate import Keep
from uagent_memory.generator.compressors.base import (
    Compressor,
    joined_lines,
    one_line,
    own_facts,
    value_as,
)
from uagent_memory.generator.compressors.request_words import lifted_part
from uagent_memory.generator.compressors.turn_rules import is_turn_rule, propose_turn_rules
from uagent_memory.generator.pool import CandidatePool
from uagent_memory.generator.records.asked_policies import policy_factors
from uagent_memory.generator.records.due_policies import due_policies
from uagent_memory.generator.records.policy_sections import PolicySections
from uagent_memory.generator.standing.amended import Amendments
from uagent_memory.generator.view import GeneratorView
from uagent_memory.ledger import Fact, Observation
from uagent_memory.messages import Author, Span

__all__ = ["RuleLines"]

_NARROWING = "constraints.scope"


class RuleLines:
    """The rules of one history.

    Args:
        compressor: of their segment.
        view: of the history.
        amended: what users changed later.
        requests: the asks, of which a rule may be a part.
    """

    def __init__(
        self,
        compressor: Compressor,
        view: GeneratorView,
        amended: Amendments,
        requests: Sequence[Fact],
    ) -> None:
        self._compressor = compressor
        self._view = view
        self._amended = amended
        binding = own_facts(view, FactKind.CONSTRAINT)
        self._of_turns = list(filter(is_turn_rule, binding))
        self._rules = [fact for fact in binding if not is_turn_rule(fact)]
        self._served = _served_rules(requests, self._rules)
        self._sections = PolicySections(view, self._rules)
        self._asked = policy_factors(view, self._rules)
        self._due = due_policies(view, self._rules, self._sections)
        self._repeated = _rules_in_latest(view)
        self._in_latest = frozenset(fact.key for fact in self._repeated)

    def propose(self, pool: CandidatePool) -> None:
        """That there are more where they stand, those on how turns are put, all others."""
        if self._repeated:
            pool.propose(
                self._compressor.segment,
                self._view.labels("more_rules"),
                (self._repeated[0].last.span,),
                order=(1, -1),
                kind=EntryKind.NOTE,
                value=self._view.settings.own.must,
                in_latest=True,
            )
        worth = self._compressor.fact_worth
        propose_turn_rules(
            self._view,
            pool,
            self._of_turns,
            keep=self._keep,
            worth=lambda fact: worth(self._view, fact),
        )
        for rank, fact in enumerate(self._rules):
            self._propose_rule(pool, fact, rank)

    def _propose_rule(self, pool: CandidatePool, fact: Fact, rank: int) -> None:
        is_served, is_foreign = fact.key in self._served, self._sections.is_foreign(fact)
        lead, heading = self._lead(fact)
        amended = self._amendment(fact)
        text = self._mark(fact, amended) + joined_lines(value_as(fact, ConstraintValue).text)
        lifted = lifted_part(fact) if self._stands(fact) else None
        if lifted is not None:
            text += self._view.labels("lifted_part", text=one_line(self._view.quote(lifted)))
        pool.propose(
            self._compressor.segment,
            text,
            (*fact.sources, *filter(None, (amended, heading))),
            order=(1, rank),
            kind=EntryKind.CONSTRAINT,
            fact=fact.name,
            keep=self._keep(fact),
            value=self._worth(fact),
            targets={} if is_foreign else self._view.targets(text),
            short="",
            is_policy=not _is_by_user(fact),
            in_latest=fact.key in self._in_latest,
            joins=f"{_binds_by_user(fact)}:{is_served}:{lead}:{fact.last.span.message_id}",
            style="list",
            lead=lead,
        )

    def _stands(self, fact: Fact) -> bool:
        return fact.status is Status.ACTIVE and fact.key not in self._served

    def _amendment(self, fact: Fact) -> Span | None:
        """The user's later words that change it."""
        if not (_is_by_user(fact) and self._stands(fact)):
            return None
        return self._amended.of(fact, value_as(fact, ConstraintValue).text)

    def _mark(self, fact: Fact, amended: Span | None) -> str:
        if fact.key in self._served:
            return self._view.labels("done_ask")
        if fact.status is not Status.ACTIVE:
            return self._view.labels(fact.status.value)
        return self._view.labels("amended") if amended is not None else ""

    def _lead(self, fact: Fact) -> tuple[str, Span | None]:
        """What it stands under: whose rule it is, and the heading of the only work it is for."""
        section, label = self._sections.heading(fact), _label(fact)
        heading = section.lead_span if section is not None else None
        if section is not None and heading is not None and label == "policy":
            return self._view.labels("policy_for", heading=one_line(section.lead)), heading
        return self._view.labels(label) if label else "", heading

    def _keep(self, fact: Fact) -> Keep:
        """A system prompt's rules are before a role's own eyes; another role has not seen them."""
        if _binds_by_user(fact) and fact.key not in self._served:
            return Keep.CONSTRAINT
        if not self._view.handed_over and _is_policy(fact):
            return Keep.OPTIONAL
        return self._compressor.keep_for(self._view, fact)

    def _worth(self, fact: Fact) -> float:
        settings = self._view.settings
        is_set = self._view.handed_over and self._stands(fact) and _is_policy(fact)
        factors = settings.factor
        is_served = fact.key in self._served
        return (
            self._compressor.fact_worth(self._view, fact)
            * (factors.users_rule if _is_by_user(fact) or is_set else factors.others_rule)
            * (factors.closed_request if is_served else self._bearing(fact))
            * (settings.policies.foreign_factor if self._sections.is_foreign(fact) else 1.0)
        )

    def _bearing(self, fact: Fact) -> float:
        """How much it has to do with what is asked for, and with what is done next."""
        if fact.key in self._due:
            return self._view.settings.policies.due_factor
        return self._asked.get(fact.key, 1.0)


def _rules_in_latest(view: GeneratorView) -> Sequence[Fact]:
    """The users' rules that the latest message says, read there without headings.

    None where they are few: those stand before the reader's eyes at the top as well.
    """
    if not view.users:
        return ()
    latest = view.users[-1].message
    rules = [
        fact
        for fact in view.analysis.ledger.of(FactKind.CONSTRAINT)
        if fact.status is Status.ACTIVE
        and fact.last.author is Author.USER
        and fact.last.span.message_id == latest.id
        and is_read_back(latest, fact.last.span)
    ]
    said = sum(len(value_as(fact, ConstraintValue).text) for fact in rules)
    return rules if said >= view.settings.limits.repeated_rules else ()


def _is_users(seen: Observation) -> bool:
    """A user said it, or a hand-off passes it on as a user's."""
    value = seen.value
    return seen.author is Author.USER or (isinstance(value, ConstraintValue) and value.of_user)


def _is_by_user(fact: Fact) -> bool:
    return any(map(_is_users, fact.history))


def _binds_by_user(fact: Fact) -> bool:
    return fact.status is Status.ACTIVE and _is_by_user(fact)


def _is_policy(fact: Fact) -> bool:
    """The system prompt sets it: it binds for the whole session."""
    return any(seen.author is Author.SYSTEM for seen in fact.history)


def _label(fact: Fact) -> str:
    """What a rule that no user set is called: a form of the answer, a policy, or a condition."""
    if _is_by_user(fact):
        return ""
    if value_as(fact, ConstraintValue).sort == "format":
        return "answer_format"
    return "policy" if _is_policy(fact) else "condition"


def _served_rules(requests: Sequence[Fact], rules: Sequence[Fact]) -> frozenset[str]:
    """Keys of the rules that are no more than an ask, or a part of one, which is done."""
    done = [fact.first.span for fact in requests if fact.status is Status.DONE]
    return frozenset(
        rule.key
        for rule in rules
        if rule.status is Status.ACTIVE and not _goes_on(value_as(rule, ConstraintValue))
        if any(ask.holds(rule.last.span) for ask in done)
    )


def _goes_on(value: ConstraintValue) -> bool:
    """It binds beyond the work that it came with: a prohibition, a scope, a language, a form."""
    if value.sort == "scope":
        return any(phrase.category == _NARROWING for phrase in find(value.text, "constraints"))
    return value.sort != "obligation"
