"""Rules that limit what is to be done next: "the exchange tool can only be called once"."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from collections.abc import Set as AbstractSet

from uagent_memory.analyzer.terms import content_words
from uagent_memory.facts import OPEN_STATUSES, ConstraintValue, FactKind, TaskValue
from uagent_memory.generator.records.asked_words import stems_of
from uagent_memory.generator.records.policy_sections import PolicySections
from uagent_memory.generator.records.service_words import is_limiting
from uagent_memory.generator.view import GeneratorView
from uagent_memory.ledger import Fact
from uagent_memory.messages import Author

__all__ = ["due_policies"]


def due_policies(
    view: GeneratorView, rules: Sequence[Fact], sections: PolicySections
) -> AbstractSet[str]:
    """Keys of the rules of no user that bar or limit an act which is asked for or agreed to.

    Args:
        view: of the history.
        rules: its rules.
        sections: under which headings they stand.
    """
    due = _due_acts(view)
    return frozenset(fact.key for fact in rules if due and _limits(view, fact, sections, due))


def _limits(
    view: GeneratorView, fact: Fact, sections: PolicySections, due: AbstractSet[str]
) -> bool:
    value = fact.value
    if not isinstance(value, ConstraintValue) or fact.last.author is Author.USER:
        return False
    heading = sections.heading(fact)
    text = value.text if heading is None else f"{heading.lead} {value.text}"
    own = stems_of(content_words(text), view.settings.policies)
    return is_limiting(value.text) and not own.isdisjoint(due)


def _due_acts(view: GeneratorView) -> AbstractSet[str]:
    """Stems of the acts that the latest user message names, or an open offer."""
    settings = view.settings.policies
    said = stems_of((word for text in _said(view) for word in content_words(text)), settings)
    return said & stems_of(view.settings.shipping.verbs, settings)


def _said(view: GeneratorView) -> Iterator[str]:
    if view.users:
        yield view.users[-1].message.text
    for task in view.analysis.ledger.of(FactKind.TASK):
        if task.status in OPEN_STATUSES and isinstance(task.value, TaskValue):
            yield task.value.text
