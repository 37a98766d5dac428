"""Arguments and options that several commands share."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

__all__ = [
    "BudgetOption",
    "FileArgument",
    "KeepOption",
    "LenientOption",
    "PromptsOption",
    "RatioOption",
    "RoleOption",
    "RolesOption",
    "SessionOption",
    "ToOption",
]

FileArgument = Annotated[
    str, typer.Argument(metavar="FILE|-", help="A recorded session, or - for standard input.")
]
RoleOption = Annotated[
    str | None,
    typer.Option("--role", metavar="ROLE", help="Whose context it is.", show_default="general"),
]
ToOption = Annotated[
    str | None,
    typer.Option(
        "--to",
        metavar="ROLE",
        help="Who will read the result.",
        show_default="the role itself",
    ),
]
BudgetOption = Annotated[
    int | None,
    typer.Option("--budget", metavar="TOKENS", help="The most tokens the result may have."),
]
RatioOption = Annotated[
    float | None,
    typer.Option(
        "--ratio",
        metavar="SHARE",
        help="Tokens kept / tokens in, where no budget is given.",
        show_default="0.6",
    ),
]
KeepOption = Annotated[
    list[str] | None,
    typer.Option(
        "--keep",
        metavar="TEXT|ID",
        help="Must be kept: a message (m12) or a literal text. Repeatable.",
    ),
]
SessionOption = Annotated[
    str | None,
    typer.Option(
        "--session",
        metavar="ID|N",
        help="Which session, if the file holds several: its id, or its number from 1.",
    ),
]
LenientOption = Annotated[
    bool, typer.Option("--lenient", help="Skip lines that cannot be read, with a warning.")
]
RolesOption = Annotated[
    list[Path] | None,
    typer.Option(
        "--roles",
        metavar="DIR",
        help="A folder of role files that add to the shipped ones. Repeatable.",
    ),
]
PromptsOption = Annotated[
    list[Path] | None,
    typer.Option(
        "--prompts",
        metavar="DIR",
        help="A folder of prompt files that replace the shipped ones or add to them. Repeatable.",
    ),
]
