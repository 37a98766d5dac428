"""Tracing: every literal of an entry stands in the text of its sources.

Literals are quotations (in backticks or quotation marks), URLs, paths, file names, identifiers,
options and numbers. What the ledger adds by itself is exempt by grammar (trace.toml): references,
gap marks, secret stand-ins, counts. So are the ISO dates that a source's relative expression means;
names from outside the texts (tools, agents) come as `extra` sources.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from functools import cache
from pathlib import Path
from typing import NamedTuple

from uagent_memory.analyzer.observations.conversation.dates import absolute_dates
from uagent_memory.config import read_toml
from uagent_memory.messages import Message, Span
from uagent_memory.segments import Entry
from uagent_memory.validator.moved_paths import earlier_names
from uagent_memory.validator.numerals import number_words
from uagent_memory.validator.quotations import find_quotations

__all__ = ["LiteralTracer", "untraceable"]

GRAMMAR = Path(__file__).with_name("trace.toml")
HOLE = "\0"
"""Stands where text has been accounted for; part of no literal."""
RUN = re.compile(
    r"https?://[^\s\0<>\"'`]+"
    r"|[A-Za-z0-9_$@~%./\\:#+-]+(?:(?<=[0-9]),(?=[0-9])[A-Za-z0-9_$@~%./\\:#+-]+)*"
)
"""A comma between two digits is inside a number (`$5,000`) or a range (`@@ -1,5 +1,6 @@`)."""
URL = ("http://", "https://")
EDGE = ".,:;!?/\\+-#@~$%"
LEFT_EDGE = ".:#@~$%+"
"""A minus stays: it may begin an option, and so does a slash, which begins a path."""
SHAPE = re.compile(
    r"\d|_|[/\\]\w|\w[/\\]|::|\w\.\w|[a-z][A-Z]|[A-Z]{2,}[a-z]{2,}|^--?[A-Za-z]", re.ASCII
)
"""What makes a run of characters a literal rather than a word."""
MEASURE = re.compile(r"(\d+(?:[.,]\d+)*)-([a-z]{3,})")
ISO_DATE = re.compile(r"\d{4}(?:-(?:W?\d{2}))?(?:-\d{2})?")
WORD_END = re.compile(r"[^A-Za-z0-9_]")
ALPHANUMERIC = re.compile(r"[A-Za-z0-9]|[^\W\d_]")


class _Grammar(NamedTuple):
    exempt: re.Pattern[str]
    inner: re.Pattern[str]
    """Exempt inside quotations: gaps and stand-ins."""
    abbreviations: frozenset[str]
    sentence_characters: int


@cache
def _grammar() -> _Grammar:
    data = read_toml(GRAMMAR)
    inner = (*data["stand_ins"], *data["gaps"])
    return _Grammar(
        exempt=re.compile("|".join((*data["references"], *inner, *data["counts"]))),
        inner=re.compile("|".join(inner)),
        abbreviations=frozenset(data["abbreviations"]),
        sentence_characters=data["sentence_characters"],
    )


def untraceable(
    entry: Entry,
    quote: Callable[[Span], str],
    *,
    extra: Iterable[str] = (),
    above: Sequence[Span] = (),
) -> tuple[str, ...]:
    """Literals of an entry and its children that stand in none of their cited sources.

    Args:
        entry: its children may also lean on its sources.
        quote: the text at a span.
        extra: further texts that count as sources of everything.
        above: sources of the entry's parent.
    """
    return LiteralTracer(quote, extra=extra).untraceable(entry, above=above)


class LiteralTracer:
    """Traces many entries of one hand-off; each span is read once."""

    def __init__(
        self,
        quote: Callable[[Span], str],
        *,
        extra: Iterable[str] = (),
        dates: Callable[[Span], Iterable[str]] | None = None,
    ) -> None:
        """Trace against the texts that `quote` gives.

        Args:
            quote: the text at a span.
            extra: further texts that count as sources of every entry.
            dates: the ISO dates that a span's relative expressions mean; asked only where an entry
                holds a date that stands nowhere.
        """
        self._quote = quote
        self._extra = tuple(map(_one_line, extra))
        self._dates = dates
        self._read: dict[Span, str] = {}

    @classmethod
    def of_messages(
        cls, messages: Mapping[str, Message], *, extra: Iterable[str] = ()
    ) -> LiteralTracer:
        """Trace against messages by id, with their relative dates made absolute."""

        def dates(span: Span) -> list[str]:
            message = messages[span.message_id]
            return [found.iso for found in absolute_dates(message.quote(span), message.timestamp)]

        return cls(lambda span: messages[span.message_id].quote(span), extra=extra, dates=dates)

    def untraceable(self, entry: Entry, *, above: Sequence[Span] = ()) -> tuple[str, ...]:
        """Literals of an entry and its children without a source, each once, in order."""
        spans = tuple(dict.fromkeys((*entry.sources, *above)))
        missing = [
            literal
            for literal in self._missing(entry.text, [self._text(span) for span in spans])
            if not self._is_derived(literal, spans)
        ]
        for child in entry.children:
            missing.extend(self.untraceable(child, above=spans))
        return tuple(dict.fromkeys(missing))

    def _text(self, span: Span) -> str:
        text = self._read.get(span)
        if text is None:
            text = self._read[span] = _one_line(self._quote(span))
        return text

    def _is_derived(self, literal: str, spans: Sequence[Span]) -> bool:
        """It names a cited message, or a day that one speaks of."""
        if any(literal == span.message_id.rpartition("/")[2] for span in spans):
            return True
        dates = self._dates
        if dates is None or not ISO_DATE.fullmatch(literal):
            return False
        return any(literal in dates(span) for span in spans)

    def _missing(self, text: str, sources: Sequence[str]) -> Iterator[str]:
        rest = _one_line(text)
        if _stands(rest, sources):
            return
        rest = _without_sources(rest, sources)
        known = (*sources, *self._extra)
        quotations = find_quotations(rest)
        for quotation in quotations:
            content = quotation.content
            if not (_is_quoted(content, known) or _is_moved(content, sources)):
                yield content
        for quotation in reversed(quotations):
            rest = f"{rest[: quotation.start]}{HOLE}{rest[quotation.end :]}"
        rest = _grammar().exempt.sub(HOLE, rest)
        for literal in _literals(rest):
            yield from _unknown_parts(literal, known)


def _one_line(text: str) -> str:
    return " ".join(text.split())


def _without_sources(text: str, sources: Sequence[str]) -> str:
    """The text without the stretches that are whole sources: sentences, lines, messages."""
    for source in sorted(sources, key=len, reverse=True):
        if len(source) >= _grammar().sentence_characters and " " in source:
            at = _find(source, text)
            while at >= 0:
                if not (at and text[at - 1] in EDGE):
                    text = f"{text[:at]}{HOLE}{text[at + len(source) :]}"
                at = _find(source, text, at + 1)
    return text


def _is_quoted(content: str, known: Sequence[str]) -> bool:
    """The content stands in one source; around gaps and stand-ins, each of its pieces does."""
    if _stands(content, known):
        return True
    pieces = (
        piece.strip() for hole in content.split(HOLE) for piece in _grammar().inner.split(hole)
    )
    return all(
        _stands(piece, known) for piece in pieces if piece != content and ALPHANUMERIC.search(piece)
    ) and (HOLE in content or _grammar().inner.search(content) is not None)


def _is_moved(path: str, sources: Sequence[str]) -> bool:
    moved_along = any(_stands(name, sources) for name in earlier_names(path, sources))
    return moved_along or _is_moved_into(path, sources) or _is_below_moved(path, sources)


def _is_below_moved(path: str, sources: Sequence[str]) -> bool:
    """A source ends in a folder's new name, and what the path names below it stands in one."""
    if " " in path:
        return False
    new = (source.rstrip("/").rpartition(" ")[2] for source in sources)
    return any(
        _stands(path.removeprefix(f"{folder}/"), sources)
        for folder in new
        if folder and path.startswith(f"{folder}/")
    )


def _is_moved_into(path: str, sources: Sequence[str]) -> bool:
    """A folder and a file's own name: a source ends in them the other way round, `a.py lib/`."""
    folder, slash, name = path.rpartition("/")
    if not (folder and name) or " " in path:
        return False
    return any(
        _stands(name, (before,)) and _find(folder, last) == len(last) - len(folder) >= 0
        for before, _, last in (source.rstrip(slash).rpartition(" ") for source in sources)
    )


def _literals(text: str) -> Iterator[str]:
    for match in RUN.finditer(text):
        run = match.group()
        if run.startswith(URL):
            yield run.rstrip(EDGE + ")]}")
            continue
        bare = run.rstrip(EDGE).lstrip(LEFT_EDGE)
        if SHAPE.search(bare) and bare not in _grammar().abbreviations:
            yield bare


def _unknown_parts(literal: str, known: Sequence[str]) -> Iterator[str]:
    """The literal if it has no source; `a.py:12` may be put together of a path and a number."""
    if _stands(literal, known):
        return
    parts = [] if literal.startswith(URL) else [part for part in literal.split(":") if part]
    if parts[1:] and all(_stands(part, known) for part in parts):
        return
    if not _is_number_told(literal, known):
        yield literal


def _is_number_told(literal: str, known: Sequence[str]) -> bool:
    """A figure that a source writes in words, or `5-second` where one says `5 seconds`."""
    if literal.isdecimal():
        return any(literal in number_words(source) for source in known)
    measure = MEASURE.fullmatch(literal)
    if measure is None:
        return False
    number, unit = measure.groups()
    word = re.compile(rf"\b{unit}", re.IGNORECASE)
    return any(_stands(number, (source,)) and word.search(source) for source in known)


def _stands(literal: str, known: Sequence[str]) -> bool:
    return any(literal in source and _find(literal, source) >= 0 for source in known)


def _find(literal: str, text: str, start: int = 0) -> int:
    """Where the literal stands as a whole: not inside a longer word or number."""
    at = text.find(literal, start)
    while at >= 0 and not _is_whole(literal, text, at):
        at = text.find(literal, _next_place(literal, text, at))
    return at


def _next_place(literal: str, text: str, at: int) -> int:
    """Where it can stand next: what begins as a word does not begin again inside that word."""
    if not _is_word(literal[:1]):
        return at + 1
    end = WORD_END.search(text, at)
    return end.start() if end is not None else len(text)


def _is_whole(literal: str, text: str, at: int) -> bool:
    end = at + len(literal)
    return not (
        _goes_on(text[at - 2 : at] if at > 1 else text[:at], literal[:1])
        or _goes_on(text[end : end + 2][::-1], literal[-1:])
    )


def _goes_on(outside: str, edge: str) -> bool:
    """Whether a word or number that ends in `edge` goes on into `outside`, nearest sign last."""
    near = outside[-1:]
    if not near or not _is_word(edge):
        return False
    if _is_word(near):
        return True
    return edge.isdigit() and near in ".," and outside[:1].isdigit() and len(outside) > 1


def _is_word(char: str) -> bool:
    return char.isascii() and (char.isalnum() or char == "_")
