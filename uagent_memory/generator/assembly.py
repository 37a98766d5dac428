"""From chosen candidates to segments of entries: nesting, ordering."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, MutableMapping, Sequence
from typing import TypeAlias

from uagent_memory.generator.candidate import Candidate
from uagent_memory.generator.selection.joining import is_prose, on_one_line, stretches
from uagent_memory.messages import Message, Span, Trust
from uagent_memory.segments import Entry, Segment, SegmentName

__all__ = ["KnownEntries", "assemble"]

_ADDED = "+ "

KnownEntries: TypeAlias = MutableMapping[tuple[Candidate | None, ...], Entry]
"""Entries by their candidates, depth first; None closes an entry's own."""
Cites: TypeAlias = Callable[[Sequence[Span]], tuple[str, ...]]


def _themselves(_: Sequence[Span]) -> tuple[str, ...]:
    return ()


def assemble(
    chosen: Iterable[Candidate],
    messages: Mapping[str, Message],
    *,
    known: KnownEntries | None = None,
    cites: Cites = _themselves,
) -> tuple[Segment, ...]:
    """The eight segments in order, those without entries left out.

    Args:
        chosen: candidates; a parent stands among them with its children.
        messages: by id, for the trust of their spans.
        known: entries of earlier assemblies, which are used again and added to.
        cites: the messages to name for sources that pass words on; () for the sources' own.
    """
    children: dict[int, list[Candidate]] = {}
    tops: dict[SegmentName, list[Candidate]] = {}
    for candidate in chosen:
        if candidate.parent is None:
            tops.setdefault(candidate.segment, []).append(candidate)
        else:
            children.setdefault(candidate.parent, []).append(candidate)
    builder = _Builder(children, messages, {} if known is None else known, cites)
    return tuple(
        Segment(name=name, entries=builder.entries(tops[name]))
        for name in SegmentName
        if name in tops
    )


class _Builder:
    def __init__(
        self,
        children: Mapping[int, Sequence[Candidate]],
        messages: Mapping[str, Message],
        known: KnownEntries,
        cites: Cites,
    ) -> None:
        self._children = children
        self._messages = messages
        self._known = known
        self._cites = cites

    def entries(self, candidates: Iterable[Candidate]) -> tuple[Entry, ...]:
        groups: dict[str | int, list[Candidate]] = {}
        for candidate in sorted(candidates, key=_place):
            groups.setdefault(candidate.joins or candidate.id, []).append(candidate)
        return tuple(map(self._entry, groups.values()))

    def _entry(self, group: Sequence[Candidate]) -> Entry:
        key = tuple(self._parts(group))
        entry = self._known.get(key)
        if entry is None:
            entry = self._known[key] = self._new(group)
        return entry

    def _parts(self, group: Sequence[Candidate]) -> Iterator[Candidate | None]:
        yield from group
        yield None
        for part in group:
            for child in self._children.get(part.id, ()):
                yield from self._parts((child,))

    def _new(self, group: Sequence[Candidate]) -> Entry:
        speaker = group[0].speaker
        if not is_prose(group):
            return self._told(on_one_line(group, self._messages), group, speaker)
        first, *later = stretches(group, self._messages)
        below = tuple(self._told(stretch.text, stretch.parts) for stretch in later)
        return self._told(first.text, first.parts, speaker, below)

    def _told(
        self,
        text: str,
        group: Sequence[Candidate],
        speaker: str = "",
        below: tuple[Entry, ...] = (),
    ) -> Entry:
        first = group[0]
        sources = tuple(dict.fromkeys(span for part in group for span in part.sources))
        nested = [child for part in group for child in self._children.get(part.id, ())]
        if nested and not first.alone:
            sources = _headed(sources, nested)
        return Entry(
            text=text + _unshown(first, nested),
            sources=sources,
            speaker=speaker,
            trust=min(
                (
                    self._messages[s.message_id].trust
                    for s in sources
                    if s.message_id in self._messages
                ),
                default=Trust.AGENT,
            ),
            kind=first.kind,
            fact=first.fact,
            facts=tuple(dict.fromkeys(name for part in group for name in part.says)),
            must_keep=any(part.keep.is_must for part in group),
            cites=self._cites(sources),
            children=(*below, *self.entries(nested)),
        )


def _headed(sources: tuple[Span, ...], nested: Sequence[Candidate]) -> tuple[Span, ...]:
    """Where a heading that several messages share stands for what was chosen of them.

    One of a call stands where the call does, whatever it printed.
    """
    first = min(nested, key=_place).sources[:1]
    told = {span.message_id for child in nested for span in child.sources}
    of_call = any(span.part != "text" for span in sources)
    return sources if of_call or any(s.message_id in told for s in sources) else first


def _place(candidate: Candidate) -> tuple[tuple[int, ...], int]:
    return candidate.order, candidate.id


def _unshown(file: Candidate, shown: Iterable[Candidate]) -> str:
    """What a file's line says of added lines that are left out; "" where none is shown at all.

    Args:
        file: the file's own candidate.
        shown: its chosen children.
    """
    if not file.added:
        return ""
    texts = (line for child in shown for line in child.text.split("\n"))
    lines = {line for line in texts if line.startswith(_ADDED)}
    left = file.added - len(lines)
    return file.unshown.format(count=left) if lines and left > 0 else ""
