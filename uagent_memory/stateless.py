"""compress_context: messages in, a hand-off out, nothing kept between calls."""

from __future__ import annotations

import asyncio
from collections.abc import Iterable, Sequence
from typing import TYPE_CHECKING

from uagent_memory.collector import collector_paused
from uagent_memory.compression import Compression
from uagent_memory.compressor import EngineCompressor
from uagent_memory.config import ModelMode, Settings
from uagent_memory.given import settings_of
from uagent_memory.inputs import Inputs, pins
from uagent_memory.role_files import RoleSource
from uagent_memory.tokens import TokenCounter

if TYPE_CHECKING:
    from uagent_memory.llm.prompts import PromptLibrary
    from uagent_memory.llm.protocol import LanguageModel
    from uagent_memory.segments import CompressedContext

__all__ = ["compress_context", "compress_context_sync"]


@collector_paused()
def compress_context_sync(
    messages: Iterable[object],
    *,
    role: str = "general",
    to: str | None = None,
    budget: int | None = None,
    ratio: float | None = None,
    keep: Sequence[str] = (),
    counter: TokenCounter | None = None,
    strict: bool = False,
    roles: RoleSource | None = None,
    settings: Settings | None = None,
) -> CompressedContext:
    """Compress messages into the eight segments.

    Args:
        messages: plain dicts of a known format, our models, or SDK objects; all are taken,
            whatever their `agent`. They are not changed.
        role: the role whose work this is.
        to: the role that will read the result; None or the same role: self-compaction.
        budget: most tokens of the result; wins over `ratio`.
        ratio: tokens kept / tokens in; 0.6 if neither is given.
        keep: message ids (`m12`) or literal strings that must stay.
        counter: counts tokens; `o200k_base` if None.
        strict: raise instead of degrading must-keep facts.
        roles: a registry, or folders of role files that add to the shipped ones; those that
            `UAGENT_MEMORY_ROLES` and the settings name if None.
        settings: the knobs; the shipped ones if None (`load_settings()` reads a project's).

    Returns:
        The hand-off; `.status` is "unchanged" where the input was too short to compress.

    Raises:
        InputError: messages that cannot be read, or none.
        BudgetError: a budget below the bare frame, or no positive number.
        BudgetTooSmall: `strict`, and the must-keep facts do not fit.
        UnknownRole: a role that no role file defines.
        ConfigError: a role file is wrong, or its folder not there.
        UnknownReference: a `keep` that the messages do not hold.
    """
    from uagent_memory.formats import read_messages

    inputs = Inputs(
        role=role,
        to=to,
        budget=budget,
        ratio=ratio,
        keep=pins(keep),
        counter=counter,
        strict=strict,
        roles=roles,
        settings=settings,
    )
    return EngineCompressor(remembers=False)(read_messages(messages), inputs)


async def compress_context(
    messages: Iterable[object],
    *,
    role: str = "general",
    to: str | None = None,
    budget: int | None = None,
    ratio: float | None = None,
    keep: Sequence[str] = (),
    counter: TokenCounter | None = None,
    strict: bool = False,
    roles: RoleSource | None = None,
    settings: Settings | None = None,
    model: LanguageModel | None = None,
    model_mode: ModelMode | None = None,
    prompts: PromptLibrary | None = None,
) -> CompressedContext:
    """The same as `compress_context_sync`, in a worker thread; a model may rewrite segments.

    Args:
        messages: see `compress_context_sync`, as all arguments up to `settings`.
        role: whose work.
        to: the receiver.
        budget: most tokens.
        ratio: tokens kept / tokens in.
        keep: what must stay.
        counter: counts tokens.
        strict: raise instead of degrading.
        roles: a registry, or folders of role files.
        settings: the shipped knobs if None.
        model: may rewrite segments where the mode says so (docs/model.md); one made of the
            settings if None.
        model_mode: off, auto or all; the settings' if None, which is off by default.
        prompts: for the model; those of the settings' search path if None.

    Raises:
        ConfigError: the mode is on, and the model's configuration or a prompt is wrong.
    """
    from uagent_memory.formats import read_messages

    compression = Compression.of(
        settings_of(settings),
        compressor=EngineCompressor(remembers=False),
        model=model,
        model_mode=model_mode,
        prompts=prompts,
    )
    inputs = Inputs(
        role=role,
        to=to,
        budget=budget,
        ratio=ratio,
        keep=pins(keep),
        counter=counter,
        strict=strict,
        roles=roles,
        settings=settings,
    )
    read = await asyncio.to_thread(read_messages, messages)
    return await compression.make(read, inputs)
