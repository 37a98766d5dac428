"""Calls that change something by a tool, and what later ones made of what they did."""

from __future__ import annotations

import re
from collections.abc import Iterator
from functools import cached_property
from typing import NamedTuple

from uagent_memory.facts import Change, CommandValue, FactKind, Status
from uagent_memory.generator.records.owners import Owners
from uagent_memory.generator.view import GeneratorView
from uagent_memory.generator.work.acting import acting_verb
from uagent_memory.generator.work.call_results import CallPart, calls_of
from uagent_memory.ledger import Fact
from uagent_memory.nested import strings_in

__all__ = ["Acts"]

_ID = re.compile(r"#?(?=[\w-]*\d)(?=[\w-]*[^\W\d_])[\w-]{4,}")


class _Act(NamedTuple):
    key: str
    tool: str
    verb: str
    sent: frozenset[str]
    made: frozenset[str]
    """Ids that stand in its answer and not in what was sent."""
    is_done: bool


class _Fates(NamedTuple):
    """Keys of the calls that a later one changed, and of those that one made good."""

    changed: frozenset[str]
    redone: frozenset[str]


class Acts:
    """Of one history."""

    def __init__(self, view: GeneratorView) -> None:
        self._view = view
        self._owners = Owners(view)

    def looks_up_owner(self, fact: Fact) -> bool:
        """It got what is known of the one whom most results name."""
        return self._owners.are_looked_up(fact)

    def is_changed(self, fact: Fact) -> bool:
        """A later call changed or took back what it made."""
        return fact.key in self._fates.changed

    def is_redone(self, fact: Fact) -> bool:
        """It failed, and a later call with all of its arguments did it."""
        return fact.key in self._fates.redone

    def only_deletes(self, fact: Fact) -> bool:
        """A command went well, and the ledger of files tells what is gone."""
        deleting = self._view.settings.shipping.deleting
        deletes = isinstance(fact.value, CommandValue) and fact.value.program in deleting
        well = fact.status is Status.PASSED
        return deletes and well and fact.last.span[:2] in self._deletions

    @cached_property
    def _deletions(self) -> frozenset[CallPart]:
        """Where files were deleted."""
        files = self._view.analysis.ledger.of(FactKind.FILE)
        acts = (seen for file in files for seen in file.history)
        return frozenset(seen.span[:2] for seen in acts if seen.change is Change.DELETED)

    @cached_property
    def _fates(self) -> _Fates:
        changing = self._view.settings.shipping.changing
        sent: set[str] = set()
        done: dict[str, list[frozenset[str]]] = {}
        changed: set[str] = set()
        redone: set[str] = set()
        for act in reversed(list(self._acts())):
            if not act.is_done:
                if any(act.sent <= other for other in done.get(act.tool, ())):
                    redone.add(act.key)
                continue
            if not sent.isdisjoint(act.made):
                changed.add(act.key)
            done.setdefault(act.tool, []).append(act.sent)
            if act.verb in changing:
                sent |= act.sent
        return _Fates(frozenset(changed), frozenset(redone))

    def _acts(self) -> Iterator[_Act]:
        view = self._view
        facts = sorted(view.analysis.ledger.of(FactKind.COMMAND), key=lambda f: f.last.order)
        for fact in facts:
            value = fact.value
            if not isinstance(value, CommandValue):
                continue
            if verb := acting_verb(value, view.settings.shipping):
                is_done = fact.status in (Status.PASSED, Status.UNKNOWN)
                sent, made = _ids_of(view, fact)
                yield _Act(fact.key, value.tool, verb, sent, made, is_done)


def _ids_of(view: GeneratorView, fact: Fact) -> tuple[frozenset[str], frozenset[str]]:
    """What the last run of a call sent, and the ids that its answer gave."""
    spans = calls_of(fact)
    message = view.message_of(spans[-1]) if spans else None
    if message is None:
        return frozenset(), frozenset()
    answer = view.calls.by_call.get(spans[-1][:2])
    sent = frozenset(strings_in(message.call_at(spans[-1].part).arguments))
    made = frozenset(_ID.findall(answer.text)) if answer is not None else frozenset()
    return sent, made - sent
