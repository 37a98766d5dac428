"""What a log has shown of a file's text, line by line, as far as edits by place leave it known."""

from __future__ import annotations

import itertools
from bisect import bisect_left, bisect_right
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cached_property
from operator import itemgetter
from types import MappingProxyType
from typing import NamedTuple

from uagent_memory.facts import TextSpan

__all__ = ["Exchanged", "KnownLines", "Put"]

_MOST = 5000
_NOTHING: Mapping[int, TextSpan] = MappingProxyType({})


class Put(NamedTuple):
    """New lines in front of the one with this number; None: of unknown words."""

    at: int
    rank: int
    """Which come first of those at one place."""
    lines: Sequence[TextSpan | None]


class Exchanged(NamedTuple):
    """Lines in the place of others, of which only the words are known."""

    gone: Collection[str]
    added: Sequence[TextSpan]


@dataclass(frozen=True)
class KnownLines:
    """Immutable: an edit makes another one."""

    numbered: Mapping[int, TextSpan] = field(default_factory=lambda: _NOTHING)
    """By their number, from 1."""
    loose: tuple[TextSpan, ...] = ()
    """Of which only is known that they stand in the file."""
    complete: bool = False
    """The numbered lines are all that the file has."""

    @classmethod
    def whole(cls, lines: Sequence[TextSpan]) -> KnownLines:
        return cls(dict(enumerate(lines, start=1)), complete=True)

    @cached_property
    def texts(self) -> frozenset[str]:
        """The words of all known lines, without the space around them."""
        return frozenset(line.text.strip() for line in self.all())

    def all(self) -> Iterator[TextSpan]:
        yield from self.numbered.values()
        yield from self.loose

    def in_order(self) -> list[TextSpan]:
        return [self.numbered[at] for at in sorted(self.numbered)]

    def showing(self, lines: Mapping[int, TextSpan]) -> KnownLines:
        """These were printed with their numbers."""
        shown = frozenset(line.text.strip() for line in lines.values())
        loose = tuple(line for line in self.loose if line.text.strip() not in shown)
        return KnownLines({**self.numbered, **lines}, loose, self.complete)

    def holding(self, lines: Iterable[TextSpan]) -> KnownLines:
        """These were printed of it, at places that are not certain."""
        texts = self.texts
        new = tuple(line for line in lines if line.text.strip() and line.text.strip() not in texts)
        return KnownLines(self.numbered, (*self.loose, *new), self.complete and not new)

    def reaches(self, number: int) -> bool:
        """The file surely has as many lines."""
        return any(known >= number for known in self.numbered)

    def held_twice(self, pieces: Iterable[TextSpan]) -> tuple[TextSpan, ...]:
        """Those that stand in more than one of the lines."""
        return tuple(one for one in pieces if self._holds_twice(one.text.strip()))

    def _holds_twice(self, words: str) -> bool:
        holding = (line for line in self.all() if words in line.text)
        return next(holding, None) is not None and next(holding, None) is not None

    def between(self, first: int, last: int) -> list[TextSpan]:
        """Those known from `first` to `last`, in order; of very many the first."""
        numbers = range(first, min(last, first + _MOST) + 1)
        return [self.numbered[at] for at in numbers if at in self.numbered]

    def edited(self, gone: Iterable[tuple[int, int]], put: Iterable[Put]) -> KnownLines:
        """With lines taken out, each from one number to another, and others put in, all at once.

        All numbers are those that the lines have now.
        """
        moving = _Moving(self.numbered)
        marks: list[tuple[tuple[int, int, int], Put | tuple[int, int]]]
        marks = [((one.at, 0, one.rank), one) for one in put]
        marks += (((first, 1, 0), (first, last)) for first, last in gone)
        for (at, *_), mark in sorted(marks, key=itemgetter(0)):
            moving.to(at)
            if isinstance(mark, Put):
                moving.put_in(at, mark.lines)
            else:
                moving.take_out(*mark)
        numbered = moving.rest()
        return KnownLines(numbered, self.loose, self.complete and not moving.put_in_unknown)

    def ending_with(self, lines: Sequence[TextSpan]) -> KnownLines:
        """With new lines at the end."""
        if self.complete:
            return self.edited((), (Put(len(self.numbered) + 1, 0, lines),))
        return KnownLines(self.numbered, (*self.loose, *lines))

    def exchanging(self, exchanges: Iterable[Exchanged]) -> KnownLines:
        """With lines in the place of others, wherever that is, one exchange after the other."""
        lines: dict[int, TextSpan] = {}
        places: dict[str, list[int]] = {}
        count = itertools.count()
        for gone, added in (Exchanged((), (*self.all(),)), *exchanges):
            for text in gone:
                for place in places.pop(text, ()):
                    del lines[place]
            for line in added:
                place = next(count)
                lines[place] = line
                places.setdefault(line.text.strip(), []).append(place)
        return KnownLines(loose=tuple(lines.values()))


class _Moving:
    """Lines by their numbers, read once from the top, and by the numbers that they get."""

    def __init__(self, numbered: Mapping[int, TextSpan]) -> None:
        self._before = numbered
        self._keys = sorted(numbered)
        self._next = 0
        self._after: dict[int, TextSpan] = {}
        self._added = self._removed = self._gone_to = 0
        self.put_in_unknown = False

    def to(self, number: int) -> None:
        """All lines above this one."""
        self._copy(bisect_left(self._keys, number))

    def rest(self) -> Mapping[int, TextSpan]:
        self._copy(len(self._keys))
        return self._after

    def _copy(self, end: int) -> None:
        shift = self._added - self._removed
        self._after.update({n + shift: self._before[n] for n in self._keys[self._next : end]})
        self._next = max(self._next, end)

    def take_out(self, first: int, last: int) -> None:
        self._removed += max(last - max(first, self._gone_to + 1) + 1, 0)
        self._gone_to = max(self._gone_to, last)
        self._next = max(self._next, bisect_right(self._keys, last))

    def put_in(self, at: int, lines: Sequence[TextSpan | None]) -> None:
        """In front of a number, which may be that of a line taken out."""
        first = max(at, self._gone_to + 1) - self._removed + self._added
        new = {n: line for n, line in enumerate(lines, start=first) if line is not None}
        self.put_in_unknown |= len(new) < len(lines)
        self._after.update(new)
        self._added += len(lines)
