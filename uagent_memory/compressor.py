"""The engine's function, as the memory calls it."""

from __future__ import annotations

from threading import Lock
from typing import TYPE_CHECKING, Protocol

if TYPE_CHECKING:
    from collections.abc import Sequence

    from uagent_memory.drafted import Drafted
    from uagent_memory.engine import EightSegmentCompressionEngine
    from uagent_memory.inputs import Inputs
    from uagent_memory.messages import Message
    from uagent_memory.segments import CompressedContext, Segment

__all__ = ["Compressor", "EngineCompressor"]


class Compressor(Protocol):
    """Synchronous and pure; called in a worker thread."""

    def __call__(self, messages: Sequence[Message], inputs: Inputs) -> CompressedContext:
        """Compress a role's messages for `inputs.to`; None: for the role itself."""
        ...


class EngineCompressor:
    """One engine, whose analyzer remembers the messages it has read.

    Its calls take turns: a cancelled one may still run in its thread when the next begins.
    """

    def __init__(self, *, remembers: bool = True) -> None:
        """Make the engine with the first call; `remembers` is False where no other follows."""
        self._remembers = remembers
        self._engine: EightSegmentCompressionEngine | None = None
        self._turn = Lock()

    def __call__(self, messages: Sequence[Message], inputs: Inputs) -> CompressedContext:
        return self.draft(messages, inputs).result

    def draft(self, messages: Sequence[Message], inputs: Inputs) -> Drafted:
        """The result with what stands behind it, for the model path."""
        from uagent_memory.driver import timed
        from uagent_memory.engine import EightSegmentCompressionEngine
        from uagent_memory.rehearsal import rehearse

        with self._turn:
            if self._engine is None:
                rehearse()
                self._engine = EightSegmentCompressionEngine(remembers=self._remembers)
            return timed(self._engine, messages, inputs)

    def revised(self, drafted: Drafted, segments: Sequence[Segment]) -> CompressedContext:
        """The result with other segments, if they pass."""
        from uagent_memory.drafted import revised

        assert self._engine is not None
        return revised(drafted, segments, self._engine.quality_validator)
