"""The lines that are believed and the draft's own, put together."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from uagent_memory.entry_kind import EntryKind
from uagent_memory.llm.audit.answer import AnswerLine
from uagent_memory.llm.audit.attribution import Traced
from uagent_memory.llm.audit.material import DraftLine, Material
from uagent_memory.messages import Span
from uagent_memory.segments import Entry

__all__ = ["composed", "shorter_as_drafted"]

BULLET, REFERENCE = 3, 5
"""Characters of a line's mark and of each message that it refers to."""
SHOWN = 2
"""Messages of a longer list that are shown."""


def shorter_as_drafted(
    made: Sequence[Traced],
    told: Sequence[frozenset[int]],
    material: Material,
    missing: Sequence[int],
) -> tuple[int, ...]:
    """The draft's entries that stand as they were: those missing, and those that are shorter so.

    Lines and the entries that they were made from are taken together: where some of the entries
    come back anyhow, the lines beside them may say it twice.

    Args:
        made: the lines that are believed.
        told: of each line, the entries that stand for nothing without it.
        material: the segment.
        missing: entries that no line answers.
    """
    kept = set(missing)
    for trees, lines in _groups(made, told):
        back = trees & kept
        rewritten = sum(_length(new) for new in lines) + _size(back, material)
        if rewritten > _size(trees, material):
            kept |= trees
    return tuple(sorted(kept))


def _groups(
    made: Sequence[Traced], told: Sequence[frozenset[int]]
) -> list[tuple[set[int], list[Traced]]]:
    """Entries of the draft that lines have in common, with the lines."""
    groups: list[tuple[set[int], list[Traced]]] = []
    for new, own in zip(made, told, strict=True):
        trees, lines = set(own), [new]
        for group in [group for group in groups if group[0] & trees]:
            groups.remove(group)
            trees |= group[0]
            lines = [*group[1], *lines]
        groups.append((trees, lines))
    return groups


def _size(trees: Iterable[int], material: Material) -> int:
    return sum(_entry_size(material.trees[tree]) for tree in sorted(trees))


def _entry_size(entry: Entry) -> int:
    names = {span.message_id for span in entry.sources}
    own = len(entry.speaker + entry.text) + BULLET + REFERENCE * min(len(names), SHOWN)
    return own + sum(map(_entry_size, entry.children))


def _length(new: Traced) -> int:
    """As an entry is measured, from its own text and what it refers to."""
    names = {name for source in new.sources for name in source.message_ids}
    return len(new.line.text) + BULLET + REFERENCE * min(len(names), SHOWN)


def composed(
    made: Sequence[Traced],
    told: Sequence[frozenset[int]],
    material: Material,
    missing: frozenset[int],
) -> tuple[Entry, ...]:
    """Lines as entries; an entry of the draft that is not answered stands in their place."""
    placed: list[tuple[int, Entry]] = []
    done: set[int] = set()
    for new, own in zip(made, told, strict=True):
        line, found = new
        trees = sorted({source.tree for source in found})
        if missing.issuperset(own):
            continue
        copied = _copied_tree(new, material)
        if copied is not None:
            if copied not in done:
                done.add(copied)
                placed.append((copied, material.trees[copied]))
        elif (
            _goes_under(line, placed[-1][0] if placed else -1, trees) and placed[-1][0] not in done
        ):
            placed[-1] = (placed[-1][0], _with_child(placed[-1][1], _entry(line, found)))
        elif not line.is_code and not done.issuperset(trees):
            placed.append((trees[0], _entry(line, found)))
    placed.extend((tree, material.trees[tree]) for tree in sorted(missing))
    return tuple(entry for _, entry in sorted(placed, key=lambda item: item[0]))


def _goes_under(line: AnswerLine, before: int, trees: Sequence[int]) -> bool:
    return (line.is_nested or line.is_code) and before in trees


def _copied_tree(new: Traced, material: Material) -> int | None:
    """The entry of the draft that the line copies; it comes back with all it had."""
    if new.is_copied and material.trees[new.sources[0].tree] is new.sources[0].entry:
        return new.sources[0].tree
    return None


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
    return entry.model_copy(update={"children": (*entry.children, child)})
