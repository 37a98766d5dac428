"""`explain`: where something is kept in a hand-off, or why it was left out."""

from __future__ import annotations

from typing import Annotated

import typer

from uagent_memory.cli.compress import make_handoff
from uagent_memory.cli.options import (
    BudgetOption,
    FileArgument,
    KeepOption,
    LenientOption,
    RatioOption,
    RoleOption,
    RolesOption,
    SessionOption,
    ToOption,
)
from uagent_memory.cli.output import write_result
from uagent_memory.cli.source import read_source

__all__ = ["explain"]


def explain(
    file: FileArgument,
    target: Annotated[
        str, typer.Argument(metavar="TARGET", help="A path, a message (m12) or any literal text.")
    ],
    *,
    role: RoleOption = None,
    to: ToOption = None,
    budget: BudgetOption = None,
    ratio: RatioOption = None,
    keep: KeepOption = None,
    session: SessionOption = None,
    lenient: LenientOption = False,
    roles: RolesOption = None,
) -> None:
    """Say where TARGET is kept in the hand-off that these options make, or why it is not."""
    read = read_source(file, session=session, lenient=lenient)
    handoff = make_handoff(
        read.messages,
        role=role,
        to=to,
        budget=budget,
        ratio=ratio,
        keep=keep or (),
        roles=roles or (),
    )
    write_result(str(handoff.explain(target)))
