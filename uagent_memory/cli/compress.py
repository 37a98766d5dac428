"""`compress` and `demo`: a session in, a hand-off out."""

from __future__ import annotations

import json
import sys
from collections.abc import Sequence
from enum import StrEnum
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Literal

import typer

from uagent_memory.cli.commands import print_note, print_warning
from uagent_memory.cli.entry import EXIT_BUDGET
from uagent_memory.cli.options import (
    BudgetOption,
    FileArgument,
    KeepOption,
    LenientOption,
    PromptsOption,
    RatioOption,
    RoleOption,
    RolesOption,
    SessionOption,
    ToOption,
)
from uagent_memory.cli.output import as_json, check_out, long_work, write_result
from uagent_memory.cli.report import print_report, summary
from uagent_memory.cli.source import read_source

if TYPE_CHECKING:
    from uagent_memory.messages import Message
    from uagent_memory.segments import CompressedContext

__all__ = ["Format", "compress", "demo", "make_handoff"]

DEMO_SESSION = Path(__file__).parent.parent / "demo" / "session.jsonl"


class Format(StrEnum):
    """How a hand-off is printed."""

    MARKDOWN = "markdown"
    JSON = "json"
    ANTHROPIC = "anthropic"
    OPENAI = "openai"


class ModelChoice(StrEnum):
    """Which segments a model may rewrite."""

    OFF = "off"
    AUTO = "auto"
    ALL = "all"


FormatOption = Annotated[
    Format,
    typer.Option(
        "--format",
        help="markdown to read; json with segments, sources and report;"
        " anthropic or openai: messages ready to send.",
    ),
]
ReportOption = Annotated[
    bool, typer.Option("--report", help="Print what was kept and left out, on stderr.")
]


def compress(
    file: FileArgument,
    *,
    role: RoleOption = None,
    to: ToOption = None,
    budget: BudgetOption = None,
    ratio: RatioOption = None,
    keep: KeepOption = None,
    output_format: FormatOption = Format.MARKDOWN,
    tail: Annotated[
        int,
        typer.Option(
            "--tail",
            metavar="N",
            min=0,
            help="Append the newest N messages word for word, on top of the budget "
            "(anthropic, openai).",
        ),
    ] = 0,
    report: ReportOption = False,
    out: Annotated[
        Path | None,
        typer.Option("--out", metavar="FILE", help="Write to FILE in place of standard output."),
    ] = None,
    strict: Annotated[
        bool, typer.Option("--strict", help="Print nothing if the must-keep facts do not fit.")
    ] = False,
    session: SessionOption = None,
    lenient: LenientOption = False,
    roles: RolesOption = None,
    model_mode: Annotated[
        ModelChoice | None,
        typer.Option(
            "--model-mode",
            help="Let a model rewrite segments: important ones (auto) or all. Each text is audited;"
            " the model's name, key and caps come from the settings.",
            show_default="off",
        ),
    ] = None,
    prompts: PromptsOption = None,
) -> None:
    """Compress a recorded session into a hand-off of eight segments.

    Deterministic and offline, unless a model is switched on: equal input gives equal bytes. Each
    line of the result names the messages it comes from (m12), and the report lists what was left
    out.
    """
    if tail and output_format not in {Format.ANTHROPIC, Format.OPENAI}:
        raise typer.BadParameter("needs --format anthropic or openai", param_hint="--tail")
    check_out(out, file)
    read = read_source(file, session=session, lenient=lenient)
    handoff = make_handoff(
        read.messages,
        role=role,
        to=to,
        budget=budget,
        ratio=ratio,
        keep=keep or (),
        strict=strict,
        roles=roles or (),
        model_mode=model_mode,
        prompts=prompts or (),
    )
    write_result(_rendered(handoff, output_format, tail=tail, out=out), out=out)
    _conclude(handoff, report=report)


def demo(
    *,
    to: Annotated[str, typer.Option("--to", metavar="ROLE", help="Who will read it.")] = "tester",
    budget: Annotated[
        int, typer.Option("--budget", metavar="TOKENS", help="The most tokens it may have.")
    ] = 2500,
    report: ReportOption = False,
    path: Annotated[
        bool, typer.Option("--path", help="Print where the bundled session is, and stop.")
    ] = False,
) -> None:
    """Compress the bundled session: four agents add a rate limiter to an HTTP gateway."""
    if path:
        write_result(str(DEMO_SESSION))
        return
    read = read_source(str(DEMO_SESSION), session=None, lenient=False)
    handoff = make_handoff(read.messages, role="coder", to=to, budget=budget)
    write_result(handoff.markdown)
    _conclude(handoff, report=report, brief=True)


def make_handoff(
    messages: Sequence[Message],
    *,
    role: str | None,
    to: str | None,
    budget: int | None = None,
    ratio: float | None = None,
    keep: Sequence[str] = (),
    strict: bool = False,
    roles: Sequence[Path] = (),
    model_mode: str | None = None,
    prompts: Sequence[Path] = (),
) -> CompressedContext:
    """The library's stateless call, with the settings and role files of this place."""
    from uagent_memory.compression import Compression
    from uagent_memory.config import load_settings
    from uagent_memory.inputs import Inputs, pins
    from uagent_memory.llm.prompts import load_prompts
    from uagent_memory.role_files import load_roles

    settings = load_settings(model_mode=model_mode)
    inputs = Inputs(
        role=settings.role if role is None else role,
        to=to,
        budget=budget,
        ratio=ratio,
        keep=pins(keep),
        strict=strict,
        roles=load_roles(roles, settings=settings),
        settings=settings,
    )
    asked = settings.model_mode != "off"
    library = load_prompts(prompts, settings=settings) if asked else None
    size = sum(len(message.full_text) for message in messages)
    with long_work(f"compressing {len(messages):,} messages", size=size):
        return Compression.of(settings, prompts=library).make_sync(messages, inputs)


def _rendered(handoff: CompressedContext, kind: Format, *, tail: int, out: Path | None) -> str:
    if kind is Format.MARKDOWN:
        return handoff.markdown
    if kind is Format.JSON:
        return as_json(json.loads(handoff.model_dump_json()), out=out)
    provider: Literal["anthropic", "openai"] = "anthropic" if kind is Format.ANTHROPIC else "openai"
    return as_json(handoff.messages(provider, tail=tail), out=out)


def _conclude(handoff: CompressedContext, *, report: bool, brief: bool = False) -> None:
    """The report or its first line, and exit code 3 if the budget was too small."""
    if report:
        print_report(handoff)
    elif brief or sys.stderr.isatty():
        print_note(summary(handoff))
    if handoff.status == "budget_too_small":
        print_warning(
            f"the budget of {handoff.report.budget:,} tokens is too small for the must-keep facts:"
            f" some are shortened; {handoff.report.minimum_budget:,} would hold them all"
        )
        raise typer.Exit(EXIT_BUDGET)
