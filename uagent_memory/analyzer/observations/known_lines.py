"""What a log has shown of a file's text, line by line, as far as edits by place leave it known."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from types import MappingProxyType

from uagent_memory.facts import TextSpan

__all__ = ["KnownLines"]

_MOST = 5000
_NOTHING: Mapping[int, TextSpan] = MappingProxyType({})


@dataclass(frozen=True, slots=True)
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

    def between(self, first: int, last: int) -> list[TextSpan]:
        """Those known from `first` to `last`, in order; of very many the first."""
        numbers = range(first, min(last, first + _MOST) + 1)
        return [self.numbered[at] for at in numbers if at in self.numbered]

    def without(self, first: int, last: int) -> KnownLines:
        """Less the lines from `first` to `last`."""
        kept = {
            at if at < first else at - (last - first + 1): line
            for at, line in self.numbered.items()
            if not first <= at <= last
        }
        return KnownLines(kept, self.loose, self.complete)

    def with_lines(self, at: int, lines: Sequence[TextSpan | None]) -> KnownLines:
        """With new lines in front of the one that has been number `at`; None: of unknown words."""
        moved = {n if n < at else n + len(lines): line for n, line in self.numbered.items()}
        new = {n: line for n, line in enumerate(lines, start=at) if line is not None}
        return KnownLines({**moved, **new}, self.loose, self.complete and len(new) == len(lines))

    def adding(self, lines: Sequence[TextSpan | None]) -> KnownLines:
        """With new lines at a place that is not known: no number is certain any more."""
        return KnownLines(loose=(*self.all(), *(line for line in lines if line is not None)))

    def ending_with(self, lines: Sequence[TextSpan]) -> KnownLines:
        """With new lines at the end."""
        if self.complete:
            return self.with_lines(len(self.numbered) + 1, lines)
        return KnownLines(self.numbered, (*self.loose, *lines))

    def exchanging(self, removed: Iterable[TextSpan], added: Iterable[TextSpan]) -> KnownLines:
        """With some lines in the place of others, wherever that is."""
        gone = frozenset(line.text.strip() for line in removed)
        kept = (line for line in self.all() if line.text.strip() not in gone)
        return KnownLines(loose=(*kept, *added))

    def dropping(self, gone: Iterable[TextSpan]) -> KnownLines:
        """Without some lines, and perhaps without others that are not known."""
        spans = frozenset(line.span for line in gone)
        if self.complete:
            kept = [line for line in self.in_order() if line.span not in spans]
            return KnownLines.whole(kept)
        return KnownLines(loose=tuple(line for line in self.all() if line.span not in spans))

    def forgetting(self, is_changed: Callable[[str], bool]) -> KnownLines:
        """Lines that were changed where they stand, in a way that no text shows."""
        kept = {at: line for at, line in self.numbered.items() if not is_changed(line.text)}
        loose = tuple(line for line in self.loose if not is_changed(line.text))
        return KnownLines(kept, loose, self.complete and len(kept) == len(self.numbered))
