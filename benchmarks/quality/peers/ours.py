"""Our own compressor under each of its profiles."""

from __future__ import annotations

from collections.abc import Sequence

from benchmarks.quality.record import RawMessage
from uagent_memory.brief import prepare
from uagent_memory.config import ProfileName, Settings
from uagent_memory.engine import EightSegmentCompressionEngine
from uagent_memory.formats import read_messages
from uagent_memory.inputs import Inputs
from uagent_memory.ledger import Ledger
from uagent_memory.messages import Message
from uagent_memory.segments import CompressedContext

__all__ = ["Ours"]


class Ours:
    """One engine for the budgets of one history; the first call is the one to time."""

    def __init__(self, profile: ProfileName) -> None:
        self._profile = profile
        self._settings = Settings(profile=profile)
        self._engine = EightSegmentCompressionEngine()
        self.last: CompressedContext | None = None
        """The hand-off that the last call made, for the counts of its structure."""
        self.messages: tuple[Message, ...] = ()
        """The history of the last call, as the library reads it."""

    def __call__(self, history: Sequence[RawMessage], budget: int) -> str:
        self.last = None
        self.messages = tuple(read_messages(history))
        inputs = Inputs(budget=budget, settings=self._settings)
        self.last = self._engine.compress(self.messages, prepare(self.messages, inputs))
        return self.last.markdown

    def again(self) -> Ours:
        """A new one that remembers nothing."""
        return Ours(self._profile)

    def ledger(self) -> Ledger:
        """What the analyzer found in the history of the last call."""
        brief = prepare(self.messages, Inputs(settings=self._settings))
        analyzer = self._engine.context_analyzer
        return analyzer.analyze_context(self.messages, receiver=brief.receiver).ledger
