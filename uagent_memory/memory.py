"""AgentMemory: the roles' contexts and the hand-offs between them."""

from __future__ import annotations

from collections.abc import Iterator
from copy import copy
from typing import TYPE_CHECKING, Self

from uagent_memory.addressing import stamped
from uagent_memory.compression import Compression
from uagent_memory.config import Settings, load_settings
from uagent_memory.delivery import checked, delivered, delivery_records
from uagent_memory.events import emit
from uagent_memory.inputs import Inputs
from uagent_memory.journal import Journal
from uagent_memory.memory_parts import check_parts, check_store
from uagent_memory.memory_views import MemoryViews
from uagent_memory.messages import Message
from uagent_memory.monitor import CompressionPerformanceMonitor
from uagent_memory.recording import recorded
from uagent_memory.records import Delivery, MessageRecord, Record, Request, RewindRecord
from uagent_memory.references import ranges
from uagent_memory.role_files import RoleSource, roles_from
from uagent_memory.stores.in_memory import InMemoryStore
from uagent_memory.tokens import TokenCounter, default_counter
from uagent_memory.turns import Turns
from uagent_memory.window import WindowWatch

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence
    from types import TracebackType

    from uagent_memory.compressor import Compressor
    from uagent_memory.config import ModelMode
    from uagent_memory.llm.prompts import PromptLibrary
    from uagent_memory.llm.protocol import LanguageModel
    from uagent_memory.segments import CompressedContext
    from uagent_memory.stores.protocol import Store

__all__ = ["AgentMemory"]


class AgentMemory(MemoryViews):
    """What an orchestrator holds: one isolated context per role, and hand-offs between them.

    Roles are named as in the role files, by alias or by title. Everything is async, because a
    store stands behind it; every method is all or nothing and may be cancelled.
    """

    def __init__(
        self,
        *,
        store: Store | None = None,
        roles: RoleSource | None = None,
        settings: Settings | None = None,
        counter: TokenCounter | None = None,
        window: int | None = None,
        compressor: Compressor | None = None,
        model: LanguageModel | None = None,
        model_mode: ModelMode | None = None,
        prompts: PromptLibrary | None = None,
        monitor: CompressionPerformanceMonitor | None = None,
    ) -> None:
        """Set up; the store is read at the first call.

        Args:
            store: where records are kept; the process's memory if None.
            roles: the known roles, or folders of role files that add to the shipped ones; those of
                the search path if None.
            settings: the knobs; `load_settings()` if None.
            counter: counts tokens for trigger, cut and report alike.
            window: tokens of the model's window, for `needs_compression`.
            compressor: used in place of the engine.
            model: may rewrite segments where the mode says so (docs/model.md); one made of the
                settings if None.
            model_mode: off, auto or all; the settings' if None, which is off by default.
            prompts: for the model; those of the settings' search path if None.
            monitor: told of each compression that was not cancelled; `memory.monitor`.

        Raises:
            ConfigError: a setting, role, prompt or the model's configuration is wrong.
        """
        check_parts(settings=settings, store=store, counter=counter, monitor=monitor, window=window)
        self.settings = load_settings() if settings is None else settings
        self.roles = roles_from(roles, settings=self.settings)
        self._counter = default_counter() if counter is None else counter
        self._window = window
        self._compression = Compression.of(
            self.settings,
            compressor=compressor,
            model=model,
            model_mode=model_mode,
            prompts=prompts,
        )
        self.monitor = CompressionPerformanceMonitor() if monitor is None else monitor
        self._begin(InMemoryStore() if store is None else store)

    def _begin(self, store: Store) -> None:
        self._journal = Journal(store)
        self._turns = Turns()
        self._watch = WindowWatch()

    async def append(self, role: str, messages: Iterable[object]) -> tuple[str, ...]:
        """Add messages to a role's log.

        Args:
            role: whose context it is.
            messages: dicts, SDK objects or our models, of any known format; one of them, or a
                request body, will do. Not changed.

        Returns:
            The ids given: `coder/m12`. One input item with several results has several.
        """
        from uagent_memory.formats import read_messages

        name = self.roles.get(role).name
        items = list(messages) if isinstance(messages, Iterator) else messages
        ids: tuple[str, ...] = ()

        def build() -> list[Record]:
            nonlocal ids
            address = self._journal.address(name)
            read = read_messages(
                items,
                prefix=name,
                start=address.number - 1,
                tool_names=self._journal.context(name).tool_names,
            )
            arriving = stamped(read, address)
            ids = tuple(message.id for message in arriving)
            return [MessageRecord(role=name, message=message) for message in arriving]

        await self._journal.transact(build)
        return ids

    async def compress_context(
        self,
        sender: str,
        *,
        to: str | None = None,
        budget: int | None = None,
        ratio: float | None = None,
        keep: Sequence[str] = (),
        deliver: bool = True,
        strict: bool = False,
    ) -> CompressedContext:
        """Compress a role's context, for itself or as a hand-off to another role.

        A hand-off is added to the receiver's context as one message and leaves the sender's as it
        is. A self-compaction hides what it covers in its own view only. Each starts from the
        originals; the same call on an unchanged history changes nothing and returns the same.

        Args:
            sender: whose context to compress.
            to: the receiver; None, or the sender itself, for a self-compaction.
            budget: most tokens of the result; it wins over a ratio.
            ratio: tokens kept / tokens in; the settings' ratio if neither is given.
            keep: message ids or literal strings that must be in the result.
            deliver: False to preview: no context changes.
            strict: raise `BudgetTooSmall` rather than degrade what must be kept.

        Raises:
            BudgetTooSmall, BudgetError, UnknownRole: nothing has changed then, as after any
                other failure and after a cancellation.
        """
        source = self.roles.get(sender).name
        target = source if to is None else self.roles.get(to).name
        request = Request.of(budget=budget, ratio=ratio, keep=keep)
        async with self._turns.of(source):
            await self._journal.refresh()
            covered = self._journal.context(source).originals
            delivery = Delivery(
                sender=source,
                receiver=target,
                covers=ranges(message.id for message in covered),
                request=request,
            )
            known = delivered(self._journal.context(target), delivery)
            if known is not None and not (strict and known.status == "budget_too_small"):
                return known.with_originals(self._without_secrets(covered))
            result = await self._compress(covered, delivery, strict=strict)
            if deliver:
                await self._deliver(result, delivery, covered)
        return result

    def _without_secrets(self, messages: tuple[Message, ...]) -> tuple[Message, ...]:
        """With stand-ins for secrets, where the settings want them."""
        if not self.settings.mask_secrets:
            return messages
        from uagent_memory.masking import Masker
        from uagent_memory.whole import opened

        return tuple(map(Masker.of(opened(messages)).message, messages))

    async def _compress(
        self, covered: tuple[Message, ...], delivery: Delivery, *, strict: bool
    ) -> CompressedContext:
        """Make the hand-off; nothing is written."""
        request = delivery.request
        inputs = Inputs(
            role=delivery.sender,
            to=None if delivery.is_compaction else delivery.receiver,
            budget=request.budget,
            ratio=request.ratio,
            keep=request.keep,
            counter=self._counter,
            strict=strict,
            roles=self.roles,
            settings=self.settings,
        )
        making = self._compression.make(covered, inputs)
        result = await recorded(self.monitor, making, role=delivery.sender, to=delivery.receiver)
        return checked(result, delivery)

    async def _deliver(
        self, result: CompressedContext, delivery: Delivery, covered: tuple[Message, ...]
    ) -> None:
        """Add it to the receiver's context, in one transaction."""
        whole: tuple[Message, ...] = ()
        if result.status == "unchanged":
            from uagent_memory.whole import opened

            whole = self._without_secrets(opened(covered))

        def build() -> tuple[Record, ...]:
            return delivery_records(
                result,
                delivery,
                covered=covered,
                whole=whole,
                receiver=self._journal.context(delivery.receiver),
                address=self._journal.address(delivery.receiver),
                counter=self._counter,
                patience=self.settings.open_call_patience,
            )

        records = await self._journal.transact(build)
        emit(
            "handoff.delivered" if records else "compaction.skipped",
            role=delivery.sender,
            stage="deliver",
            to=delivery.receiver,
            covers=delivery.covers,
        )

    async def rewind(self, role: str, to: str) -> tuple[str, ...]:
        """Take a role's context back to where the message `to` was its newest.

        What a later compaction hid is visible again; what is taken back can still be recalled.
        Other roles' contexts stay as they are.

        Args:
            role: whose context.
            to: `coder/m12`, or `m12`.

        Returns:
            Ids of the messages taken back.
        """
        name = self.roles.get(role).name
        async with self._turns.of(name):
            await self._journal.refresh()
            target = self._resolve(to, name)[-1][-1]
            taken: tuple[str, ...] = ()

            def build() -> list[Record]:
                nonlocal taken
                taken = self._journal.context(name).after(target)
                return [RewindRecord(role=name, to=target)] if taken else []

            await self._journal.transact(build)
        emit("context.rewound", role=name, stage="rewind", to=target, taken_back=len(taken))
        return taken

    async def fork(self, *, store: Store | None = None) -> AgentMemory:
        """An independent memory with the same past, in a store of its own.

        Args:
            store: an empty one; the process's memory if None.
        """
        check_store(store)
        target = InMemoryStore() if store is None else store
        await target.commit(await self._journal.store.load(), after=0)
        forked = copy(self)
        forked._begin(target)  # noqa: SLF001 - of its own class
        return forked

    async def close(self) -> None:
        """Let the store go."""
        await self._journal.store.close()

    async def __aenter__(self) -> Self:
        return self

    async def __aexit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        traceback: TracebackType | None,
    ) -> None:
        await self.close()
