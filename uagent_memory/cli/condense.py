"""`condense`: a session in, what an agent would be sent after a condensation out."""

from __future__ import annotations

import json
from enum import StrEnum
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, cast

import typer

from uagent_memory.cli.commands import print_note, print_warning
from uagent_memory.cli.options import FileArgument, LenientOption, SessionOption
from uagent_memory.cli.output import as_json, check_out, write_result
from uagent_memory.cli.source import read_source
from uagent_memory.terminal import safe_text

if TYPE_CHECKING:
    from uagent_memory.condensers import Condensation, CondenserSetup
    from uagent_memory.condensers.configuration import CondenserName
    from uagent_memory.formats import OutputFormat

__all__ = ["condense"]

SHOWN = 100
"""Characters of an event in the listing."""


class Name(StrEnum):
    """The condensers."""

    SEMANTIC = "semantic"
    DYNACONTEXT = "dynacontext"
    LLM = "llm"
    RECENT = "recent"


class Form(StrEnum):
    """How the condensed view is printed."""

    TEXT = "text"
    JSON = "json"
    ANTHROPIC = "anthropic"
    OPENAI = "openai"
    OPENHANDS = "openhands"


def condense(
    file: FileArgument,
    *,
    condenser: Annotated[
        Name | None,
        typer.Option(
            "--condenser",
            metavar="NAME",
            help="semantic, dynacontext, llm or recent.",
            show_default="the file's, else semantic",
        ),
    ] = None,
    config: Annotated[
        Path | None,
        typer.Option("--config", metavar="FILE", help="A TOML file: \\[condenser], \\[llm.NAME]."),
    ] = None,
    now: Annotated[
        bool, typer.Option("--now", help="Condense in any case, not only when it is due.")
    ] = False,
    output_format: Annotated[
        Form,
        typer.Option(
            "--format",
            help="text to read; json with what was forgotten; anthropic or openai: messages;"
            " openhands: its condensation event.",
        ),
    ] = Form.TEXT,
    out: Annotated[
        Path | None,
        typer.Option("--out", metavar="FILE", help="Write to FILE in place of standard output."),
    ] = None,
    session: SessionOption = None,
    lenient: LenientOption = False,
) -> None:
    """Condense a recorded session: what stays in an agent's view, and a summary of the rest.

    Without a model (no llm_config in the file) rules decide and summarise, offline and the same
    each time. A session that is too short to be condensed comes out as it is.
    """
    from uagent_memory.condensers import View, make_condenser
    from uagent_memory.config import load_settings

    setup = _setup(config, condenser)
    chosen = make_condenser(setup, settings=load_settings())
    check_out(out, file)
    read = read_source(file, session=session, lenient=lenient)
    requested = read.metadata.get("condensation_requested") is True
    done = chosen.condense(
        View(read.messages, unhandled_condensation_request=requested), manual=now
    )
    write_result(_rendered(done, output_format, out=out), out=out)
    _conclude(done)


def _setup(config: Path | None, condenser: Name | None) -> CondenserSetup:
    from uagent_memory.condensers import load_condenser_setup
    from uagent_memory.condensers.configuration import default_setup

    name: CondenserName | None = condenser.value if condenser else None
    if config is None:
        return default_setup(name or "semantic")
    setup = load_condenser_setup(config, condenser=name)
    for note in setup.notes:
        print_warning(note)
    return setup


def _rendered(done: Condensation, form: Form, *, out: Path | None) -> str:
    if form is Form.TEXT:
        return _listing(done)
    if form is Form.JSON:
        stable = done.model_copy(update={"metadata": done.stable()["metadata"]})
        return as_json(json.loads(stable.model_dump_json(exclude={"before"})), out=out)
    if form is Form.OPENHANDS:
        return as_json(done.as_action(), out=out)
    from uagent_memory.formats import render_messages

    return as_json(render_messages(cast("OutputFormat", form.value), done.after), out=out)


def _listing(done: Condensation) -> str:
    """One line an event, as the document shows them; the summary in full."""
    from uagent_memory.condensers.scene import Scene
    from uagent_memory.condensers.shortening import excerpt

    scene = Scene(done.view, 0, 0)
    lines = []
    for number, event in enumerate(done.after, 1):
        told = excerpt(event.text or event.full_text, near=SHOWN)
        if number - 1 == done.summary_offset:
            told = f"\n{done.summary}"
        lines.append(safe_text(f"[{number}] {scene.kind(number - 1).value}: {told}"))
    return "\n".join(lines)


def _conclude(done: Condensation) -> None:
    note = f" ({done.note})" if done.note else ""
    sizes = f"{len(done.before)} events to {len(done.after)}"
    took = f"{1000 * done.processing_time:.0f} ms"
    print_note(f"{done.condenser}: {done.outcome.value}, {sizes}, {took}{note}")
