"""Lines that stand in no file any more: what printed them showed an older state."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence

from uagent_memory.facts import CHANGED_STATUSES, FactKind, FileValue
from uagent_memory.ledger import Ledger

__all__ = ["GoneLines", "is_diff"]

_DIFF = re.compile(r"^(?:diff --git |@@ -\d)", re.MULTILINE)


class GoneLines:
    """The lines that standing changes took out of files and that no later one put back.

    Args:
        ledger: of the whole history.
        places: message id -> its place in the history.
    """

    def __init__(self, ledger: Ledger, places: Mapping[str, int]) -> None:
        self._gone: dict[str, int] = {}
        added: dict[str, int] = {}
        for fact in ledger.of(FactKind.FILE):
            if fact.status not in CHANGED_STATUSES:
                continue
            for seen in fact.standing:
                hunks = seen.value.hunks if isinstance(seen.value, FileValue) else ()
                at = places.get(seen.span.message_id, -1)
                for hunk in hunks:
                    _last(added, [line.text for line in hunk.added], at)
                    _last(self._gone, [line.text for line in hunk.removed], at)
        for line, at in added.items():
            if self._gone.get(line, -1) <= at:
                self._gone.pop(line, None)

    def is_gone(self, line: str, *, at: int) -> bool:
        """Whether a line that stood in a file when it was printed stands nowhere any more.

        Args:
            line: as it is printed, without its margins.
            at: the place of the message that holds it.
        """
        return self._gone.get(line, -1) > at


def is_diff(text: str) -> bool:
    """It shows changes, as version control prints them."""
    return _DIFF.search(text) is not None


def _last(places: dict[str, int], lines: Sequence[str], at: int) -> None:
    for line in map(str.strip, lines):
        places[line] = max(places.get(line, -1), at)
