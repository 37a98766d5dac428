"""Lines that stand in no file any more: what printed them showed an older state."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from operator import itemgetter

from uagent_memory.facts import CHANGED_STATUSES, FactKind, FileValue
from uagent_memory.generator.evidence.printed_changes import PrintedChanges, is_by_editor
from uagent_memory.holding import holds_any
from uagent_memory.ledger import Ledger

__all__ = ["GoneLines", "is_diff", "is_diff_head"]

_DIFF = re.compile(r"^(?:diff --git |@@ -\d)", re.MULTILINE)
_OF_DIFF = ("diff --git ", "@@ -")
"""One stands in every diff: a cheap look at a whole text."""
_HEAD = re.compile(
    r"diff --git |index [0-9a-f]{6,40}\.\.[0-9a-f]{6,40}|(?:---|\+\+\+) [ab]?/|@@ -\d"
    r"|(?:new|deleted) file mode "
)
_FOUND = re.compile(r"\A(?:[\w./@+-]{1,200}[:-]\d{1,7}[:-]|\d{1,6}[ \t]+)")
"""What a search prints before a line: its file and its number."""
_PHRASE = re.compile(r"(?=.{12})\S{3,}[ \t]\S.*")
"""A piece of a line by which the line can be known."""


class GoneLines:
    """The lines that standing changes took out of files and that no later one put back.

    Args:
        ledger: of the whole history.
        places: message id -> its place in the history.
        printed: what files show of changes that tell no line.
        pieces: how many of those that stream editors took out each line is compared with.
    """

    def __init__(
        self, ledger: Ledger, places: Mapping[str, int], printed: PrintedChanges, *, pieces: int
    ) -> None:
        self._gone: dict[str, int] = {}
        self._pieces: dict[str, int] = {}
        added: dict[str, int] = {}
        for fact in ledger.of(FactKind.FILE):
            if fact.status not in CHANGED_STATUSES:
                continue
            for seen in fact.standing:
                if not isinstance(seen.value, FileValue):
                    continue
                at = places.get(seen.span.message_id, -1)
                for hunk in seen.value.hunks:
                    _last(added, [line.text for line in hunk.added], at)
                    out = (line for line in hunk.removed if line not in seen.value.lasting)
                    gone = [line.text for line in out]
                    _last(self._gone, gone, at)
                    if is_by_editor(seen.value):
                        _last(self._pieces, filter(_PHRASE.fullmatch, gone), at)
            at = places.get(fact.acts[-1].span.message_id, -1) if fact.acts else -1
            for change in printed.of(fact):
                _last(added if change.sign == "+" else self._gone, [change.line.text], at)
        newest = sorted(self._pieces.items(), key=itemgetter(1))[-pieces:]
        self._pieces = dict(newest)
        for line, at in added.items():
            if self._gone.get(line, -1) <= at:
                self._gone.pop(line, None)

    def is_gone(self, line: str, *, at: int) -> bool:
        """Whether a line that stood in a file when it was printed stands nowhere any more.

        Args:
            line: as it is printed, without its margins.
            at: the place of the message that holds it.
        """
        if any(piece in line and last > at for piece, last in self._pieces.items()):
            return True
        bare = _FOUND.sub("", line[1:] if line.startswith(("+", "-")) else line).strip()
        return max(self._gone.get(line, -1), self._gone.get(bare, -1)) > at


def is_diff(text: str) -> bool:
    """It shows changes, as version control prints them."""
    return holds_any(text, _OF_DIFF) and _DIFF.search(text) is not None


def is_diff_head(line: str) -> bool:
    """It says of which file and where; nothing of what was changed."""
    return _HEAD.match(line) is not None


def _last(places: dict[str, int], lines: Iterable[str], at: int) -> None:
    for line in map(str.strip, lines):
        places[line] = max(places.get(line, -1), at)
