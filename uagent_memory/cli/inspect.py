"""`inspect`: what the analyzer and the prioritizer make of a session."""

from __future__ import annotations

import shutil
import sys
from enum import StrEnum
from typing import TYPE_CHECKING, Annotated

import typer

from uagent_memory.cli.columns import columns
from uagent_memory.cli.graph import reference_graph
from uagent_memory.cli.options import (
    FileArgument,
    LenientOption,
    RolesOption,
    SessionOption,
    ToOption,
)
from uagent_memory.cli.output import as_json, console, long_work, write_result
from uagent_memory.cli.source import read_source
from uagent_memory.cli.survey import FactRow, MessageRow, Survey
from uagent_memory.errors import UnknownReference
from uagent_memory.facts import FactKind
from uagent_memory.terminal import safe_text

if TYPE_CHECKING:
    from collections.abc import Sequence
    from contextlib import AbstractContextManager
    from pathlib import Path

    from uagent_memory.config import Settings
    from uagent_memory.messages import Message
    from uagent_memory.roles import RoleProfile

__all__ = ["inspect"]


class View(StrEnum):
    """How the survey is printed."""

    TABLE = "table"
    JSON = "json"
    GRAPH = "graph"


def inspect(
    file: FileArgument,
    *,
    to: ToOption = None,
    message: Annotated[
        str | None,
        typer.Option("--message", metavar="ID", help="Only this message, with its units (m12)."),
    ] = None,
    kind: Annotated[
        FactKind | None, typer.Option("--kind", help="Only the facts of this kind.")
    ] = None,
    view: Annotated[
        View,
        typer.Option(
            "--format",
            help="How to print it; graph: what comes back to what, as networkx's node-link JSON.",
        ),
    ] = View.TABLE,
    session: SessionOption = None,
    lenient: LenientOption = False,
    roles: RolesOption = None,
) -> None:
    """Show what is seen in a session: each message's class and scores, and the facts by kind."""
    if view is View.GRAPH and (message is not None or kind is not None):
        raise typer.BadParameter("graph shows the whole session", param_hint="--format")
    read = read_source(file, session=session, lenient=lenient)
    if view is View.GRAPH:
        write_result(as_json(_graph(read.messages, to=to, folders=roles or ())))
        return
    survey = _survey(read.messages, to=to, folders=roles or ())
    if message is not None:
        survey = _only(survey, message)
    elif kind is not None:
        facts = tuple(fact for fact in survey.facts if fact.kind == kind)
        survey = Survey(session=survey.session, receiver=survey.receiver, facts=facts)
    survey = survey.model_copy(update={"session": read.id or ""})
    if view is View.JSON:
        write_result(as_json(survey.model_dump(mode="json", exclude_defaults=True)))
    else:
        _print(survey)


def _survey(messages: Sequence[Message], *, to: str | None, folders: Sequence[Path]) -> Survey:
    receiver, settings = _reader(to, folders)
    with _reading(messages):
        return Survey.of(messages, receiver=receiver, settings=settings)


def _graph(
    messages: Sequence[Message], *, to: str | None, folders: Sequence[Path]
) -> dict[str, object]:
    receiver, settings = _reader(to, folders)
    with _reading(messages):
        return reference_graph(messages, receiver=receiver, settings=settings)


def _reader(to: str | None, folders: Sequence[Path]) -> tuple[RoleProfile, Settings]:
    from uagent_memory.config import load_settings
    from uagent_memory.role_files import load_roles

    settings = load_settings()
    return load_roles(folders, settings=settings).get(settings.role if to is None else to), settings


def _reading(messages: Sequence[Message]) -> AbstractContextManager[None]:
    size = sum(len(message.full_text) for message in messages)
    return long_work(f"reading {len(messages):,} messages", size=size)


def _only(survey: Survey, reference: str) -> Survey:
    name = reference.rpartition("/")[2]
    found = tuple(row for row in survey.messages if row.id.rpartition("/")[2] == name)
    if not found:
        last = survey.messages[-1].id if survey.messages else "none"
        raise UnknownReference(f"no message {reference!r} in this session; the last is {last}")
    facts = tuple(fact for fact in survey.facts if found[0].id in fact.messages)
    return survey.model_copy(update={"messages": found, "facts": facts})


def _print(survey: Survey) -> None:
    if len(survey.messages) == 1:
        _print_message(survey.messages[0])
    elif survey.messages:
        _print_messages(survey.messages)
    if survey.messages:
        write_result("")
    _print_facts(survey.facts)


def _print_messages(rows: Sequence[MessageRow]) -> None:
    width = shutil.get_terminal_size().columns if sys.stdout.isatty() else None
    lines = [
        (
            row.id,
            _one_line(row.who),
            row.content_type,
            *(f"{score:.2f}" for score in (row.density, row.relevance, row.importance)),
            str(row.observations),
            _one_line(row.text),
        )
        for row in rows
    ]
    head = ("message", "who", "class", *FIGURES, "text")
    write_result("\n".join(columns(head, lines, numbers=FIGURES, width=width)))


FIGURES = ("density", "relevance", "importance", "seen")


def _print_message(row: MessageRow) -> None:
    out = console()
    out.print(f"{row.id}  {safe_text(row.who)}  {row.content_type} ({row.confidence:.2f})")
    out.print(
        f"density {row.density:.2f}, relevance {row.relevance:.2f}, importance {row.importance:.2f}"
    )
    for unit in row.units:
        cues = f" [{', '.join(unit.cues)}]" if unit.cues else ""
        out.print(
            f"  {unit.kind}{cues} {unit.part}:{unit.start}-{unit.end}: {_one_line(unit.text)}"
        )
    for label, names in (("comes back to", row.refers_to), ("is taken up by", row.referred_by)):
        if names:
            out.print(f"{label}: {_one_line(', '.join(names))}")


def _print_facts(facts: Sequence[FactRow]) -> None:
    if not facts:
        write_result("no facts")
        return
    lines = [
        (
            fact.kind,
            fact.status,
            str(fact.observations),
            "... " * (len(fact.messages) > SHOWN_SOURCES)
            + ", ".join(fact.messages[-SHOWN_SOURCES:]),
            _one_line(fact.text),
        )
        for fact in facts
    ]
    head = ("kind", "status", "times", "messages", "fact")
    write_result("\n".join(columns(head, lines)))


SHOWN_SOURCES = 3
SHOWN_CHARACTERS = 120


def _one_line(text: str) -> str:
    line = " ".join(safe_text(text[: 4 * SHOWN_CHARACTERS]).split())
    return line if len(line) <= SHOWN_CHARACTERS else f"{line[:SHOWN_CHARACTERS]}..."
