"""Starts the command line and ends it: streams that never fail, one exit code per outcome."""

from __future__ import annotations

import io
import os
import sys
from collections.abc import Sequence
from typing import TextIO

__all__ = [
    "EXIT_BAD_INPUT",
    "EXIT_BUDGET",
    "EXIT_INTERRUPTED",
    "EXIT_PIPE",
    "discard",
    "discard_output",
    "main",
]

EXIT_BAD_INPUT = 2
EXIT_BUDGET = 3
EXIT_INTERRUPTED = 130
EXIT_PIPE = 141
"""What a shell reports of a program that SIGPIPE ended: the reader of our output went away."""


def main(arguments: Sequence[str] | None = None) -> int:
    """Run one command and return its exit code.

    The help's own console raises SystemExit when nobody reads it.
    """
    _open_closed_streams()
    _forgiving(sys.stdout)
    _forgiving(sys.stderr)
    try:
        from uagent_memory.cli.app import app

        code = app(args=arguments, prog_name="uagent-memory", standalone_mode=False)
        sys.stdout.flush()
    except KeyboardInterrupt:
        return EXIT_INTERRUPTED
    except (BrokenPipeError, SystemExit):
        discard_output()
        return EXIT_PIPE
    except OSError as error:
        discard_output()
        _say_last(f"error: the output cannot be written: {error.strerror or error}")
        return EXIT_BAD_INPUT
    return code if isinstance(code, int) else 0


def _say_last(line: str) -> None:
    """A line on stderr, unless that is what cannot be written."""
    try:
        sys.stderr.write(f"{line}\n")
        sys.stderr.flush()
    except OSError:
        discard(sys.stderr)


def _open_closed_streams() -> None:
    """A stream that the caller closed reads as empty, and swallows what is written to it."""
    for name in ("stdin", "stdout", "stderr"):
        if getattr(sys, name) is None:
            setattr(sys, name, io.TextIOWrapper(io.BytesIO(), encoding="utf-8"))


def _forgiving(stream: object) -> None:
    """A character that the terminal's encoding lacks is escaped, never an error."""
    if isinstance(stream, io.TextIOWrapper):
        stream.reconfigure(errors="backslashreplace")


def discard_output() -> None:
    """Nobody reads our output any more: the flush at exit must not fail on it again."""
    discard(sys.stdout)


def discard(stream: TextIO) -> None:
    """What the stream still holds, and all that follows, goes nowhere."""
    devnull = os.open(os.devnull, os.O_WRONLY)
    os.dup2(devnull, stream.fileno())
    os.close(devnull)
