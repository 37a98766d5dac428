"""The audit: no text of a model stands unless it passes (architecture, idea 8).

Pure: the same text and material give the same verdict.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from uagent_memory.entry_kind import EntryKind
from uagent_memory.llm.audit.answer import AnswerLine, parse_answer
from uagent_memory.llm.audit.attribution import Attributor
from uagent_memory.llm.audit.conduct import faults_of_form, faults_of_language, orders_in
from uagent_memory.llm.audit.data import audit_data
from uagent_memory.llm.audit.inventions import Inventions
from uagent_memory.llm.audit.losses import Rewritten, answers, missing_trees
from uagent_memory.llm.audit.material import DraftLine, Material
from uagent_memory.llm.audit.words import one_line
from uagent_memory.messages import Span
from uagent_memory.segments import Entry, SegmentName

__all__ = ["Audited", "audit", "audit_entries"]


@dataclass(frozen=True, slots=True)
class Audited:
    """What the audit found of one text."""

    faults: tuple[str, ...]
    """Inventions and bad conduct, each in words for a report or a model; none: it may stand."""
    missing: tuple[int, ...]
    """Entries of the draft that it does not answer; they can be put back."""
    entries: tuple[Entry, ...]
    """The text as entries with their sources, the missing entries put back where they stood."""


def audit(text: str, material: Material) -> Audited:
    """Hold a model's text for a segment against the draft and its sources.

    Args:
        text: as the model wrote it.
        material: the segment.
    """
    if material.name is SegmentName.USER_MESSAGES:
        return _of_users(text, material)
    if len(text) > audit_data()["limits"]["longest_answer"] * len(material.draft_text) + 400:
        return Audited(("far longer than the draft",), (), ())
    return _of_lines(text, [line for line in parse_answer(text) if line.text], material)


def audit_entries(entries: Sequence[Entry], material: Material) -> Audited:
    """The same for entries, such as an earlier audit has put together."""
    lines = tuple(_answer_lines(entries, is_nested=False))
    return _of_lines("", lines, material)


def _answer_lines(entries: Sequence[Entry], *, is_nested: bool) -> Iterator[AnswerLine]:
    for entry in entries:
        yield AnswerLine(entry.text, (), is_nested=is_nested, is_code="\n" in entry.text)
        yield from _answer_lines(entry.children, is_nested=True)


def _of_lines(text: str, answer: Sequence[AnswerLine], material: Material) -> Audited:
    attributor = Attributor(material)
    sources = [attributor.sources(line) for line in answer]
    faults = tuple(dict.fromkeys(_faults(text, answer, sources, material)))
    rewritten = [Rewritten(line.text, found) for line, found in zip(answer, sources, strict=True)]
    missing = missing_trees(material, rewritten)
    if faults:
        return Audited(faults, missing, ())
    grown = [
        _with_answered(line, found, material) for line, found in zip(answer, sources, strict=True)
    ]
    entries = _composed(answer, grown, material, frozenset(missing))
    return Audited(faults, missing, entries)


def _with_answered(
    line: AnswerLine, sources: tuple[DraftLine, ...], material: Material
) -> tuple[DraftLine, ...]:
    """With the lines of the draft that it answers besides: they need not be said again."""
    if _is_copied(line.text, sources) or line.is_code:
        return sources
    return (
        *sources,
        *(
            d
            for d in material.lines
            if d not in sources and answers(line.text, d, material, made=False)
        ),
    )


def _of_users(text: str, material: Material) -> Audited:
    """The users' own words stand byte for byte, or the text is at fault."""
    said = [line.text for line in parse_answer(text)]
    own = [one_line(line.text) for line in material.lines]
    changed = [line for line in said if one_line(line) not in own]
    faults = tuple(f"a user's words were changed: {line[:60]}" for line in changed)
    missing = tuple(i for i, words in enumerate(own) if words not in map(one_line, said))
    return Audited(faults, missing, () if faults else material.trees)


def _faults(
    text: str,
    answer: Sequence[AnswerLine],
    sources: Sequence[tuple[DraftLine, ...]],
    material: Material,
) -> Iterator[str]:
    if not answer:
        yield "no text"
        return
    yield from faults_of_form(text, material)
    yield from faults_of_language(answer, sources, material)
    known = {name.rpartition("/")[2] for line in material.lines for name in line.message_ids}
    inventions = Inventions(material)
    above: tuple[DraftLine, ...] = ()
    for line, found in zip(answer, sources, strict=True):
        for reference in line.references:
            if reference.rpartition("/")[2] not in known:
                yield f"a reference to what the segment does not cite: {reference}"
        if line.is_code:
            yield from _code_faults(line.text, material)
        elif not _is_copied(line.text, found):
            around = (*found, *above) if line.is_nested else found
            yield from inventions.of_line(line.text, around)
            yield from orders_in(line.text, around)
        if not line.is_nested:
            above = found


def _is_copied(text: str, sources: Sequence[DraftLine]) -> bool:
    """A line of the draft as it was."""
    return len(sources) == 1 and one_line(text) == one_line(sources[0].text)


def _code_faults(text: str, material: Material) -> Iterator[str]:
    for line in map(one_line, text.split("\n")):
        if line and line not in material.one_line:
            yield f"code that no source holds: {line[:60]}"


def _composed(
    answer: Sequence[AnswerLine],
    sources: Sequence[tuple[DraftLine, ...]],
    material: Material,
    missing: frozenset[int],
) -> tuple[Entry, ...]:
    """Lines as entries; an entry of the draft that is not answered stands in their place."""
    placed: list[tuple[int, Entry]] = []
    done: set[int] = set()
    for line, found in zip(answer, sources, strict=True):
        trees = sorted({source.tree for source in found})
        if not trees or missing.issuperset(trees):
            continue
        copied = _copied_tree(line, found, material)
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


def _copied_tree(line: AnswerLine, sources: Sequence[DraftLine], material: Material) -> int | None:
    """The entry of the draft that the line copies; it comes back with all it had."""
    if _is_copied(line.text, sources) and material.trees[sources[0].tree] is sources[0].entry:
        return sources[0].tree
    return None


def _entry(line: AnswerLine, sources: Sequence[DraftLine]) -> Entry:
    entries = [source.entry for source in sources]
    single = entries[0] if len({source.tree for source in sources}) == 1 else None
    spans: dict[Span, None] = {}
    for source in sources:
        spans.update(dict.fromkeys(source.spans))
    cites = tuple(sorted({name for entry in entries for name in entry.cited}))
    return Entry(
        text=line.text,
        sources=tuple(spans),
        trust=min(entry.trust for entry in entries),
        kind=single.kind if single is not None else EntryKind.STATEMENT,
        fact=single.fact if single is not None else "",
        facts=single.facts[:1] if single is not None else (),
        must_keep=any(entry.must_keep for entry in entries),
        cites=cites if any(entry.cites for entry in entries) else (),
    )


def _with_child(entry: Entry, child: Entry) -> Entry:
    return entry.model_copy(update={"children": (*entry.children, child)})
