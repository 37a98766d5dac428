"""What happens to input that cannot be read: an InputError, or (lenient) it is counted."""

from __future__ import annotations

from uagent_memory.errors import InputError
from uagent_memory.formats.allowance import check_count

__all__ = ["Intake"]

ADVICE = "mend it, or pass over what is broken (--lenient, from Python lenient=True)"


class Intake:
    """One reading of one source."""

    def __init__(self, source: str, *, lenient: bool, limit: int) -> None:
        """`limit`: most bytes of one session."""
        self.source = source
        self.limit = limit
        self.lenient = lenient
        self.skipped = 0
        self._notes: list[str] = []
        self._first = ""

    def check_count(self, messages: int) -> None:
        """Whether a session may have so many.

        Raises:
            InputError: more than the limit has room for.
        """
        check_count(messages, limit=self.limit, source=self.source)

    def refuse(self, reason: str, *, line: int | None = None) -> None:
        """Raise, or count one line or message as passed over.

        Raises:
            InputError: where and why, unless lenient.
        """
        if not self.lenient:
            raise InputError(f"{reason}; {ADVICE}", source=self.source, line=line)
        self.pass_over(f"line {line}: {reason}" if line else reason)

    def pass_over(self, what: str) -> None:
        self.skipped += 1
        self._first = self._first or what

    def note(self, warning: str) -> None:
        self._notes.append(warning)

    @property
    def warnings(self) -> tuple[str, ...]:
        if not self.skipped:
            return tuple(self._notes)
        return (f"passed over {self.skipped}, the first: {self._first}", *self._notes)
