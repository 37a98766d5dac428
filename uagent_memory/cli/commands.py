"""The command group: what a failed command prints, and the exit code it ends with."""

from __future__ import annotations

import os
import sys
from collections.abc import Sequence
from typing import Any

import typer
from typer.core import TyperGroup

from uagent_memory.cli.entry import (
    EXIT_BAD_INPUT,
    EXIT_BUDGET,
    EXIT_INTERRUPTED,
    EXIT_PIPE,
    discard,
    discard_output,
)
from uagent_memory.complaints import plainly
from uagent_memory.errors import BudgetTooSmall, UAgentMemoryError
from uagent_memory.terminal import safe_text

__all__ = ["Commands", "print_note", "print_warning"]


LONGEST_LINE = 1200
"""Characters of a message on stderr: an argument that it repeats may be of any length."""


class Commands(TyperGroup):
    """Every error made on purpose is one line on stderr; anything else is a bug and shows."""

    def invoke(self, ctx: Any) -> Any:
        _name_unknown_variables()
        try:
            return super().invoke(ctx)
        except BudgetTooSmall as error:
            _print_error(str(error))
            raise typer.Exit(EXIT_BUDGET) from error
        except UAgentMemoryError as error:
            _print_error(str(error))
            raise typer.Exit(EXIT_BAD_INPUT) from error
        except BrokenPipeError as error:
            discard_output()
            raise typer.Exit(EXIT_PIPE) from error

    def main(
        self,
        args: Sequence[str] | None = None,
        prog_name: str | None = None,
        complete_var: str | None = None,
        standalone_mode: bool = True,
        windows_expand_args: bool = True,
        **extra: Any,
    ) -> Any:
        """As typer's, with usage errors in the same form as all others."""
        try:
            code = super().main(
                args,
                prog_name,
                complete_var,
                standalone_mode=False,
                windows_expand_args=windows_expand_args,
                **extra,
            )
        except typer.TyperException as error:
            context = getattr(error, "ctx", None)
            command = context.command_path if context is not None else "uagent-memory"
            reason = plainly(error.format_message())
            if reason:  # empty where no arguments were given: the help has been printed
                _print_error(f"{reason} (see `{command} --help`)")
            code = EXIT_BAD_INPUT
        except typer.Abort:
            code = EXIT_INTERRUPTED
        if standalone_mode:
            sys.exit(code if isinstance(code, int) else 0)
        return code


def _name_unknown_variables() -> None:
    """A misspelt setting in the environment would do nothing, and nobody would know why."""
    if any(name.startswith("UAGENT_MEMORY_") for name in os.environ):
        from uagent_memory.config import unknown_variables

        for line in unknown_variables(os.environ):
            print_warning(line)


def print_note(line: str) -> None:
    """One line for a person, on stderr; where that cannot be written, the exit code must do."""
    try:
        typer.echo(safe_text(line), err=True)
    except BrokenPipeError:
        raise
    except OSError:
        discard(sys.stderr)


def _print_error(message: str) -> None:
    _say("error", message)


def print_warning(message: str) -> None:
    _say("warning", message)


def _say(sort: str, message: str) -> None:
    line = " ".join(message.split())
    if len(line) > LONGEST_LINE:
        line = f"{line[: LONGEST_LINE // 2]} [...] {line[-LONGEST_LINE // 2 :]}"
    print_note(f"{sort}: {line}")
