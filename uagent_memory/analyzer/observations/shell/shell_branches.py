"""The branches of a shell script's `if` and `case`."""

from __future__ import annotations

__all__ = ["Branches"]

_NEXT = frozenset(("then", "else", "elif"))


class Branches:
    """In which branch a script's reader stands."""

    def __init__(self) -> None:
        self._open: list[int] = []
        self._count = 0

    @property
    def now(self) -> int:
        """The innermost branch; 0 outside of any."""
        return next((number for number in reversed(self._open) if number), 0)

    def enter(self, word: str) -> None:
        """Takes note of a word that opens a branch; of any other nothing."""
        if word == "if":
            self._open.append(0)
        elif word == "case":
            self._open.append(self._fresh())
        elif self._open and (word in _NEXT or word == ";;"):
            self._open[-1] = self._fresh()

    def leave(self, word: str) -> None:
        if word in ("fi", "esac") and self._open:
            self._open.pop()

    def _fresh(self) -> int:
        self._count += 1
        return self._count
