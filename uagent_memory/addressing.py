"""Gives messages their addresses in a memory, and finds them again by reference."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from uagent_memory.errors import UnknownReference
from uagent_memory.references import Reference, message_id, parse_references

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping, Sequence

    from uagent_memory.context import IsolatedRoleContext
    from uagent_memory.messages import Message
    from uagent_memory.roles import RoleRegistry

__all__ = ["Address", "resolve", "stamped"]


class Address(NamedTuple):
    """The next free place in a role's log."""

    role: str
    number: int
    """The 12 of `coder/m12`."""
    seq: int
    """`Message.seq`: order of arrival over the whole memory."""
    item: int
    """`Message.item`: which input item of this log."""

    @property
    def id(self) -> str:
        return message_id(self.role, self.number)


def stamped(messages: Sequence[Message], address: Address) -> tuple[Message, ...]:
    """The messages with consecutive addresses, the first one at `address`."""
    return tuple(
        message.model_copy(
            update={
                "id": message_id(address.role, address.number + index),
                "seq": address.seq + index,
            }
        )
        for index, message in enumerate(messages)
    )


def resolve(
    text: str,
    contexts: Iterable[IsolatedRoleContext],
    *,
    roles: RoleRegistry,
    role: str | None,
) -> tuple[tuple[str, ...], ...]:
    """The ids that each reference of a text means.

    Args:
        text: references as `parse_references` reads them.
        contexts: all roles'.
        roles: by which a reference may call its role by alias or title, too.
        role: whose a short reference is; None if the caller does not say.

    Raises:
        UnknownReference: there is no such message, or a short reference fits several roles.
    """
    counts = {context.role: context.arrived for context in contexts}
    hint = None if role is None else roles.get(role).name
    references = parse_references(text)
    return tuple(_locate(_named(ref, roles, hint), counts) for ref in references)


def _named(reference: Reference, roles: RoleRegistry, hint: str | None) -> Reference:
    role = reference.role
    if role is None:
        return reference._replace(role=hint)
    return reference._replace(role=roles.get(role).name) if role in roles else reference


def _locate(reference: Reference, counts: Mapping[str, int]) -> tuple[str, ...]:
    homes = [
        name
        for name, arrived in counts.items()
        if reference.role in {None, name} and reference.first >= 1 and reference.last <= arrived
    ]
    if len(homes) == 1:
        return tuple(reference.ids(homes[0]))
    if homes:
        several = " or ".join(str(reference._replace(role=name)) for name in homes)
        raise UnknownReference(f"{reference} is in several logs: say {several}")
    held = ", ".join(f"{name}/m1 to m{arrived}" for name, arrived in counts.items() if arrived)
    raise UnknownReference(f"{reference} is not in this memory, which holds {held or 'nothing'}")
