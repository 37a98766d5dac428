"""`prompts`: list the prompts, show one, check a folder of prompt files."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from uagent_memory.cli.options import PromptsOption
from uagent_memory.cli.output import print_table, write_result
from uagent_memory.terminal import safe_text

if TYPE_CHECKING:
    from uagent_memory.llm.prompts import Prompt, PromptLibrary

__all__ = ["app"]

app = typer.Typer(no_args_is_help=False)


@app.callback(invoke_without_command=True)
def prompts(context: typer.Context) -> None:
    """List the prompts of the model path, show one, or check a folder of prompt files."""
    if context.invoked_subcommand is None:
        list_prompts()


@app.command("list")
def list_prompts(*, folders: PromptsOption = None) -> None:
    """List the prompts: name, version, where from, what for."""
    print_table(("prompt", "version", "from", "what for"), map(_row, _library(folders)))


def _row(prompt: Prompt) -> tuple[str, ...]:
    places = ", ".join(dict.fromkeys(str(path.parent) for path in prompt.sources))
    return prompt.name, str(prompt.version), places, prompt.description


@app.command()
def show(
    name: Annotated[str, typer.Argument(metavar="PROMPT", help="Such as extraction.en.")],
    *,
    folders: PromptsOption = None,
) -> None:
    """Show one prompt as it is after the search path, with its variables."""
    prompt = _library(folders).get(name)
    places = "\n".join(f"from       {path}" for path in prompt.sources)
    head = f"{prompt.name}, version {prompt.version}: {prompt.description}\n{places}"
    variables = f"variables  {', '.join(prompt.variables)}"
    write_result(safe_text(f"{head}\n{variables}\n\n{prompt.text.rstrip()}"))


@app.command()
def check(
    folder: Annotated[Path, typer.Argument(metavar="DIR", help="Your prompt files.")],
) -> None:
    """Check a folder of prompt files, each rendered once; the first fault is named."""
    found = [p for p in _library([folder]) if any(s.parent == folder for s in p.sources)]
    names = ", ".join(prompt.name for prompt in found)
    right = f"{len(found)} right ({names})" if found else "no prompt files (*.md)"
    write_result(f"{folder}: {right}")


def _library(folders: list[Path] | None) -> PromptLibrary:
    from uagent_memory.config import load_settings
    from uagent_memory.llm.prompts import load_prompts

    return load_prompts(folders or (), settings=load_settings())
