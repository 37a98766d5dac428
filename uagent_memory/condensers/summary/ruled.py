"""The summary without a model: counts by event kind, key results, files, open work, errors.

Each item is a quotation with its source. An earlier summary among the events is carried on item by
item, so nothing is summarised twice, and every part is bounded however often that happens.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable, Mapping, Sequence

from uagent_memory.analyzer.cues import output_cue
from uagent_memory.analyzer.types import Cue
from uagent_memory.condensers.kinds import EventKind, is_summary, kind_of
from uagent_memory.condensers.shortening import excerpt
from uagent_memory.condensers.summary.parts import (
    FivePartSummary,
    Language,
    Part,
    Phrases,
    parts_settings,
)
from uagent_memory.condensers.summary.telling import (
    FINDINGS,
    error_items,
    item,
    ledger_items,
    result_item,
    said_items,
)
from uagent_memory.messages import Message
from uagent_memory.render.quote import inline_text

__all__ = ["RuledSummary"]

COUNTED = re.compile(r"(\w+) (\d+)")
ASKS = 2
"""Sentences of one older request."""
OBSERVED = (EventKind.CMD_OBSERVATION, EventKind.FILE_OBSERVATION, EventKind.OBSERVATION)
SPOKEN = (EventKind.AGENT_MESSAGE, EventKind.AGENT_ACTION)
MORE = re.compile(r"(?:另有 (\d+) 项|(\d+) more)$")


class RuledSummary:
    """Collects items part by part; speech is read from its newest end until its parts are full."""

    def __init__(self, language: Language, kinds: Mapping[str, EventKind]) -> None:
        self._language: Language = language
        self._words: Phrases = parts_settings().phrases(language)
        self._kind = kinds
        self._places: dict[Part, dict[str, tuple[int, int]]] = {part: {} for part in Part}
        """Items with their place: index of the event, number within it."""
        self._errors: dict[str, str] = {}
        self._results: dict[str, str] = {}
        self._files: tuple[str, ...] = ()
        self._tasks: tuple[str, ...] = ()
        self._kinds: Counter[str] = Counter()
        self._left_out: Counter[Part] = Counter()

    @classmethod
    def of(
        cls, events: Sequence[Message], *, language: Language, kinds: Mapping[str, EventKind]
    ) -> RuledSummary:
        """Of events in order; earlier summaries among them come first."""
        collected = cls(language, kinds)
        for event in events:
            if is_summary(event):
                collected._carry_on(event)
        collected._read([event for event in events if not is_summary(event)])
        return collected

    def items(self, part: Part) -> tuple[str, ...]:
        """The items of a part in order, errors behind what agents found."""
        places = self._places[part]
        ordered = sorted(places, key=lambda told: places[told])
        errors = self._errors.values() if part is Part.FINDINGS else ()
        return tuple(dict.fromkeys((*ordered, *errors)))

    def required(self) -> dict[Part, tuple[str, ...]]:
        """What no other summary may lose: users' asks, errors, changed files, unfinished tasks."""
        most = parts_settings().most
        return {
            Part.CONTEXT: self.items(Part.CONTEXT),
            Part.STATE: self._files[-most[Part.STATE] :],
            Part.PENDING: self._tasks[-most[Part.PENDING] :],
            Part.FINDINGS: tuple(self._errors.values()),
        }

    def remind(self, asks: Iterable[Message]) -> None:
        """If nobody asks for anything in these events: what the first of others asks for."""
        first = next((e for e in asks if kind_of(e) is EventKind.USER_MESSAGE and e.text), None)
        if first is not None and not self._places[Part.CONTEXT]:
            self._add(Part.CONTEXT, 0, [item(first.text, first)])

    def summary(self) -> FivePartSummary:
        """What was collected, bounded: of too many items the newest stay, and the rest counts."""
        texts = {part: self._text(part) for part in Part}
        if self._kinds:
            texts[Part.PROGRESS] = self._join([self._counts(), texts[Part.PROGRESS]])
        return FivePartSummary(texts, self._language)

    def _read(self, events: Sequence[Message]) -> None:
        for index, event in enumerate(events):
            kind = self._kind[event.id]
            self._kinds[kind.value] += 1
            if kind in OBSERVED:
                self._observe(index, event, kind)
        is_latest = True
        for index in range(len(events) - 1, -1, -1):
            kind = self._kind[events[index].id]
            if kind is EventKind.USER_MESSAGE and events[index].text.strip():
                self._ask(index, events[index], is_latest=is_latest)
                is_latest = False
            elif kind in SPOKEN:
                self._say(index, events[index])
        files, tasks = ledger_items(events, self._words)
        self._files, self._tasks = tuple(files), tuple(tasks)
        self._add(Part.STATE, len(events), files)
        self._add(Part.PENDING, len(events), tasks)

    def _observe(self, index: int, event: Message, kind: EventKind) -> None:
        errors = error_items(event, kind)
        self._errors.update(errors)
        if not errors and kind is not EventKind.FILE_OBSERVATION:
            self._add(Part.PROGRESS, index, [result_item(event)])

    def _ask(self, index: int, event: Message, *, is_latest: bool) -> None:
        """The newest request stands whole; of older ones the sentences that ask or forbid."""
        if is_latest:
            near = parts_settings().length.latest_request
            self._add(Part.CONTEXT, index, [item(event.text, event, near=near)])
        elif self._is_full(Part.CONTEXT):
            self._left_out[Part.CONTEXT] += 1
        else:
            asks = [said for _, said in said_items(event, Cue.DEMAND | Cue.QUESTION)]
            self._add(Part.CONTEXT, index, asks[:ASKS] or [item(event.text, event)])

    def _say(self, index: int, event: Message) -> None:
        if all(map(self._is_full, (Part.PENDING, Part.FINDINGS, Part.PROGRESS))):
            return
        told: dict[Part, list[str]] = {}
        for unit, said in said_items(event, FINDINGS | Cue.OUTCOME | Cue.OPEN):
            told.setdefault(_part_of(unit.cue), []).append(said)
        for part, items in told.items():
            self._add(part, index, items)

    def _carry_on(self, event: Message) -> None:
        earlier = FivePartSummary.parse(event.text)
        if earlier is None:
            near = parts_settings().length.earlier
            told = inline_text(excerpt(event.text, near=near))
            self._add(Part.CONTEXT, -1, [f"{told} ({event.short_id})"])
            return
        for part in Part:
            for told in earlier.items(part):
                self._carry_item(part, told)

    def _carry_item(self, part: Part, told: str) -> None:
        if part is Part.PROGRESS and _is_counts(told):
            self._kinds.update({kind: int(count) for kind, count in COUNTED.findall(told)})
        elif more := MORE.match(told):
            self._left_out[part] += int(more[1] or more[2])
        elif part is Part.FINDINGS and output_cue(told) & Cue.ERROR:
            self._errors[told] = told
        else:
            self._add(part, -1, [told])

    def _add(self, part: Part, index: int, items: Iterable[str]) -> None:
        places = self._places[part]
        for told in filter(None, items):
            if part is not Part.PROGRESS or self._is_newest(told, index):
                places.setdefault(told, (index, len(places)))

    def _is_newest(self, told: str, index: int) -> bool:
        """Of equal results only the newest is told: ten equal runs are one line."""
        quotation, places = told.rpartition(" (")[0], self._places[Part.PROGRESS]
        earlier = self._results.get(quotation)
        if earlier is not None and places[earlier][0] > index:
            return False
        if earlier is not None and earlier != told:
            del places[earlier]
        self._results[quotation] = told
        return True

    def _is_full(self, part: Part) -> bool:
        return len(self._places[part]) >= parts_settings().most[part]

    def _text(self, part: Part) -> str:
        """The newest items; of findings at least half of the room is for errors."""
        items, most = self.items(part), parts_settings().most[part]
        if part is Part.FINDINGS:
            printed = set(self._errors.values())
            told = [found for found in items if found not in printed]
            errors = [found for found in items if found in printed]
            kept = errors[-max(most - len(told), most // 2) :]
            shown = [*told[max(len(told) - (most - len(kept)), 0) :], *kept]
        else:
            shown = list(items[-most:])
        hidden = self._left_out[part] + len(items) - len(shown)
        more = [self._words.more.format(n=hidden)] if hidden else []
        return self._join([*shown, *more])

    def _join(self, items: Iterable[str]) -> str:
        return self._words.separator.join(filter(None, items))

    def _counts(self) -> str:
        kinds = ", ".join(f"{name} {count}" for name, count in self._kinds.items())
        return self._words.counts.format(n=sum(self._kinds.values()), kinds=kinds)


def _is_counts(told: str) -> bool:
    return any(f"{kind.value} " in told for kind in EventKind) and (
        told.startswith("共 ") or " events (" in told
    )


def _part_of(cue: Cue) -> Part:
    if cue & Cue.OPEN:
        return Part.PENDING
    return Part.FINDINGS if cue & FINDINGS else Part.PROGRESS
