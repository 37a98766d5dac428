"""How a hand-off enters a context: one message, and in a self-compaction the marks that hide."""

from __future__ import annotations

from typing import TYPE_CHECKING

from uagent_memory.errors import UAgentMemoryError
from uagent_memory.events import emit
from uagent_memory.messages import Author, Message, MessageKind, Role
from uagent_memory.obligations import OpenCalls, is_standing, open_calls
from uagent_memory.records import Delivery, HideRecord, MessageRecord, Record

if TYPE_CHECKING:
    from collections.abc import Sequence
    from datetime import datetime

    from uagent_memory.addressing import Address
    from uagent_memory.context import IsolatedRoleContext
    from uagent_memory.segments import CompressedContext
    from uagent_memory.tokens import TokenCounter

__all__ = ["RESULT", "checked", "delivered", "delivery_records", "result_of", "sendable"]

RESULT = "compressed_context"
"""Key of `Message.meta`: the CompressedContext as JSON, so that nobody need parse its text."""


def sendable(context: IsolatedRoleContext) -> tuple[Message, ...]:
    """The view without the thinking that a compaction has made unsendable.

    Providers bind thinking to all that stood before it: what was thought before the view's newest
    compaction arrived stands behind another history now, and goes whole.
    """
    from uagent_memory.formats.repair import without_thinking

    own = context.compactions
    view = context.visible
    rewritten = max((message.seq for message in view if message.id in own), default=-1)
    return tuple(
        kept
        for message in view
        for kept in (without_thinking((message,)) if message.seq < rewritten else (message,))
    )


def checked(result: CompressedContext, delivery: Delivery) -> CompressedContext:
    """The result of a compression, told to the log.

    Raises:
        UAgentMemoryError: it has no text.
    """
    if not result.markdown.strip():
        raise UAgentMemoryError(
            f"compressing {delivery.sender} gave no text: nothing has changed",
            role=delivery.sender,
            stage="compress",
        )
    emit(
        "context.compressed",
        role=delivery.sender,
        stage="compress",
        level="info" if result.status != "budget_too_small" else "warning",
        to=delivery.receiver,
        status=result.status,
        tokens=result.tokens,
        original_tokens=result.report.original_tokens,
        minimum_budget=result.report.minimum_budget,
    )
    return result


def delivered(context: IsolatedRoleContext, delivery: Delivery) -> CompressedContext | None:
    """The result of an equal delivery that the receiver's context already holds."""
    for identifier, earlier in reversed(tuple(context.deliveries.items())):
        message = context.get(identifier)
        if earlier == delivery and message is not None:
            return result_of(message)
    return None


def result_of(message: Message) -> CompressedContext | None:
    """The structured form of a delivered hand-off; None for any other message."""
    from uagent_memory.segments import CompressedContext

    stored = message.meta.get(RESULT) if message.kind is MessageKind.HANDOFF else None
    return None if stored is None else CompressedContext.model_validate(stored)


def delivery_records(
    result: CompressedContext,
    delivery: Delivery,
    *,
    covered: Sequence[Message],
    whole: Sequence[Message],
    receiver: IsolatedRoleContext,
    address: Address,
    counter: TokenCounter,
    patience: int,
) -> tuple[Record, ...]:
    """The records of one transaction that bring a hand-off into the receiver's context.

    Args:
        result: what to deliver.
        delivery: from whom, to whom, what it covers.
        covered: the compressed messages.
        whole: what the result holds whole, opened and masked; none of any other result.
        receiver: the context as it is now.
        address: the next free place in the receiver's log.
        counter: for the check that a self-compaction is smaller than what it hides.
        patience: agent messages after which an unanswered call is given up.

    Returns:
        None at all if a self-compaction would not make the view smaller.
    """
    message = _message(result, delivery, covered=covered, whole=whole, address=address)
    arrival = MessageRecord(role=delivery.receiver, message=message, delivery=delivery)
    if not delivery.is_compaction:
        return (arrival,)
    calls = open_calls(covered, patience=patience)
    folded = _folded(result, covered, receiver, calls)
    before = sum(counter.count_many([original.full_text for original in folded]))
    if result.status == "unchanged" or counter.count(message.text) >= before:
        return ()
    ids = tuple(original.id for original in folded)
    given_up = tuple(identifier for identifier in ids if identifier in calls.expired)
    if given_up:
        emit(
            "calls.expired",
            role=delivery.receiver,
            stage="deliver",
            level="warning",
            messages=given_up,
        )
    return (arrival, HideRecord(role=delivery.receiver, ids=ids, by=message.id))


def _message(
    result: CompressedContext,
    delivery: Delivery,
    *,
    covered: Sequence[Message],
    whole: Sequence[Message],
    address: Address,
) -> Message:
    from uagent_memory.whole import WHOLE, packed

    held = {WHOLE: packed(whole)} if whole else {}
    return Message(
        id=address.id,
        seq=address.seq,
        item=address.item,
        role=Role.USER,
        author=Author.SUMMARY,
        kind=MessageKind.HANDOFF,
        text=result.markdown,
        agent=delivery.sender,
        to=delivery.receiver,
        timestamp=_newest_time(covered),
        meta={RESULT: result.model_dump(mode="json"), **held},
    )


def _newest_time(messages: Sequence[Message]) -> datetime | None:
    times = (message.timestamp for message in reversed(messages))
    return next((time for time in times if time is not None), None)


def _folded(
    result: CompressedContext,
    covered: Sequence[Message],
    context: IsolatedRoleContext,
    calls: OpenCalls,
) -> tuple[Message, ...]:
    """The visible messages that a compaction takes the place of.

    Those its receipt accounts for and the compactions before it; not system prompts, not open
    calls with their group. What was open when the compression began stays, although the result
    may have arrived since: the result is not covered.
    """
    accounted = result.report.coverage.keys() & {message.id for message in covered}
    taken = accounted.union(context.compactions).difference(calls.held)
    return tuple(
        message for message in context.visible if message.id in taken and not is_standing(message)
    )
