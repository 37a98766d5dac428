"""Steps of a plan that an agent tells its teammates to take, one after the other."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from collections.abc import Set as AbstractSet
from dataclasses import dataclass

from uagent_memory.analyzer.observations.conversation.prose import Prose, follow_up
from uagent_memory.analyzer.observations.conversation.ties import (
    opening_words,
    share,
    speaks_of,
)
from uagent_memory.analyzer.observations.tables import table
from uagent_memory.analyzer.observations.tasks.open_items import OpenItems
from uagent_memory.analyzer.observations.tasks.plan_items import Item, text_of
from uagent_memory.facts import Change, FactKind, HandoffValue
from uagent_memory.ledger import Observation

__all__ = ["ErrandBook"]

_HANDOFF = FactKind.HANDOFF
_REPORTS = 8
"""Newest answers of a teammate that are looked at."""


@dataclass(slots=True)
class _Errand:
    """A step that an agent told a teammate to take."""

    key: str
    receiver: str
    answered: bool = False
    served: bool = False
    """The answer speaks of the step."""


class ErrandBook:
    """Which step of its plan each agent told a teammate to take last."""

    def __init__(self) -> None:
        self._errands: dict[str, _Errand] = {}
        self._asked: dict[str, dict[str, _Errand]] = {}
        """The same by receiver, then by who asked."""
        self._teammates: set[str] = set()
        self._reported: dict[str, list[AbstractSet[str]]] = {}
        """By teammate, the words of its newest answers."""

    def feed(
        self, prose: Prose, own: Sequence[Observation], plans: OpenItems
    ) -> Iterator[Observation]:
        """Teammates are told to take a step of the plan, and answer.

        An agent that then asks for a later step goes on from the earlier one: it is done if the
        answer spoke of it, else passed over.
        """
        speaker = prose.message.agent or ""
        known = plans.of(speaker)
        asked = self._asked.get(speaker, {})
        briefs = [seen for seen in own if seen.kind is _HANDOFF] if known else []
        orders = any(seen.kind is _HANDOFF for seen in own)
        if not (orders or asked or self._is_reporting(prose)):
            return
        words = opening_words(prose.message.text)
        if self._is_reporting(prose):
            self._reported.setdefault(speaker.casefold(), []).append(words)
            del self._reported[speaker.casefold()][:-_REPORTS]
        for owner, errand in asked.items() if _answers(prose) else ():
            item = plans.of(owner).get(errand.key)
            errand.answered = True
            errand.served = errand.served or (item is not None and item.is_meant_by(words))
        self._teammates |= {
            seen.value.receiver.casefold()
            for seen in own
            if seen.kind is _HANDOFF
            and isinstance(seen.value, HandoffValue)
            and seen.value.receiver
        }
        for seen in briefs:
            if isinstance(seen.value, HandoffValue):
                steps = self._for(seen.value.receiver, plans.of(speaker))
                key = _meant(steps, words) or _of_receiver(steps, words, seen.value.receiver)
                if key is not None:
                    yield from self._went_to(prose, plans, key, seen)

    def _for(self, receiver: str, known: Mapping[str, Item]) -> Mapping[str, Item]:
        """The steps that can be meant by a brief: those that name no other teammate."""
        if not receiver:
            return {}
        self._teammates.add(receiver.casefold())
        own = {receiver.casefold()}
        return {k: item for k, item in known.items() if item.words & self._teammates <= own}

    def _went_to(
        self, prose: Prose, plans: OpenItems, key: str, order: Observation
    ) -> Iterator[Observation]:
        speaker = prose.message.agent or ""
        before, known = self._errands.get(speaker), plans.of(speaker)
        places, seen = list(known), known[key].seen
        answered = before is not None and before.answered and before.key in known
        if before and answered and places.index(before.key) < places.index(key):
            change = Change.DONE if before.served else Change.SUPERSEDED
            yield follow_up(known[before.key].seen, change, prose.message, order.span)
            plans.close(speaker, before.key)
        value = order.value
        receiver = value.receiver if isinstance(value, HandoffValue) else ""
        for earlier in places[: places.index(key)]:
            item = plans.of(speaker).get(earlier)
            if item is not None and self._is_reported(item, receiver):
                yield follow_up(item.seen, Change.DONE, prose.message, order.span)
                plans.close(speaker, earlier)
        self._sent(speaker, _Errand(key, receiver))
        yield follow_up(seen, Change.STARTED, prose.message, order.span)

    def _is_reporting(self, prose: Prose) -> bool:
        """A teammate that was given work answers."""
        speaker = (prose.message.agent or "").casefold()
        return speaker in self._teammates and not prose.acts and _answers(prose)

    def _is_reported(self, item: Item, receiver: str) -> bool:
        """It is the receiver's own step, and an answer of the receiver's speaks of it."""
        if not _is_of(item, receiver):
            return False
        about = item.words - {receiver.casefold()}
        return any(speaks_of(words, about) for words in self._reported.get(receiver.casefold(), ()))

    def _sent(self, speaker: str, errand: _Errand) -> None:
        before = self._errands.get(speaker)
        if before is not None:
            del self._asked[before.receiver][speaker]
        self._errands[speaker] = errand
        self._asked.setdefault(errand.receiver, {})[speaker] = errand


def _meant(known: Mapping[str, Item], words: AbstractSet[str]) -> str | None:
    """The step that a brief is most about; the earliest of equals."""
    shares = {
        key: share(item.words, words)
        for key, item in known.items()
        if item.listed and len(item.words & words) >= table("tasks")["errand_words"]
    }
    best = max(shares, key=lambda key: shares[key], default=None)
    return best if best is not None and known[best].is_meant_by(words) else None


def _of_receiver(known: Mapping[str, Item], words: AbstractSet[str], receiver: str) -> str | None:
    """Of the steps that begin with the receiver's name the one that a short brief is most about."""
    shares = {
        key: share(item.words - {receiver.casefold()}, words)
        for key, item in known.items()
        if item.listed and _is_of(item, receiver)
    }
    best = max(shares, key=lambda key: shares[key], default=None)
    return best if best is not None and shares[best] > 0 else None


def _is_of(item: Item, receiver: str) -> bool:
    """It begins with whose it is: "Searcher: the prices"."""
    text = text_of(item.seen).casefold().lstrip("*_` ")
    return bool(receiver) and text.startswith(receiver.casefold())


def _answers(prose: Prose) -> bool:
    """A teammate's message that does not begin with having failed."""
    first = prose.lines[: table("tasks")["closing_lines"]]
    return bool(first) and not any(line.has("tasks.gave_up") for line in first)
