"""What the suite asks of a compressor."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from importlib.util import find_spec
from typing import Literal, Protocol, TypeAlias

from benchmarks.quality.record import RawMessage

__all__ = ["Compressor", "Peer"]


class Compressor(Protocol):
    """One compressor at work. A new one is made for each history, so nothing is remembered."""

    def __call__(self, history: Sequence[RawMessage], budget: int) -> str:
        """The text that stands for the history; what is over the budget (tokens) is cut off."""
        ...


Group: TypeAlias = Literal["ours", "baseline", "package"]


@dataclass(frozen=True, slots=True)
class Peer:
    """A compressor by name, and how to make one."""

    name: str
    group: Group
    what: str
    make: Callable[[], Compressor]
    modules: tuple[str, ...] = ()
    """What must be importable."""
    distribution: str = ""

    @property
    def missing(self) -> str:
        """The first module that is not installed; "" if it can run."""
        return next((name for name in self.modules if find_spec(name) is None), "")
