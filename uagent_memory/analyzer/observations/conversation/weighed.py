"""What an agent decides in its thoughts, on the way to a report that tells what it decided."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from uagent_memory.analyzer.observations.conversation.prose import Prose, follow_up
from uagent_memory.analyzer.observations.conversation.thoughts import is_thought, thoughts_in
from uagent_memory.analyzer.types import Cue
from uagent_memory.facts import Change, FactKind
from uagent_memory.ledger import Observation
from uagent_memory.messages import Message, Span

__all__ = ["WeighedBook"]


class WeighedBook:
    """The decisions of agents' thoughts since a user spoke, and the newest report."""

    def __init__(self) -> None:
        self._weighed: list[Observation] = []
        self._report: tuple[Message, Span] | None = None
        """The newest message that says something, and where it tells a decision aloud."""

    def said(self, prose: Prose, own: Sequence[Observation]) -> None:
        """An agent's message."""
        text = prose.message.text
        if not text.strip():
            return
        inner = thoughts_in(text)
        decided = [seen for seen in own if seen.kind is FactKind.DECISION]
        within = [seen for seen in decided if inner.overlap(seen.span.start, seen.span.end)]
        self._weighed.extend(within)
        aloud = [seen.span for seen in decided if seen not in within]
        aloud += [
            line.span
            for line in prose.lines
            if line.unit.cue.meets(Cue.DECISION)
            and not is_thought(line.unit)
            and not inner.overlap(line.span.start, line.span.end)
        ]
        self._report = (prose.message, aloud[0]) if aloud else None

    def heard(self) -> Iterator[Observation]:
        """A user has read the report: it stands for what was weighed before it."""
        if self._report is not None:
            for seen in self._weighed:
                yield follow_up(seen, Change.SUPERSEDED, *self._report)
        self._weighed, self._report = [], None
