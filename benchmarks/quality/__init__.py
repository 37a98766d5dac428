"""The quality suite: what survives a hand-off, on real sessions, beside other compressors."""

from __future__ import annotations

from collections.abc import Sequence

__all__ = ["main"]


def main(arguments: Sequence[str]) -> int:
    """`python -m benchmarks quality`."""
    from benchmarks.quality.command import main as command

    return command(arguments)
