"""`recall`: the originals behind a hand-off's references."""

from __future__ import annotations

from typing import TYPE_CHECKING, Annotated

import typer

from uagent_memory.cli.commands import print_note
from uagent_memory.cli.options import FileArgument, LenientOption, SessionOption
from uagent_memory.cli.output import write_original
from uagent_memory.cli.source import read_source
from uagent_memory.errors import UnknownReference
from uagent_memory.references import message_number, parse_references

if TYPE_CHECKING:
    from collections.abc import Sequence

    from uagent_memory.messages import Message

__all__ = ["recall"]


def recall(
    file: FileArgument,
    reference: Annotated[
        str, typer.Argument(metavar="REF", help="As a hand-off cites it: m12, m3-m9 or m3,m12.")
    ],
    *,
    session: SessionOption = None,
    lenient: LenientOption = False,
) -> None:
    """Print originals, exactly as they stand in FILE: the text, then each call's arguments.

    One message comes byte for byte, with nothing added; of several each has a line with its
    address and speaker above it. On a terminal, control sequences are made visible.
    """
    read = read_source(file, session=session, lenient=lenient)
    found = _found(read.messages, reference)
    whole = found[0].as_sent if len(found) == 1 else "\n".join(map(_headed, found))
    write_original(whole)
    for message in found:
        if kinds := _without_text(message):
            print_note(f"{message.short_id} also holds what is no text: {', '.join(kinds)}")


def _found(messages: Sequence[Message], text: str) -> list[Message]:
    """Whose log is meant does not matter: a file is one log.

    Raises:
        UnknownReference: no reference, or a message that is not there.
    """
    by_number = {message_number(f"/{message.short_id}"): message for message in messages}
    found: dict[int, Message] = {}
    for reference in parse_references(text):
        if not {reference.first, reference.last} <= by_number.keys():
            last = messages[-1].short_id
            raise UnknownReference(f"{reference} is not in this session: it has m1 to {last}")
        for number in range(reference.first, reference.last + 1):
            found[number] = by_number[number]
    return list(found.values())


def _without_text(message: Message) -> list[str]:
    """The kinds of its images, files and unknown blocks, which nothing here can show."""
    from uagent_memory.pairing import THINKING

    return [block.type for block in message.blocks if block.type not in THINKING]


def _headed(message: Message) -> str:
    speaker = message.agent or message.tool_name or message.role.value
    return f"{message.short_id} {speaker}:\n{message.as_sent}\n"
