"""Calls that changed a file, or tried to: the file ledger speaks for them."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from typing import Literal, TypeAlias

from uagent_memory.analyzer.observations.shell.outcomes import is_refused
from uagent_memory.analyzer.observations.tables import strings
from uagent_memory.analyzer.types import ContextAnalysis
from uagent_memory.facts import Change, FactKind, FileValue, Status
from uagent_memory.generator.evidence.printed_changes import PrintedChanges
from uagent_memory.generator.work.call_results import CallPart, CallResults
from uagent_memory.generator.work.passing_files import TEMPORARY, Passing
from uagent_memory.ledger import Fact, Observation
from uagent_memory.messages import Message, Span

__all__ = ["EditCalls", "Missed"]

_FRAME = re.compile(r"\A[A-Z][a-z]+: |</[\w-]+>\Z")
"""What a tool puts around a text that it repeats."""
Missed: TypeAlias = Literal["call_failed", "call_refused"]
"""The label of how it ended."""


class EditCalls:
    """Of one history.

    Args:
        analysis: of the whole history.
        calls: what its calls were answered.
        passing: files that no line shows the changes of.
        printed: what files show of changes that tell no line.
    """

    def __init__(
        self,
        analysis: ContextAnalysis,
        calls: CallResults,
        passing: Mapping[str, Passing],
        printed: PrintedChanges,
    ) -> None:
        self._printed = printed
        self._seen = frozenset(
            (seen.span.message_id, seen.span.part)
            for fact in analysis.ledger.of(FactKind.FILE)
            for seen in fact.history
            if seen.span.part != "text"
            and passing.get(fact.key) not in TEMPORARY
            and (seen.change is Change.REFUSED or self._tells(fact, seen))
        )
        self._answers = calls.by_call
        self._missed = self._without_effect(analysis.ledger.of(FactKind.FILE))

    def __contains__(self, place: CallPart) -> bool:
        return place in self._seen

    def missed(self, place: CallPart) -> Missed | None:
        """How a call that was to change files, and changed none, ended; any that never ran."""
        answer = self._answers.get(place)
        if answer is None:
            return None
        if is_refused(answer):
            return "call_refused"
        return "call_failed" if place in self._missed else None

    def is_attempted(self, line: str, place: CallPart, sent: str) -> bool:
        """What is answered to an edit that did not take says only what that was to put in.

        Args:
            line: of the answer.
            place: the call's.
            sent: the call's text. Of a refusal nothing says more than that, and what a user added.
        """
        if place not in self._missed:
            return False
        said = _FRAME.sub("", line)
        return self.missed(place) == "call_refused" or (bool(said) and said in sent)

    def _without_effect(self, facts: Iterable[Fact]) -> frozenset[CallPart]:
        calls = {(answer.id, "text"): place for place, answer in self._answers.items()}
        tried: set[CallPart] = set()
        done: set[CallPart] = set()
        for fact in facts:
            for seen in fact.history:
                place = calls.get(seen.span[:2], seen.span[:2])
                if seen.change is Change.REFUSED:
                    tried.add(place)
                elif seen.change not in (Change.READ, Change.STATED):
                    done.add(place)
        return frozenset(tried - done)

    def acknowledges(self, message: Message, place: CallPart | None) -> bool:
        """One line with which a tool answers such a call."""
        return place in self._seen and "\n" not in message.text.strip()

    def answer(self, seen: Observation) -> Message | None:
        """What a tool answered to the call that made an observation."""
        return self._answers.get((seen.span.message_id, seen.span.part))

    def _tells(self, fact: Fact, seen: Observation) -> bool:
        """The file's line shows what changed: all of it, where no script only tells its texts."""
        if not isinstance(seen.value, FileValue):
            return False
        by_script = seen.value.how in strings("shell", "program", "interpreters")
        return bool(seen.value.hunks and not by_script) or self._printed.tells(fact, seen)

    def refusal(self, fact: Fact) -> Span | None:
        """The newest change to an unchanged file that a person or a rule did not let happen."""
        if fact.status is not Status.UNCHANGED:
            return None
        for seen in reversed(fact.history):
            answer = self.answer(seen)
            if seen.change is Change.REFUSED and answer is not None and is_refused(answer):
                return seen.span
        return None
