"""Training the ranker: the weights of expected need, from what agents did next."""

from __future__ import annotations

from collections.abc import Sequence

__all__ = ["main"]


def main(arguments: Sequence[str]) -> int:
    """`python -m benchmarks train`."""
    from benchmarks.train.command import main as command

    return command(arguments)
