"""Steps of a plan that an agent tells its teammates to take, one after the other."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from collections.abc import Set as AbstractSet
from dataclasses import dataclass

from uagent_memory.analyzer.observations.plan_items import ABOUT, HEARD, Item
from uagent_memory.analyzer.observations.prose import Prose, follow_up
from uagent_memory.analyzer.observations.text_tasks import CLOSING_LINES
from uagent_memory.analyzer.observations.ties import content_words
from uagent_memory.facts import Change, FactKind, HandoffValue
from uagent_memory.ledger import Observation

__all__ = ["ErrandBook"]

SHARED = 3
"""Words of content that a teammate's brief has in common with the step that it is about."""


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
        self._teammates: set[str] = set()

    def feed(
        self, prose: Prose, own: Sequence[Observation], plans: Mapping[str, dict[str, Item]]
    ) -> Iterator[Observation]:
        """Teammates are told to take a step of the plan, and answer.

        An agent that then asks for a later step goes on from the earlier one: it is done if the
        answer spoke of it, else passed over.
        """
        speaker = prose.message.agent or ""
        known = plans.get(speaker, {})
        asked = {o: e for o, e in self._errands.items() if e.receiver == speaker}
        briefs = [seen for seen in own if seen.kind is FactKind.HANDOFF] if known else []
        if not (briefs or asked):
            return
        words = content_words(prose.message.text[:HEARD])
        for owner, errand in asked.items() if _answers(prose) else ():
            item = plans.get(owner, {}).get(errand.key)
            errand.answered = True
            errand.served = errand.served or (item is not None and item.share(words) >= ABOUT)
        for seen in briefs:
            if isinstance(seen.value, HandoffValue):
                key = _meant(self._for(seen.value.receiver, known), words)
                if key is not None:
                    yield from self._went_to(prose, known, key, seen)

    def _for(self, receiver: str, known: Mapping[str, Item]) -> Mapping[str, Item]:
        """The steps that can be meant by a brief: those that name no other teammate."""
        if not receiver:
            return {}
        self._teammates.add(receiver.casefold())
        others = self._teammates - {receiver.casefold()}
        return {key: item for key, item in known.items() if item.words.isdisjoint(others)}

    def _went_to(
        self, prose: Prose, known: dict[str, Item], key: str, order: Observation
    ) -> Iterator[Observation]:
        speaker = prose.message.agent or ""
        before = self._errands.get(speaker)
        places = list(known)
        answered = before is not None and before.answered and before.key in known
        if before and answered and places.index(before.key) < places.index(key):
            change = Change.DONE if before.served else Change.SUPERSEDED
            yield follow_up(known.pop(before.key).seen, change, prose.message, order.span)
        value = order.value
        receiver = value.receiver if isinstance(value, HandoffValue) else ""
        self._errands[speaker] = _Errand(key, receiver)
        yield follow_up(known[key].seen, Change.STARTED, prose.message, order.span)


def _meant(known: Mapping[str, Item], words: AbstractSet[str]) -> str | None:
    """The step that a brief is most about; the earliest of equals."""
    shares = {
        key: item.share(words)
        for key, item in known.items()
        if item.listed and len(item.words & words) >= SHARED
    }
    best = max(shares, key=lambda key: shares[key], default=None)
    return best if best is not None and shares[best] >= ABOUT else None


def _answers(prose: Prose) -> bool:
    """A teammate's message that does not begin with having failed."""
    first = prose.lines[:CLOSING_LINES]
    return bool(first) and not any(line.has("tasks.gave_up") for line in first)
