"""Where the lines of a hand-off of ours come from: the messages that its references name."""

from __future__ import annotations

import re
from bisect import bisect_right
from collections.abc import Iterator
from typing import NamedTuple

from uagent_memory.render.marks import COMPACTION_TITLE, HANDOFF_TITLE

__all__ = ["Origins"]

_TITLES = "|".join(map(re.escape, (HANDOFF_TITLE, COMPACTION_TITLE)))
_TITLE = re.compile(rf"# (?:{_TITLES}) (?P<log>[^\n→]+?) *(?:→|\n|\Z)")
_NAME = r"(?:[\w.-]{1,64}/)?m\d{1,9}"
_REFERENCE = re.compile(rf"(?<!\\)\(({_NAME}(?:(?:, | \.{{3}} ){_NAME})*)\)\Z")
_NAMES = re.compile(_NAME)
_LINE = re.compile(r"[^\n]*\n?")
_BULLET = re.compile(r"(?P<indent> *)- (?P<fence>`{3,}\Z)?")


class _Block(NamedTuple):
    """An entry or a line under one, from its bullet on."""

    start: int
    depth: int
    cited: tuple[str, ...]


class Origins:
    """The ids of the messages that each line of one hand-off cites."""

    def __init__(self, text: str) -> None:
        """`text`: the hand-off as it was rendered."""
        title = _TITLE.search(text)
        self.log = title["log"] if title else ""
        """Whose messages the short references mean."""
        self._blocks = list(self._read(text)) if title else []
        self._starts = [block.start for block in self._blocks]

    def at(self, place: int) -> tuple[str, ...]:
        """What the line at a place of the text cites; () if it cites nothing."""
        index = bisect_right(self._starts, place) - 1
        return self._blocks[index].cited if index >= 0 else ()

    def _read(self, text: str) -> Iterator[_Block]:
        """Every block with its own reference, or with that of the block it stands under."""
        above: list[_Block] = []
        fence = ""
        for found in _LINE.finditer(text):
            line = found.group().rstrip("\n")
            if fence:
                fence = "" if line.strip() == fence else fence
                continue
            bullet = _BULLET.match(line)
            if bullet or line.startswith("#"):
                yield from above[-1:]
                depth = len(bullet["indent"]) if bullet else -1
                above = [block for block in above if block.depth < depth]
                cited = above[-1].cited if above else ()
                above.append(_Block(found.start(), depth, cited))
                fence = (bullet["fence"] or "") if bullet else ""
            if above and (own := self._cited(line)):
                above[-1] = above[-1]._replace(cited=own)
        yield from above[-1:]

    def _cited(self, line: str) -> tuple[str, ...]:
        reference = _REFERENCE.search(line)
        names = _NAMES.findall(reference[1]) if reference else ()
        return tuple(name if "/" in name else f"{self.log}/{name}" for name in names)
