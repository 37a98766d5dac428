"""The audit: no text of a model stands unless it passes (architecture, idea 8).

Pure: the same text and material give the same verdict.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator, Sequence
from dataclasses import dataclass
from itertools import chain

from uagent_memory.llm.audit.answer import AnswerLine, parse_answer
from uagent_memory.llm.audit.attribution import Attributor, Traced
from uagent_memory.llm.audit.composition import composed, shorter_as_drafted
from uagent_memory.llm.audit.conduct import faults_of_form, faults_of_language, orders_in
from uagent_memory.llm.audit.data import audit_limits
from uagent_memory.llm.audit.doubts import disbelieved
from uagent_memory.llm.audit.exchanges import exchanged_with
from uagent_memory.llm.audit.inventions import Inventions
from uagent_memory.llm.audit.losses import answers, missing_lines, needed_for
from uagent_memory.llm.audit.material import DraftLine, Material
from uagent_memory.llm.audit.telling import points_back
from uagent_memory.llm.audit.words import one_line
from uagent_memory.segments import Entry, SegmentName

__all__ = ["Audited", "audit"]


@dataclass(frozen=True, slots=True)
class Audited:
    """What the audit found of one text."""

    faults: tuple[str, ...]
    """Inventions and bad conduct, each in words for a report or a model; none: it may stand."""
    missing: tuple[int, ...]
    """Lines of the draft that it does not answer; they can be put back."""
    doubts: tuple[str, ...]
    """Why some lines were left out: their wording is not known to say what the draft says."""
    entries: tuple[Entry, ...]
    """The text as entries with their sources, the missing lines put back where they stood."""


ROUNDS = 6
"""Times that a text is put together anew for what was found in it as a whole."""


def audit(text: str, material: Material, *, spares: bool = False) -> Audited:
    """Hold a model's text for a segment against the draft and its sources.

    Args:
        text: as the model wrote it.
        material: the segment.
        spares: whether lines at fault give way to the draft's where the others are as many.
    """
    if material.name is SegmentName.USER_MESSAGES:
        return _of_users(text, material)
    limits = audit_limits()
    if len(text) > limits.longest_answer * len(material.draft_text) + limits.spare_answer:
        return Audited(("far longer than the draft",), (), (), ())
    answer = [line for line in parse_answer(text) if line.text]
    return _of_lines(text, answer, material, spares=spares)


def _traced(entries: Sequence[Entry], material: Material) -> list[Traced]:
    attributor = Attributor(material)
    lines = tuple(_answer_lines(entries, is_nested=False))
    return [Traced(line, attributor.sources(line)) for line in lines]


def _answer_lines(entries: Sequence[Entry], *, is_nested: bool) -> Iterator[AnswerLine]:
    for entry in entries:
        cited = tuple(dict.fromkeys(span.message_id for span in entry.sources))
        yield AnswerLine(entry.text, cited, is_nested=is_nested, is_code="\n" in entry.text)
        yield from _answer_lines(entry.children, is_nested=True)


def _of_lines(
    text: str, answer: Sequence[AnswerLine], material: Material, *, spares: bool
) -> Audited:
    attributor = Attributor(material)
    made = [Traced(line, attributor.sources(line)) for line in answer]
    faults = _line_faults(made, material)
    is_spared = spares and 2 * sum(map(bool, faults)) <= len(made)
    whole = (*_text_faults(text, made, material), *(() if is_spared else chain(*faults)))
    inventions = Inventions(material)
    against = [
        (*fault, *found) for fault, found in zip(faults, _doubts(made, inventions), strict=True)
    ]
    believed = [
        part
        for new, found in zip(made, against, strict=True)
        for part in ((new,) if not found else _believed_parts(new, found, attributor, inventions))
    ]
    reasons = tuple(dict.fromkeys(chain(*against)))
    if whole or not believed:
        faults_of_text = tuple(dict.fromkeys(whole)) or reasons
        return Audited(faults_of_text, missing_lines(material, believed), (), ())
    return put_together(believed, reasons, material)


def put_together(
    believed: Sequence[Traced], reasons: tuple[str, ...], material: Material
) -> Audited:
    """The lines and what they leave out; what is at fault in the whole gives way as well."""
    owed: frozenset[int] = frozenset()
    for _ in range(ROUNDS):
        grown = [new._replace(sources=_with_answered(new, material)) for new in believed]
        missing = tuple(sorted(owed.union(missing_lines(material, believed))))
        told = needed_for(material, grown, missing)
        kept = shorter_as_drafted(grown, told, material, missing)
        entries = composed(grown, told, material, frozenset(kept))
        made = _traced(entries, material)
        found = _line_faults(made, material)
        lost = missing_lines(material, made)
        faulty = {new.line.text for new, own in zip(made, found, strict=True) if own}
        whole = (*_text_faults("", made, material), *chain(*found))
        if not whole and not lost:
            return Audited((), kept, reasons, entries)
        believed = [new for new in believed if new.line.text not in faulty]
        owed = owed.union(lost)
        reasons = tuple(dict.fromkeys((*reasons, *chain(*found))))
        if not believed:
            break
    left_out = (f"left out: {material.lines[place].text[:80]}" for place in lost)
    return Audited(tuple(dict.fromkeys((*whole, *reasons, *left_out))), lost, (), ())


def _with_answered(new: Traced, material: Material) -> tuple[DraftLine, ...]:
    """With the lines of the draft that it answers besides: they need not be said again."""
    if new.is_copied or new.line.is_code:
        return new.sources
    others = (line for line in material.lines if line not in new.sources)
    text = new.line.text
    return (*new.sources, *(d for d in others if answers(text, d, material, made=False)))


def _of_users(text: str, material: Material) -> Audited:
    """The users' own words stand byte for byte, or the text is at fault."""
    said = [line.text for line in parse_answer(text)]
    own = [one_line(line.text) for line in material.lines]
    changed = [line for line in said if one_line(line) not in own]
    faults = tuple(f"a user's words were changed: {line[:60]}" for line in changed)
    missing = tuple(i for i, words in enumerate(own) if words not in map(one_line, said))
    return Audited(faults, missing, (), () if faults else material.trees)


def _text_faults(text: str, made: Sequence[Traced], material: Material) -> Iterator[str]:
    """What no text of a model may do; one that does is refused as a whole."""
    if not made:
        yield "no text"
        return
    yield from faults_of_form(text, material)
    yield from faults_of_language(made, material)


def _line_faults(made: Sequence[Traced], material: Material) -> list[tuple[str, ...]]:
    """What is invented in each line, or told to the reader."""
    known = {name.rpartition("/")[2] for line in material.lines for name in line.message_ids}
    inventions = Inventions(material)
    return [
        tuple(_faults_of(new, around, known, inventions, material))
        for new, around in _with_parents(made)
    ]


def _faults_of(
    new: Traced,
    around: Sequence[DraftLine],
    known: Collection[str],
    inventions: Inventions,
    material: Material,
) -> Iterator[str]:
    for reference in new.line.references:
        if reference.rpartition("/")[2] not in known:
            yield f"a reference to what the segment does not cite: {reference}"
    if new.line.is_code:
        yield from _code_faults(new.line.text, material)
    elif not new.is_copied:
        yield from inventions.of_line(new.line.text, around)
        yield from orders_in(new.line.text, around)


def _doubts(made: Sequence[Traced], inventions: Inventions) -> Iterator[Iterator[str]]:
    """For each line, why it may not be believed; the draft's lines stand in its place."""
    told = [(new, (new.line.text, around)) for new, around in _with_parents(made)]
    reworded = [line for new, line in told if not (new.line.is_code or new.is_copied)]
    for new, line in told:
        if new.line.is_code or new.is_copied:
            yield iter(())
            continue
        others = [other for other in reworded if other is not line]
        yield chain(_own_doubts(*line, inventions), exchanged_with(*line, others))


def _own_doubts(text: str, sources: Sequence[DraftLine], inventions: Inventions) -> Iterator[str]:
    return chain(disbelieved(text, sources), inventions.untraced(text, sources))


def _believed_parts(
    new: Traced, doubts: Sequence[str], attributor: Attributor, inventions: Inventions
) -> Iterator[Traced]:
    """Sentences of a doubtful line that may be believed, where others account for all doubts."""
    parts = [Traced(part, attributor.sources(part)) for part in new.line.parts]
    told = [(part.line.text, part.sources) for part in parts]
    found = [tuple(_own_doubts(*part, inventions)) for part in told]
    if not set(doubts) <= {doubt for own in found for doubt in own}:
        return
    for place, (part, own) in enumerate(zip(parts, found, strict=True)):
        if not own and not (place and found[place - 1] and points_back(part.line.text)):
            yield part


def _with_parents(made: Sequence[Traced]) -> Iterator[tuple[Traced, tuple[DraftLine, ...]]]:
    """Each line with its sources and, if it is nested, those of the line above it."""
    above: tuple[DraftLine, ...] = ()
    for new in made:
        yield new, (*new.sources, *above) if new.line.is_nested else new.sources
        if not new.line.is_nested:
            above = new.sources


def _code_faults(text: str, material: Material) -> Iterator[str]:
    for line in map(one_line, text.split("\n")):
        if line and line not in material.one_line:
            yield f"code that no source holds: {line[:60]}"
