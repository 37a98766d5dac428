"""How a hand-off is made: by a compressor, and by a model on top where one may rewrite."""

from __future__ import annotations

import asyncio
from dataclasses import dataclass
from functools import partial
from typing import TYPE_CHECKING, Self

from uagent_memory.compressor import Compressor, EngineCompressor
from uagent_memory.config import Settings
from uagent_memory.errors import ConfigError
from uagent_memory.given import check_kind

if TYPE_CHECKING:
    from collections.abc import Awaitable, Callable, Sequence

    from uagent_memory.config import ModelMode
    from uagent_memory.drafted import Drafted
    from uagent_memory.inputs import Inputs
    from uagent_memory.llm.path import ModelPath
    from uagent_memory.llm.prompts import PromptLibrary
    from uagent_memory.llm.protocol import LanguageModel
    from uagent_memory.messages import Message
    from uagent_memory.segments import CompressedContext

__all__ = ["Compression"]


@dataclass(frozen=True, slots=True)
class Compression:
    """Made once, used for any number of hand-offs."""

    compressor: Compressor
    path: ModelPath | None = None
    """None: no model is asked."""

    @classmethod
    def of(
        cls,
        settings: Settings,
        *,
        compressor: Compressor | None = None,
        model: LanguageModel | None = None,
        model_mode: ModelMode | None = None,
        prompts: PromptLibrary | None = None,
    ) -> Self:
        """The engine, or `compressor`; with a model where the mode says so.

        Raises:
            ConfigError: the mode is on, and the model's configuration or a prompt is wrong, or
                the compressor is not the engine.
        """
        if compressor is not None and not callable(compressor):
            raise ConfigError(f"compressor {compressor!r}: give a callable, as Compressor says")
        made = EngineCompressor() if compressor is None else compressor
        _check_model(model, prompts)
        if (settings.model_mode if model_mode is None else model_mode) == "off":
            return cls(made)
        if not isinstance(made, EngineCompressor):
            raise ConfigError(
                "a model rewrites the engine's drafts: give no compressor of your own"
            )
        from uagent_memory.llm.path import model_path

        return cls(made, model_path(model, mode=model_mode, prompts=prompts, settings=settings))

    async def make(self, messages: Sequence[Message], inputs: Inputs) -> CompressedContext:
        """One hand-off; the engine works in a thread of its own."""
        compressor = self.compressor
        if self.path is None or not isinstance(compressor, EngineCompressor):
            return await asyncio.to_thread(compressor, messages, inputs)
        improve = partial(self.path.improve, reviser=compressor)
        return await _improved(partial(compressor.draft, messages, inputs), improve)

    def make_sync(self, messages: Sequence[Message], inputs: Inputs) -> CompressedContext:
        """The same; a model is asked in an event loop of its own."""
        if self.path is None:
            return self.compressor(messages, inputs)
        return asyncio.run(self.make(messages, inputs))


async def _improved(
    make: Callable[[], Drafted], improve: Callable[[Drafted], Awaitable[CompressedContext]]
) -> CompressedContext:
    """Draft in a worker thread, then let a model improve it; `telemetry` says what both took."""
    drafted = await asyncio.to_thread(make)
    watch = drafted.brief.watch
    with watch.stage("rewrite"):
        result = await improve(drafted)
    telemetry = watch.telemetry().model_copy(update={"rewrites": result.telemetry.rewrites})
    return result.model_copy(update={"telemetry": telemetry})


def _check_model(model: LanguageModel | None, prompts: PromptLibrary | None) -> None:
    if model is not None:
        from uagent_memory.llm.protocol import check_model

        check_model("model", model)
    if prompts is not None:
        from uagent_memory.llm.prompts import PromptLibrary

        check_kind(
            "prompts", prompts, PromptLibrary, advice="a PromptLibrary, as `load_prompts()` makes"
        )
