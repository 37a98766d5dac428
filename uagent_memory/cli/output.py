"""Writing results: bytes for programs, safe text for people, files written aside first."""

from __future__ import annotations

import json
import os
import re
import shutil
import sys
from collections.abc import Iterable, Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING

from uagent_memory.cli.entry import discard_output
from uagent_memory.errors import ConfigError
from uagent_memory.terminal import safe_text

if TYPE_CHECKING:
    from rich.console import Console

__all__ = [
    "as_json",
    "check_out",
    "console",
    "long_work",
    "print_table",
    "write_original",
    "write_result",
]

_STEERING = re.compile(r"[\x7f-\x9f\u061c\u200e\u200f\u2028-\u202e\u2066-\u2069]")
"""Signs that steer a terminal or reorder its text."""

LONG_WORK_BYTES = 2_000_000
"""Smaller inputs are done before a progress bar could be read."""


def check_out(out: Path | None, *inputs: str | Path) -> None:
    """A result may not take the place of what it is made from: nobody could recall an original.

    Raises:
        ConfigError: `out` is one of the inputs.
    """
    if out is not None and any(_is_same(out, name) for name in inputs):
        raise ConfigError(f"--out {out}: it is the input itself: choose another name")


def _is_same(out: Path, name: str | Path) -> bool:
    try:
        return out.is_file() and out.samefile(name)
    except (OSError, ValueError):
        return False


def write_result(text: str, *, out: Path | None = None) -> None:
    """To the file, or to standard output.

    Raises:
        ConfigError: it cannot be written, as on a full disk.
    """
    if out is not None:
        _write_file(out, text)
        return
    shown = safe_text(text) if sys.stdout.isatty() else text
    try:
        sys.stdout.write(shown if shown.endswith("\n") else f"{shown}\n")
        sys.stdout.flush()
    except BrokenPipeError:
        raise
    except OSError as error:
        raise _not_written(error) from error


def write_original(text: str) -> None:
    """To standard output: to a terminal as safe text; elsewhere these bytes, in UTF-8, no more.

    Raises:
        ConfigError: it cannot be written.
    """
    if sys.stdout.isatty() or not hasattr(sys.stdout, "buffer"):
        write_result(text)
        return
    try:
        sys.stdout.flush()
        sys.stdout.buffer.write(text.encode("utf-8", "backslashreplace"))
        sys.stdout.flush()
    except BrokenPipeError:
        raise
    except OSError as error:
        raise _not_written(error) from error


def _not_written(error: OSError) -> ConfigError:
    discard_output()
    return ConfigError(f"standard output cannot be written: {error.strerror}")


def _write_file(path: Path, text: str) -> None:
    """Written beside it first, then renamed: a reader never sees half a file.

    Raises:
        ConfigError: the file cannot be written.
    """
    data = text.encode("utf-8", "backslashreplace")
    if not data.endswith(b"\n"):
        data += b"\n"
    target = path.resolve()
    try:
        if target.exists() and not target.is_file():
            target.write_bytes(data)
        else:
            _replace(target, data)
    except OSError as error:
        raise ConfigError(f"--out {path}: cannot be written: {error.strerror or error}") from error


def _replace(target: Path, data: bytes) -> None:
    aside = target.with_name(f".{target.name}.{os.getpid()}.tmp")
    try:
        aside.write_bytes(data)
        if target.exists():
            shutil.copymode(target, aside)
        aside.replace(target)
    finally:
        aside.unlink(missing_ok=True)


def as_json(value: object, *, out: Path | None = None) -> str:
    """Readable JSON; pure ASCII where standard output could not show the rest.

    Signs that steer a terminal or reorder its text are escaped, as JSON escapes the lower ones.
    """
    unicode = out is not None or (sys.stdout.encoding or "").lower().startswith("utf")
    text = json.dumps(value, ensure_ascii=not unicode, indent=2)
    return _STEERING.sub(lambda sign: f"\\u{ord(sign.group()):04x}", text)


def console(*, stderr: bool = False) -> Console:
    """A console that prints text as it is: colours on a terminal only, and not with NO_COLOR.

    FORCE_COLOR changes nothing: what goes to a file or a program stays plain.

    Elsewhere than on a terminal no line is broken.
    """
    from rich.console import Console

    class PipeConsole(Console):
        def on_broken_pipe(self) -> None:
            """As everywhere here; rich's own would end the program with exit code 1."""
            raise BrokenPipeError

    stream = sys.stderr if stderr else sys.stdout
    width = None if stream.isatty() else UNBROKEN
    return PipeConsole(
        file=stream,
        markup=False,
        emoji=False,
        highlight=False,
        width=width,
        force_terminal=stream.isatty(),
    )


UNBROKEN = 10_000


def print_table(head: Sequence[str], rows: Iterable[Sequence[str]]) -> None:
    """Rows for people, on standard output; each cell is one line that steers no terminal."""
    from rich.table import Table

    table = Table(*head, box=None, pad_edge=False)
    for row in rows:
        table.add_row(*(" ".join(safe_text(cell).split()) for cell in row))
    console().print(table)


@contextmanager
def long_work(what: str, *, size: int) -> Iterator[None]:
    """A progress bar on stderr while something long runs, if a person is watching.

    Args:
        what: what is being done, in a few words.
        size: bytes of the input.
    """
    if size < LONG_WORK_BYTES or not sys.stderr.isatty():
        yield
        return
    from rich.progress import BarColumn, Progress, TextColumn, TimeElapsedColumn

    columns = (TextColumn("{task.description}", markup=False), BarColumn(), TimeElapsedColumn())
    with Progress(*columns, console=console(stderr=True), transient=True) as progress:
        progress.add_task(what, total=None)
        yield
