"""What a model is given of one segment, and what its text is held against."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property

from uagent_memory.analyzer.lexicon import HAN
from uagent_memory.entry_kind import EntryKind
from uagent_memory.generator.draft import Proposal
from uagent_memory.llm.audit.calls import told_call
from uagent_memory.llm.audit.data import audit_data
from uagent_memory.llm.audit.of_two import resolved
from uagent_memory.llm.audit.words import one_line
from uagent_memory.messages import Message, Span, Trust
from uagent_memory.prioritizer.types import Prioritization
from uagent_memory.segments import Entry, Segment, SegmentName

__all__ = ["DraftLine", "Material", "importance_of", "material_of"]

LONGEST_SOURCE = 2_000
"""Characters of a source that count for one line."""


@dataclass(frozen=True, slots=True)
class DraftLine:
    """A line of the deterministic draft with what stands behind it."""

    tree: int
    """Index of the entry of the segment to which it belongs."""
    entry: Entry
    spans: tuple[Span, ...]
    """Its sources, or those of the entry above it."""
    quote: str
    """The text at its sources, secrets masked."""
    speakers: tuple[str, ...]

    @property
    def text(self) -> str:
        return self.entry.text

    @property
    def said(self) -> str:
        """As a rendering shows it: whoever said it in front."""
        return f"{self.entry.speaker}{self.text}"

    @property
    def support(self) -> str:
        return "\n".join(self.told)

    @property
    def told(self) -> tuple[str, ...]:
        """What it says and what stands at its sources, once where that is the same.

        Once more where it says "the former" or "the latter", by what is meant, and by what a call
        did.
        """
        own = (self.said,) if self.quote in self.said else (self.said, self.quote)
        calls = (told_call(self.said),) if self.entry.kind in audit_data()["kinds"]["calls"] else ()
        return (*own, *filter(None, (*map(resolved, own), *calls)))

    @property
    def is_verbatim(self) -> bool:
        return self.entry.kind in audit_data()["kinds"]["verbatim"]

    @property
    def is_code(self) -> bool:
        return "\n" in self.text or self.entry.kind is EntryKind.QUOTE

    @property
    def message_ids(self) -> frozenset[str]:
        return frozenset(span.message_id for span in self.spans)

    @property
    def is_users(self) -> bool:
        """A person said it, or it renders what a person asked for."""
        return self.entry.trust >= Trust.USER


@dataclass(frozen=True)
class Material:
    """One segment of the draft, ready to be rewritten and audited."""

    segment: Segment
    lines: tuple[DraftLine, ...]
    budget: int
    """Most tokens of the rewritten segment: those of the draft."""
    need: Mapping[str, float]
    """Expected need of names and numbers."""
    names: tuple[str, ...]
    """Names of tools and agents, which any line may say."""
    messages: Mapping[str, Message]
    is_chinese: bool
    """The conversation's language."""

    @property
    def name(self) -> SegmentName:
        return self.segment.name

    @property
    def trees(self) -> tuple[Entry, ...]:
        return self.segment.entries

    @cached_property
    def text(self) -> str:
        """All that the model was given and that its lines may lean on."""
        return "\n".join(line.support for line in self.lines)

    @cached_property
    def draft_text(self) -> str:
        return "\n".join(line.text for line in self.lines)

    @cached_property
    def one_line(self) -> str:
        return one_line(self.text)

    @cached_property
    def asked(self) -> frozenset[int]:
        """Entries that a model is given: those that are no code for the most part, or all."""
        sizes: dict[int, list[int]] = {}
        for line in self.lines:
            sizes.setdefault(line.tree, [0, 0])[line.is_code] += len(line.text)
        asked = frozenset(tree for tree, (free, code) in sizes.items() if free >= code)
        return asked or frozenset(sizes)

    @property
    def asked_lines(self) -> tuple[DraftLine, ...]:
        return tuple(line for line in self.lines if line.tree in self.asked)

    @property
    def free_characters(self) -> int:
        """Of the lines that may be put in other words; a Chinese one says as much as two."""
        free = [x.text for x in self.lines if not x.is_verbatim and not x.is_code]
        return sum(len(text) + len(HAN.findall(text)) for text in free)

    def with_entries(self, entries: Sequence[Entry], budget: int) -> Material:
        """The same for some of the entries, the others being held back."""
        kept = {id(entry): place for place, entry in enumerate(entries)}
        lines = []
        for line in self.lines:
            place = kept.get(id(self.trees[line.tree]))
            if place is not None:
                lines.append(DraftLine(place, line.entry, line.spans, line.quote, line.speakers))
        segment = self.segment.model_copy(update={"entries": tuple(entries)})
        return Material(
            segment, tuple(lines), budget, self.need, self.names, self.messages, self.is_chinese
        )


def material_of(
    segment: Segment, proposal: Proposal, names: tuple[str, ...], *, is_chinese: bool
) -> Material:
    """The material of one segment of a draft."""
    view = proposal.view
    messages = {analysed.message.id: analysed.message for analysed in view.messages}
    return Material(
        segment=segment,
        lines=tuple(_lines(segment, messages, view.mask)),
        budget=segment.tokens,
        need=view.need,
        names=names,
        messages=messages,
        is_chinese=is_chinese,
    )


def _lines(
    segment: Segment, messages: Mapping[str, Message], mask: Callable[[str], str]
) -> Iterator[DraftLine]:
    for tree, entry in enumerate(segment.entries):
        yield from _tree_lines(tree, entry, (), messages, mask)


def _tree_lines(
    tree: int,
    entry: Entry,
    above: tuple[Span, ...],
    messages: Mapping[str, Message],
    mask: Callable[[str], str],
) -> Iterator[DraftLine]:
    spans = tuple(dict.fromkeys((*entry.sources, *above)))
    known = [span for span in spans if span.message_id in messages]
    quotes = [mask(messages[span.message_id].quote(span))[:LONGEST_SOURCE] for span in known]
    speakers = [messages[s.message_id].agent or messages[s.message_id].role.value for s in known]
    yield DraftLine(tree, entry, spans, "\n".join(quotes), tuple(dict.fromkeys(speakers)))
    for child in entry.children:
        yield from _tree_lines(tree, child, spans, messages, mask)


def importance_of(
    segment: Segment,
    scores: Prioritization,
    positions: Mapping[str, int],
    tokens: Callable[[str], int],
) -> float:
    """Importance of a segment, 0..1: the mean of its entries', weighted by their tokens.

    An entry that must be kept has importance 1, any other the highest of the messages it cites
    (UAgent document, section 5.1).
    """
    total = weight = 0.0
    for entry in segment.entries:
        size = max(tokens(entry.text), 1)
        weight += size
        total += size * _importance(entry, scores, positions)
    return total / weight if weight else 0.0


def _importance(entry: Entry, scores: Prioritization, positions: Mapping[str, int]) -> float:
    if entry.must_keep:
        return 1.0
    return max(
        (
            scores.importance[positions[span.message_id]].overall_importance
            for span in entry.sources
            if span.message_id in positions
        ),
        default=0.0,
    )
