"""A progress bar on stderr; a line now and then where nobody is watching."""

from __future__ import annotations

import sys
from collections.abc import Iterable, Iterator
from typing import TypeVar

from uagent_memory.cli.output import console

__all__ = ["shown"]

Item = TypeVar("Item")


def shown(what: str, total: int, items: Iterable[Item]) -> Iterable[Item]:
    """The items, with a bar that moves as they pass; in a pipe, with a line at every tenth."""
    if not sys.stderr.isatty():
        return _with_lines(what, total, items)
    from rich.progress import track

    bar = console(stderr=True)
    return track(items, description=what, total=total, console=bar, transient=True)


def _with_lines(what: str, total: int, items: Iterable[Item]) -> Iterator[Item]:
    for number, item in enumerate(items, start=1):
        yield item
        if number == total or number % max(total // 10, 1) == 0:
            print(f"{what}: {number} of {total} sessions", file=sys.stderr, flush=True)
