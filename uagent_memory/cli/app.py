"""The commands, put together."""

from __future__ import annotations

from importlib.metadata import PackageNotFoundError
from importlib.metadata import version as installed_version
from typing import Annotated

import typer

from uagent_memory.cli import chat, prompts, roles
from uagent_memory.cli.commands import Commands
from uagent_memory.cli.compress import compress, demo
from uagent_memory.cli.condense import condense
from uagent_memory.cli.examples import epilog_of
from uagent_memory.cli.explain import explain
from uagent_memory.cli.inspect import inspect
from uagent_memory.cli.recall import recall
from uagent_memory.cli.retrieve import retrieve

__all__ = ["app"]

EPILOG = """
[bold]Examples[/]

  uagent-memory demo

  uagent-memory compress session.jsonl --role coder --to tester --budget 4000

  uagent-memory compress - --ratio 0.1 --format json < session.jsonl > handoff.json

  uagent-memory compress run.jsonl --budget 2000 --keep m12 --keep "src/app.py" --report

  uagent-memory explain session.jsonl src/app.py --to tester --budget 4000

  uagent-memory recall session.jsonl m12

  uagent-memory inspect session.jsonl --kind error

[bold]Input[/]: JSON or JSON Lines (.gz too): a list of messages, one message a line, one session a
line, a request body, a Claude Code session, or OpenHands' events. Anthropic and OpenAI messages are
recognised, and so is plain role and content.

[bold]Exit codes[/]: 0 done; 2 the input, an option or a setting is wrong; 3 the budget is too small
for the must-keep facts (the shortened hand-off is printed all the same, unless --strict); 130
interrupted; 141 whoever read the output went away.

Settings come from uagent-memory.toml or \\[tool.uagent-memory] in pyproject.toml, then from
UAGENT_MEMORY_* in the environment, then from the options. NO_COLOR turns colours off.
"""

app = typer.Typer(
    cls=Commands,
    help="Compress what an agent team did into a hand-off for the role that goes on.",
    epilog=EPILOG,
    no_args_is_help=True,
    add_completion=False,
    rich_markup_mode="rich",
    pretty_exceptions_enable=False,
    context_settings={"help_option_names": ["-h", "--help"]},
)


def print_version(asked: bool) -> None:
    if asked:
        typer.echo(f"uagent-memory {_version()}")
        raise typer.Exit


@app.callback()
def options(
    *,
    version: Annotated[
        bool,
        typer.Option(
            "--version", is_eager=True, callback=print_version, help="Print the version and stop."
        ),
    ] = False,
) -> None:
    """Options of the program itself."""


def _version() -> str:
    try:
        return installed_version("uagent-memory")
    except PackageNotFoundError:
        return "(not installed: run from a checkout)"


app.command(epilog=epilog_of("compress"))(compress)
app.command(epilog=epilog_of("inspect"))(inspect)
app.command(epilog=epilog_of("explain"))(explain)
app.command(epilog=epilog_of("condense"))(condense)
app.command(epilog=epilog_of("recall"))(recall)
app.add_typer(roles.app, name="roles", epilog=epilog_of("roles"))
app.add_typer(prompts.app, name="prompts", epilog=epilog_of("prompts"))
app.add_typer(chat.app, name="chat")
app.command()(retrieve)
app.command()(demo)
