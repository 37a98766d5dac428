"""The reading side of an AgentMemory: views, recall and the window; nothing here changes a log."""

from __future__ import annotations

import asyncio
from typing import TYPE_CHECKING, Any, Literal, overload

from uagent_memory.addressing import resolve
from uagent_memory.delivery import sendable
from uagent_memory.errors import ConfigError, UnknownReference
from uagent_memory.journal import Journal
from uagent_memory.messages import Message, Span
from uagent_memory.window import WindowUse, WindowWatch, window_use

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from uagent_memory.config import Settings
    from uagent_memory.context import IsolatedRoleContext
    from uagent_memory.roles import RoleRegistry
    from uagent_memory.tokens import TokenCounter

__all__ = ["MemoryViews"]


class MemoryViews:
    """What can be asked of the roles' contexts."""

    settings: Settings
    roles: RoleRegistry
    _counter: TokenCounter
    _window: int | None
    _journal: Journal
    _watch: WindowWatch

    @overload
    async def messages(self, role: str, *, format: None = None) -> tuple[Message, ...]: ...
    @overload
    async def messages(
        self, role: str, *, format: Literal["anthropic", "openai"]
    ) -> list[dict[str, Any]]: ...
    async def messages(
        self,
        role: str,
        *,
        format: Literal["anthropic", "openai"] | None = None,  # noqa: A002 - the API's name
    ) -> tuple[Message, ...] | list[dict[str, Any]]:
        """The role's view: our models, or ready to send in a provider's format."""
        context = await self._context(role)
        if format is None:
            return context.visible
        from uagent_memory.formats import render_messages

        return render_messages(format, sendable(context))

    async def system(self, role: str) -> str:
        """The view's system text, for providers that take it apart from the messages."""
        from uagent_memory.formats.out_anthropic import to_anthropic

        return to_anthropic(sendable(await self._context(role))).system

    async def context(self, role: str) -> IsolatedRoleContext:
        """A copy of the role's context as it is now."""
        return (await self._context(role)).fork()

    async def tokens(self, role: str, *, tools: Sequence[Mapping[str, object]] = ()) -> int:
        """Tokens of the role's view, tool calls included, and of the tool schemas sent with it."""
        return (await self._use(role, tools)).total

    async def needs_compression(
        self,
        role: str,
        *,
        window: int | None = None,
        threshold: float | None = None,
        tools: Sequence[Mapping[str, object]] = (),
    ) -> bool:
        """Whether the role's view has grown so that compressing it is due and can help.

        What no compression can shrink (system messages, tool schemas, open calls, the last
        compaction) is taken off the window first. If it alone exceeds the threshold, that is
        logged once and the answer is no.

        Args:
            role: whose view.
            window: tokens; the memory's own if None.
            threshold: share of the window; the settings' if None.
            tools: the tool schemas sent with the view.
        """
        size = self._window if window is None else window
        if size is None:
            raise ConfigError("needs_compression: give a window, here or to AgentMemory", role=role)
        share = self.settings.threshold if threshold is None else threshold
        use = await self._use(role, tools)
        return self._watch.is_due(self.roles.get(role).name, use, window=size, threshold=share)

    async def _use(self, role: str, tools: Sequence[Mapping[str, object]]) -> WindowUse:
        return await asyncio.to_thread(
            window_use,
            await self.context(role),
            counter=self._counter,
            tools=tools,
            patience=self.settings.open_call_patience,
        )

    @overload
    async def recall(self, ref: Span, *, role: str | None = None) -> Message: ...
    @overload
    async def recall(
        self, ref: str, *, role: str | None = None
    ) -> Message | tuple[Message, ...]: ...
    async def recall(
        self, ref: str | Span, *, role: str | None = None
    ) -> Message | tuple[Message, ...]:
        """Originals, as they arrived: hidden, taken back, of any role and any generation.

        Args:
            ref: `coder/m12`; `m12` if one role only has it; a range `coder/m3-m9` or a list, which
                give a tuple; a span, which gives the message that holds it.
            role: whose `m12` is meant by the short form.

        Raises:
            UnknownReference: it is no reference, not held, or short and of several roles.
        """
        await self._journal.refresh()
        text = ref.message_id if isinstance(ref, Span) else ref
        found = self._resolve(text, role)
        messages = [await self._original(identifier) for ids in found for identifier in ids]
        single = len(found) == 1 and len(messages) == 1
        return messages[0] if single else tuple(messages)

    async def _original(self, identifier: str) -> Message:
        message = await self._journal.store.get(identifier)
        if message is None:
            raise UnknownReference(f"{identifier!r} is not in the store")
        return message

    def _resolve(self, text: str, role: str | None) -> tuple[tuple[str, ...], ...]:
        return resolve(text, self._journal.contexts, roles=self.roles, role=role)

    async def _context(self, role: str) -> IsolatedRoleContext:
        name = self.roles.get(role).name
        await self._journal.refresh()
        return self._journal.context(name)
