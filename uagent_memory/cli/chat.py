"""`chat`: compress a chat history, bring originals back, show statistics and the audit log."""

from __future__ import annotations

import dataclasses
import tempfile
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from uagent_memory.cli.commands import print_note
from uagent_memory.cli.output import as_json, print_table, write_result
from uagent_memory.cli.plain_file import STANDARD_INPUT, file_name, plain_text, shown_name
from uagent_memory.errors import InputError

if TYPE_CHECKING:
    from collections.abc import Sequence

    from uagent_memory.condensers.chat_history import ChatHistory, CompressionConfig
    from uagent_memory.condensers.chat_history.state import AuditEntry
    from uagent_memory.llm.protocol import LanguageModel

__all__ = ["app"]

app = typer.Typer(no_args_is_help=True, help="Chat histories that compress their older turns.")

HistoryArgument = Annotated[Path, typer.Argument(metavar="FILE", help="A chat history.")]
JsonOption = Annotated[bool, typer.Option("--json", help="As JSON in place of a table.")]


@app.command()
def compress(
    file: Annotated[
        Path,
        typer.Argument(
            metavar="FILE|-",
            help="A chat history; or JSON or JSON Lines of messages, - for standard input.",
        ),
    ],
    *,
    target_tokens: Annotated[
        int | None,
        typer.Option(
            "--target-tokens",
            metavar="N",
            min=1,
            help="Go on until it has no more than that.",
            show_default="3000",
        ),
    ] = None,
    ratio: Annotated[
        float | None,
        typer.Option(
            "--ratio", metavar="SHARE", help="Share of the tokens to remove.", show_default="0.6"
        ),
    ] = None,
    keep_turns: Annotated[
        int | None,
        typer.Option(
            "--keep-turns",
            metavar="N",
            min=0,
            help="Newest turns that stay whole.",
            show_default="3",
        ),
    ] = None,
    model: Annotated[
        str | None,
        typer.Option("--model", metavar="NAME", help="Write the summaries with this model."),
    ] = None,
    out: Annotated[
        Path | None,
        typer.Option(
            "--out",
            metavar="FILE",
            help="Messages only: keep them as a chat history,"
            " from which originals can be restored.",
        ),
    ] = None,
) -> None:
    """Compress the older turns of a conversation.

    A chat history is changed in place, and what was done is printed as JSON. Of plain messages
    the compressed list is printed.
    """
    if ratio is not None and not 0 < ratio < 1:
        raise typer.BadParameter("give a number above 0, below 1", param_hint="'--ratio'")
    config = _config(_target(target_tokens), ratio=ratio, keep_turns=keep_turns)
    text = plain_text(file)
    if _is_history(text):
        if file == STANDARD_INPUT:
            raise InputError("a chat history is changed in place: name its file")
        if out is not None:
            raise typer.BadParameter("a chat history is changed in place", param_hint="--out")
        history = _open(file, config, model)
        _print_outcome(history, config.token_threshold)
        return
    messages = _messages(text, shown_name(file))
    if out is not None and out.exists():
        raise InputError("is there already: choose another name", source=str(out))
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "chat.json" if out is None else out
        history = _open(path, config, model, new=Path(file_name(file)).stem)
        _add(history, messages, shown_name(file))
        outcome = history.compress_now(target_tokens=config.token_threshold)
        _note(outcome.status, outcome.reason, outcome.tokens_before, outcome.tokens_after)
        write_result(as_json(history.messages, out=None))


@app.command()
def restore(
    file: HistoryArgument,
    *,
    compression: Annotated[
        str | None,
        typer.Option("--id", metavar="ID", help="Which summary (c1 ...).", show_default="all"),
    ] = None,
) -> None:
    """Bring originals back, byte for byte; they are printed, and exempt from then on."""
    write_result(as_json(_open(file).restore(compression), out=None))


@app.command()
def stats(file: HistoryArgument, *, json_form: JsonOption = False) -> None:
    """What compression did so far: messages, tokens, retention, failures."""
    found = dataclasses.asdict(_open(file).stats())
    if json_form:
        write_result(as_json(found, out=None))
        return
    width = max(map(len, found))
    lines = (
        f"{name.replace('_', ' '):{width}}  {value:.2f}"
        if isinstance(value, float)
        else f"{name.replace('_', ' '):{width}}  {value:,}"
        for name, value in found.items()
    )
    write_result("\n".join(lines))


@app.command()
def audit(file: HistoryArgument, *, json_form: JsonOption = False) -> None:
    """Everything that was done to the history, oldest first; never what was said."""
    entries = _open(file).audit_log
    if json_form:
        rows = [entry.model_dump(exclude_defaults=True) for entry in entries]
        write_result(as_json(rows, out=None))
        return
    print_table(
        ("at", "action", "id", "messages", "before", "after", "by", "reason"), map(_row, entries)
    )


def _row(entry: AuditEntry) -> tuple[str, ...]:
    tokens = (entry.tokens_before, entry.tokens_after) if entry.tokens_before else ("", "")
    return (
        entry.at, entry.action, entry.compression_id, str(entry.messages or ""),
        *map(str, tokens), entry.method, entry.reason,
    )  # fmt: skip


def _target(target: int | None) -> int:
    """The target, which on the command line is the threshold as well."""
    from uagent_memory.condensers.chat_history import CompressionConfig

    return CompressionConfig().token_threshold if target is None else target


def _config(target: int, *, ratio: float | None, keep_turns: int | None) -> CompressionConfig:
    from uagent_memory.condensers.chat_history import CompressionConfig

    given = {"target_compression_ratio": ratio, "preserve_recent_turns": keep_turns}
    fields: dict[str, Any] = {name: value for name, value in given.items() if value is not None}
    return CompressionConfig(token_threshold=target, **fields)


def _open(
    file: Path,
    config: CompressionConfig | None = None,
    model: str | None = None,
    *,
    new: str | None = None,
) -> ChatHistory:
    from uagent_memory.condensers.chat_history import ChatHistory
    from uagent_memory.config import load_settings

    settings = load_settings()
    chosen: LanguageModel | None = None
    if model is not None:
        from uagent_memory.llm import AnthropicModel

        chosen = AnthropicModel(model, settings=settings)
    identity = None if new is None else (new, "cli")
    return ChatHistory.open_file(file, config, identity=identity, model=chosen, settings=settings)


def _is_history(text: str) -> bool:
    from uagent_memory.condensers.chat_history.document import is_history

    return is_history(text.encode())


def _messages(text: str, source: str) -> list[object]:
    """Messages as they stand in a JSON list, a session or JSON Lines."""
    from uagent_memory.formats.json_text import BadJson, parse_json

    try:
        body: object = parse_json(text.encode())
    except BadJson:
        body = _lines(text, source)
    if isinstance(body, dict) and isinstance(body.get("messages"), list):
        body = body["messages"]
    found = list(body) if isinstance(body, list) else [body]
    _check_count(found, source)
    return found


def _check_count(messages: Sequence[object], source: str) -> None:
    from uagent_memory.config import load_settings
    from uagent_memory.formats.allowance import check_count

    check_count(len(messages), limit=load_settings().input_limit, source=source)


def _lines(data: str, source: str) -> list[object]:
    from uagent_memory.formats.json_text import BadJson, parse_json

    lines = [(n, line) for n, line in enumerate(data.split("\n"), 1) if line.strip()]
    _check_count(lines, source)
    found: list[object] = []
    for number, line in lines:
        try:
            found.append(parse_json(line.encode()))
        except BadJson as bad:
            reason = f"neither a chat history nor JSON Lines of messages: {bad.reason}"
            raise InputError(reason, source=source, line=number) from None
    return found


def _add(history: ChatHistory, messages: list[object], source: str) -> None:
    try:
        history.add_messages(messages)
    except InputError as error:
        raise InputError(error.reason, source=source) from error


def _print_outcome(history: ChatHistory, target: int) -> None:
    outcome = history.compress_now(target_tokens=target)
    write_result(as_json(dataclasses.asdict(outcome), out=None))


def _note(status: str, reason: str, before: int, after: int) -> None:
    because = f" ({reason})" if reason and status != "compressed" else ""
    print_note(f"{status}{because}: {before:,} -> {after:,} tokens")
