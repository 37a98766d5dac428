"""From chosen candidates to segments of entries: joining, nesting, ordering."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator, Mapping, MutableMapping, Sequence
from itertools import pairwise
from typing import TypeAlias

from uagent_memory.analyzer.shapes import marker_length
from uagent_memory.entry_kind import EntryKind
from uagent_memory.generator.candidate import Candidate
from uagent_memory.generator.json_pieces import holds_fields
from uagent_memory.generator.settings import GeneratorSettings
from uagent_memory.generator.speech import NOTE_BEGINS
from uagent_memory.messages import Message, Span, Trust
from uagent_memory.render.marks import GAP
from uagent_memory.segments import Entry, Segment, SegmentName

__all__ = ["KnownEntries", "assemble"]

_BETWEEN = re.compile(r"[\w`~]")
_NUMBER = re.compile(r"(\d{1,3})([.)、])")
_BULLET = re.compile(r"[-*+•·–]\s")
"""The mark of an item whose list has no order: on one line it only looks like a dash."""
_CLAUSE = re.compile(r"[\s，。；！？、：]")
"""It stands in clauses, not in names."""
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
        first = group[0]
        sources = tuple(dict.fromkeys(span for part in group for span in part.sources))
        nested = [child for part in group for child in self._children.get(part.id, ())]
        return Entry(
            text=_joined(group, self._messages),
            sources=sources,
            speaker=first.speaker,
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
            children=self.entries(nested),
        )


def _place(candidate: Candidate) -> tuple[tuple[int, ...], int]:
    return candidate.order, candidate.id


def _joined(group: Sequence[Candidate], messages: Mapping[str, Message]) -> str:
    first = group[0]
    if len(group) == 1 and first.kind is not EntryKind.RECORD:
        return first.lead + _unmarked(first)
    if first.style == "names":
        return first.lead + _messages_named([part.text for part in group])
    if first.style == "list":
        listed = first.lead + _listed([part.text for part in group])
        return f"{listed}; {GAP}" if _leaves_out_records(group, messages) else listed
    if first.style == "code":
        return "\n".join(part.text for part in group)
    alone = _alone(group)
    bullets = [bool(_BULLET.match(part.text)) for part in group]
    unmarked = [a or b for a, b in zip(alone, bullets, strict=True)]
    pieces = [first.lead + (_unmarked(first) if unmarked[0] else first.text)]
    for at, (before, part) in enumerate(pairwise(group), start=1):
        text = _unmarked(part) if unmarked[at] else part.text
        if not _follows(before, part, messages):
            pieces.append(GAP)
        elif part.kind is EntryKind.USER_MESSAGE:
            text = _between(before, part, messages) + text
        elif bullets[at - 1] and bullets[at] and pieces[-1][-1:].isalnum():
            pieces[-1] += ";"
        pieces.append(text if part.lead == before.lead else part.lead + text)
    return " ".join(pieces)


def _between(before: Candidate, part: Candidate, messages: Mapping[str, Message]) -> str:
    """What a user said between two parts that follow each other, such as words that only begin a
    sentence: the words themselves, or the mark of a gap where noises stand there, too."""
    last, first = before.text.split(GAP)[-1].strip(), part.text.split(GAP)[0].strip()
    ended, begun = _said(before.sources[-1], messages), _said(part.sources[0], messages)
    if not first or not last or first not in begun or last not in ended:
        return ""
    opening = begun[: begun.index(first)]
    is_cut = not ended.endswith(last) or NOTE_BEGINS.search(opening)
    return f"{GAP} " if is_cut else opening


def _said(span: Span, messages: Mapping[str, Message]) -> str:
    message = messages.get(span.message_id)
    return " ".join(message.quote(span).split()) if message else ""


def _leaves_out_records(group: Sequence[Candidate], messages: Mapping[str, Message]) -> bool:
    """The result that the records are of holds more than these: they are not all there is."""
    message = messages.get(group[0].sources[0].message_id)
    if message is None or group[0].kind is not EntryKind.RECORD:
        return False
    text = message.part(group[0].sources[0].part)
    edges = (0, *(edge for part in group for edge in part.sources[0][2:]), len(text))
    return any(holds_fields(text, *edges[at : at + 2]) for at in range(0, len(edges), 2))


def _follows(before: Candidate, part: Candidate, messages: Mapping[str, Message]) -> bool:
    """The next unit of its message, and nothing stands between them, such as a fence of code."""
    if part.order != (*before.order[:-1], before.order[-1] + 1):
        return False
    end, start = before.sources[-1], part.sources[0]
    message = messages.get(start.message_id)
    if message is None or end[:2] != start[:2]:
        return True
    return _BETWEEN.search(message.part(start.part), end.end, start.start) is None


def _alone(group: Sequence[Candidate]) -> list[bool]:
    """Which parts stand beside no other item of their list."""
    lists = [part.lead if marker_length(part.text) else None for part in group]
    around = zip([None, *lists], lists, [*lists[1:], None], strict=False)
    alone = [own is None or own not in (before, after) for before, own, after in around]
    for at, (before, part) in enumerate(pairwise(group), start=1):
        if _counts_on(before, part):
            alone[at] = False
            alone[at - 1] = alone[at - 1] and not marker_length(before.text)
    return alone


def _counts_on(before: Candidate, part: Candidate) -> bool:
    """The part is the next item of a numbered list on one line: "... 1. one" | "2. two"."""
    number = _NUMBER.match(part.text)
    if number is None or part.order[-1] != before.order[-1] + 1:
        return False
    earlier = f"{int(number[1]) - 1}{number[2]}"
    return re.search(rf"(?<!\w){re.escape(earlier)}", before.text) is not None


def _unmarked(part: Candidate) -> str:
    """What somebody said, without the mark of a list of which it is no longer an item."""
    if part.kind is not EntryKind.STATEMENT or part.parent is not None:
        return part.text
    return part.text[marker_length(part.text) :] or part.text


def _listed(texts: Sequence[str]) -> str:
    """Each once: names with commas; clauses, which may hold commas themselves, with semicolons."""
    between = "; " if any(map(_CLAUSE.search, texts)) else ", "
    return between.join(dict.fromkeys(text.rstrip(";；") for text in texts))


def _messages_named(texts: Sequence[str]) -> str:
    """Message names, each once; of very many the first ones and the last."""
    names = list(dict.fromkeys(texts))
    most = GeneratorSettings.load().limits.named_messages
    if len(names) > most:
        names[most - 1 : -1] = [GAP]
    return ", ".join(names)
