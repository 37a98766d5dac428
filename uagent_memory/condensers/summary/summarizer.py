"""Summarizer: five parts for the events that are forgotten, with a model or without."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field

from uagent_memory.analyzer.language import is_foreign
from uagent_memory.condensers.asking import Poll, Steps
from uagent_memory.condensers.kinds import EventKind
from uagent_memory.condensers.summary.audit import audited, with_required
from uagent_memory.condensers.summary.parts import (
    FivePartSummary,
    Part,
    language_of,
    parts_settings,
)
from uagent_memory.condensers.summary.request import Limits, event_text, summary_request
from uagent_memory.condensers.summary.ruled import RuledSummary
from uagent_memory.events import emit
from uagent_memory.llm.non_answers import non_answer
from uagent_memory.llm.prompts import PromptLibrary, load_prompts
from uagent_memory.llm.protocol import LanguageModel, Outcome, Usage
from uagent_memory.masking import Masker
from uagent_memory.messages import Message
from uagent_memory.tokens import TokenCounter

__all__ = ["ANSWER_TOKENS", "Summarizer", "Summary"]

TOTAL_CHARACTERS = 200_000
ANSWER_TOKENS = 2_000


@dataclass(frozen=True, slots=True)
class Summary:
    """A summary and how it came about."""

    text: str
    """Five lines, secrets masked; "" only where there was nothing to summarise."""
    by: str
    """"rules", or the model's name."""
    usage: Usage = field(default_factory=Usage)
    faults: tuple[str, ...] = ()
    """Why the model's text, or a part of it, was not used; without any of the conversation."""


@dataclass(frozen=True, slots=True)
class Summarizer:
    """Asks the model once, if there is one; whatever is wrong with the answer, the rules stand in.

    `mask` keeps secrets out of the request and out of the result.
    """

    counter: TokenCounter
    model: LanguageModel | None = None
    prompts: PromptLibrary = field(default_factory=load_prompts)
    max_event_length: int = 8000
    max_tokens: int = ANSWER_TOKENS
    mask: bool = True

    def summarize(
        self,
        events: Sequence[Message],
        *,
        kinds: Mapping[str, EventKind],
        spoken: Sequence[Message] = (),
        order: Sequence[Message] = (),
    ) -> Steps[Summary]:
        """Summarise events.

        Args:
            events: in order.
            kinds: kind of each event by its id.
            spoken: the events that tell the conversation's language; `events` if empty.
            order: who is sent first if not all fit into a request.
        """
        language = language_of(spoken or events)
        masker = Masker.of(events) if self.mask else Masker()
        collected = RuledSummary.of(events, language=language, kinds=kinds)
        collected.remind(spoken)
        ruled = collected.summary()
        text = masker.mask(ruled.render())
        if self.model is None:
            return Summary(text, "rules")
        asked = summary_request(
            events,
            language=language,
            kinds=kinds,
            prompts=self.prompts,
            masker=masker,
            limits=Limits(self.max_event_length, TOTAL_CHARACTERS, self.max_tokens),
            order=order,
        )
        replies = yield Poll(self.model, asked.request)
        reply = replies[0]
        if reply.outcome is not Outcome.TEXT:
            return self._fallen_back(text, reply.usage, f"{reply.outcome.value} {reply.detail}")
        proposed = FivePartSummary.parse(reply.text)
        if proposed is None:
            fault = non_answer(reply.text) or "an answer without the five headings"
            return self._fallen_back(text, reply.usage, fault)
        if is_foreign(proposed.prose, language):
            return self._fallen_back(text, reply.usage, "not in the conversation's language")
        masked = [
            event_text(event, kinds[event.id], masker=masker, limit=self.max_event_length)
            for event in events
        ]
        known = (*events, *spoken)
        checked, faults = audited(proposed, ruled, known, extra=masked)
        held = with_required(
            checked,
            _required(collected, RuledSummary.of(asked.unsent, language=language, kinds=kinds)),
            separator=parts_settings().phrases(checked.language).separator,
        )
        made = masker.mask(held.render())
        most = max(self._size(text) * 2, self._size_of(events) // 2)
        if self._size(made) > most:
            return self._fallen_back(text, reply.usage, "longer than what it could stand for")
        if faults:
            self._warn(f"{len(faults)} untraceable")
        return Summary(made, self.model.name, reply.usage, faults)

    def _fallen_back(self, text: str, usage: Usage, fault: str) -> Summary:
        self._warn(fault.strip())
        return Summary(text, "rules", usage, (fault.strip(),))

    def _warn(self, fault: str) -> None:
        emit(
            "condenser.model_fault",
            role=self.model.name if self.model else "",
            stage="summarize",
            level="warning",
            fault=fault,
        )

    def _size(self, text: str) -> int:
        return self.counter.count(text)

    def _size_of(self, events: Sequence[Message]) -> int:
        return sum(self.counter.count_many([event.full_text for event in events]))


def _required(all_events: RuledSummary, unsent: RuledSummary) -> dict[Part, tuple[str, ...]]:
    """What must not be lost, and all that the model was not sent."""
    required = all_events.required()
    rest = (Part.PROGRESS, Part.STATE, Part.PENDING)
    more = {part: (*required.get(part, ()), *unsent.items(part)) for part in rest}
    return {**required, **{part: tuple(dict.fromkeys(items)) for part, items in more.items()}}
