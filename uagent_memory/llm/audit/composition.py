"""The lines that are believed and the draft's own, put together."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from typing import NamedTuple

from uagent_memory.entry_kind import EntryKind
from uagent_memory.llm.audit.answer import AnswerLine
from uagent_memory.llm.audit.attribution import Traced
from uagent_memory.llm.audit.material import DraftLine, Material
from uagent_memory.messages import Span
from uagent_memory.segments import Entry

__all__ = ["composed", "shorter_as_drafted"]

BULLET, REFERENCE = 3, 5
"""Characters of a line's mark and of each message that it refers to."""
MARGIN = 12
"""Characters that an answer saves at least where single lines may be longer than the draft's."""
SHOWN = 2
"""Messages of a longer list that are shown."""


def shorter_as_drafted(
    made: Sequence[Traced],
    told: Sequence[frozenset[int]],
    material: Material,
    missing: Sequence[int],
) -> tuple[int, ...]:
    """The draft's lines that stand as they were: those missing, and those that are shorter so.

    Lines and the draft's lines that they were made from are taken together: where some of these
    come back anyhow, the lines beside them may say it twice.

    Args:
        made: the lines that are believed.
        told: of each line, the draft's lines that stand for nothing without it.
        material: the segment.
        missing: the draft's lines that no line answers.
    """
    groups = [
        (own, own & set(missing), sum(map(_length, lines))) for own, lines in _groups(made, told)
    ]
    longer = [
        (own, back)
        for own, back, length in groups
        if length + _size(back, material) > _size(own, material)
    ]
    spared = sum(
        _size(own - back, material) - length
        for own, back, length in groups
        if not back or (own, back) not in longer
    )
    kept = set(missing)
    for own, back in longer:
        if back or spared < MARGIN:
            kept |= own
    return tuple(sorted(kept))


def _groups(
    made: Sequence[Traced], told: Sequence[frozenset[int]]
) -> list[tuple[set[int], list[Traced]]]:
    """The draft's lines that lines have in common, with the lines."""
    groups: list[tuple[set[int], list[Traced]]] = []
    for new, own in zip(made, told, strict=True):
        places, lines = set(own), [new]
        for group in [group for group in groups if group[0] & places]:
            groups.remove(group)
            places |= group[0]
            lines = [*group[1], *lines]
        groups.append((places, lines))
    return groups


def _size(places: Iterable[int], material: Material) -> int:
    return sum(_line_size(material.lines[place].entry) for place in sorted(places))


def _line_size(entry: Entry) -> int:
    names = {span.message_id for span in entry.sources}
    return len(entry.speaker + entry.text) + BULLET + REFERENCE * min(len(names), SHOWN)


def _length(new: Traced) -> int:
    """As a draft's line is measured, from its own text and what it refers to."""
    names = {name for source in new.sources for name in source.message_ids}
    return len(new.line.text) + BULLET + REFERENCE * min(len(names), SHOWN)


class _Item(NamedTuple):
    """An entry and where it goes."""

    place: int
    """Of the first line of the draft that it stands for."""
    trees: frozenset[int]
    entry: Entry
    is_nested: bool


def composed(
    made: Sequence[Traced],
    told: Sequence[frozenset[int]],
    material: Material,
    kept: frozenset[int],
) -> tuple[Entry, ...]:
    """Lines as entries; a line of the draft that is not answered stands in their place."""
    copied = {place for new, own in zip(made, told, strict=True) if new.is_copied for place in own}
    kept |= copied
    items = [*_kept_items(material, kept)]
    for new, own in zip(made, told, strict=True):
        if not kept >= own:
            trees = frozenset(source.tree for source in new.sources)
            is_under = new.line.is_nested or new.line.is_code
            items.append(_Item(min(own - kept), trees, _entry(new.line, new.sources), is_under))
    placed: list[_Item] = []
    for item in sorted(items, key=lambda item: item.place):
        above = _above(item, placed)
        if above is not None:
            parent = placed[above]
            placed[above] = parent._replace(entry=_with_child(parent.entry, item.entry))
        else:
            placed.append(item)
    return tuple(item.entry for item in placed)


def _above(item: _Item, placed: Sequence[_Item]) -> int | None:
    """The entry under which a nested one goes."""
    fits = [x for x, other in enumerate(placed) if not other.is_nested and other.trees & item.trees]
    return fits[-1] if fits and item.is_nested else None


def _kept_items(material: Material, kept: frozenset[int]) -> Iterator[_Item]:
    """The draft's lines that stand: a tree of which all do as it was, of others line by line."""
    for tree, entry in enumerate(material.trees):
        places = [place for place, line in enumerate(material.lines) if line.tree == tree]
        if kept.issuperset(places):
            yield _Item(places[0], frozenset((tree,)), entry, is_nested=False)
            continue
        for place in places:
            if place in kept:
                is_nested = place != places[0]
                yield _Item(place, frozenset((tree,)), _alone(material, place), is_nested)


def _alone(material: Material, place: int) -> Entry:
    """A line without those under it, with the sources and the speaker of the one above it."""
    line = material.lines[place]
    return line.entry.model_copy(
        update={
            "children": (),
            "sources": line.entry.sources or line.spans,
            "speaker": line.entry.speaker or material.trees[line.tree].speaker,
        }
    )


def _entry(line: AnswerLine, sources: Sequence[DraftLine]) -> Entry:
    entries = [source.entry for source in sources]
    single = entries[0] if len({source.tree for source in sources}) == 1 else None
    spans: dict[Span, None] = {}
    for source in sources:
        spans.update(dict.fromkeys(source.spans))
    text, speaker = _spoken(line.text, {entry.speaker for entry in entries})
    cites = tuple(sorted({name for entry in entries for name in entry.cited}))
    return Entry(
        text=text,
        sources=tuple(spans),
        speaker=speaker,
        trust=min(entry.trust for entry in entries),
        kind=single.kind if single is not None else EntryKind.STATEMENT,
        fact=single.fact if single is not None else "",
        facts=single.facts[:1] if single is not None else (),
        must_keep=any(entry.must_keep for entry in entries),
        cites=cites if any(entry.cites for entry in entries) else (),
    )


def _spoken(text: str, speakers: set[str]) -> tuple[str, str]:
    """The text and who is shown in front of it: the one that all its sources show, unless named."""
    speaker = next(iter(speakers)) if len(speakers) == 1 else ""
    name = speaker.strip(" :：")
    if name and text.startswith(speaker.strip()):
        return text[len(speaker.strip()) :].strip(), speaker
    return text, "" if name and name in text else speaker


def _with_child(entry: Entry, child: Entry) -> Entry:
    if child.speaker == entry.speaker:
        child = child.model_copy(update={"speaker": ""})
    return entry.model_copy(update={"children": (*entry.children, child)})
