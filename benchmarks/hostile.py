"""CPU milliseconds of the readers on hostile text of one size and of four times that size.

A reader that is linear takes four times as long for the second. Text: one mark, over and over.
"""

from __future__ import annotations

import argparse
import time
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass

from uagent_memory.authorship import authorship
from uagent_memory.masking import find_secrets
from uagent_memory.render import quote_text, visible_text

__all__ = ["Growth", "main", "measured"]

READERS: Mapping[str, tuple[Callable[[str], object], tuple[str, ...]]] = {
    "secrets": (
        find_secrets,
        (
            "password: ",
            "ookie: a=b; ",
            "token=",
            "eyJ-",
            "://a:",
            "密码是",
            "-----BEGIN PRIVATE KEY-----",
        ),
    ),
    "authors": (
        authorship,
        (
            "<system-reminder>",
            "<system-reminder>\n",
            "</system-reminder>\n",
            " <command-args>x</command-args>\nwords\n",
            "<command-a ",
            "[Request interrupted\n",
            "```\n",
            " ",
        ),
    ),
    "quotes": (quote_text, ("> ", "- ", "1. ", "#", "`", "[", "(m1", "( ", "<h", "(a/")),
    "visible": (visible_text, ("\x1b]", "\x9d", "\x1b[", "\x1b", "\x9b0", "\u200d")),
}
"""What reads, and the marks that each looks around."""
LARGER = 4


@dataclass(frozen=True, slots=True)
class Growth:
    """Milliseconds of one reader on one mark."""

    reader: str
    mark: str
    small: float
    large: float

    @property
    def factor(self) -> float:
        """About `LARGER` where the time is linear, its square where it is quadratic."""
        return self.large / self.small if self.small else 0.0


def main(arguments: Sequence[str]) -> int:
    parser = argparse.ArgumentParser(prog="python -m benchmarks hostile", description=__doc__)
    parser.add_argument("--size", type=int, default=50_000, help="characters of the smaller text")
    parser.add_argument("--repeat", type=int, default=3, help="runs of which the best counts")
    options = parser.parse_args(arguments)
    print(f"{'reader':<10}{'mark':<44}{'ms':>8}{f'ms x{LARGER}':>9}{'factor':>8}")
    for found in measured(options.size, options.repeat):
        shown = f"{found.small:>8.1f}{found.large:>9.1f}{found.factor:>8.1f}"
        print(f"{found.reader:<10}{found.mark!a:<44}{shown}")
    return 0


def measured(size: int, repeat: int) -> list[Growth]:
    """Every reader on every mark of its own.

    Args:
        size: characters of the smaller text.
        repeat: runs of which the best counts.
    """
    return [
        Growth(
            name,
            mark,
            _milliseconds(read, mark, size, repeat),
            _milliseconds(read, mark, LARGER * size, repeat),
        )
        for name, (read, marks) in READERS.items()
        for mark in marks
    ]


def _milliseconds(read: Callable[[str], object], mark: str, size: int, repeat: int) -> float:
    text = mark * (size // len(mark))
    read(mark)
    times = []
    for _ in range(repeat):
        started = time.process_time()
        read(text)
        times.append(1000 * (time.process_time() - started))
    return min(times)
