"""QualityValidator: hard gates, the document's scores, and what to send back to the generator."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from collections.abc import Set as AbstractSet
from dataclasses import replace
from heapq import nsmallest
from itertools import chain

from uagent_memory.brief import Brief
from uagent_memory.facts import FactKind
from uagent_memory.generator.draft import Draft, Proposal
from uagent_memory.generator.view import GeneratorView
from uagent_memory.ledger import Fact
from uagent_memory.segments import (
    Entry,
    HandoffStatus,
    QualityReport,
    Segment,
    SegmentName,
    Survival,
)
from uagent_memory.validator.fact_texts import first_text
from uagent_memory.validator.loss import InformationLossDetector
from uagent_memory.validator.original import OriginalProfile
from uagent_memory.validator.ratio import CompressionRatioController
from uagent_memory.validator.readability import ReadabilityChecker
from uagent_memory.validator.settings import ReceiptSettings, ValidatorSettings
from uagent_memory.validator.trace import LiteralTracer
from uagent_memory.validator.types import Verdict

__all__ = ["QualityValidator", "known_names"]

GLANCE = 6
"""Characters by whose absence most facts are seen to stand nowhere in a text."""
FEW_FACTS = 300
"""So many are looked for without a glance, for which the text has to be taken apart."""


class QualityValidator:
    """Judges a draft; `accepted` means within the budget and every hard gate holds."""

    def __init__(self) -> None:
        self._loss = InformationLossDetector()
        self._ratio = CompressionRatioController()
        self._readability = ReadabilityChecker()
        self._receipt = ValidatorSettings.load().receipt

    def without_inventions(self, proposal: Proposal, draft: Draft) -> Draft:
        """The draft without entries that hold a literal their sources do not.

        A hard gate: such an entry goes, whatever its worth; what must be kept and is at fault
        stays and is reported as a warning.
        """
        messages = {m.message.id: m.message for m in proposal.view.messages}
        tracer = LiteralTracer.of_messages(messages, extra=known_names(proposal))
        segments, warnings = [], []
        for segment in draft.segments:
            entries = []
            for entry in segment.entries:
                missing = tracer.untraceable(entry)
                if not missing:
                    entries.append(entry)
                    continue
                warnings.append(f"{segment.name}: no source for {', '.join(missing)}")
                if entry.must_keep:
                    entries.append(entry)
            if entries:
                segments.append(segment.model_copy(update={"entries": tuple(entries)}))
        return replace(draft, segments=tuple(segments), warnings=tuple(warnings))

    def validate_compression_quality(
        self,
        proposal: Proposal,
        draft: Draft,
        original: OriginalProfile,
        *,
        brief: Brief,
        passes: int,
    ) -> Verdict:
        """Report on a draft, and name the segments to relax or tighten.

        Args:
            proposal: all that could be said.
            draft: what was chosen of it.
            original: what the history holds, for the document's scores (section 7.1).
            brief: the budget and the ratio aimed at.
            passes: how many drafts were made so far, this one included.
        """
        scores = self._loss.detect_information_loss(original, draft.segments)
        readability = self._readability.check(draft.segments)
        facts = list(proposal.view.analysis.ledger)
        kept = _kept_facts(draft, facts, proposal.view)
        status: HandoffStatus = "budget_too_small" if draft.required.degraded else "accepted"
        report = QualityReport(
            status=status,
            budget=brief.budget,
            tokens=draft.tokens,
            original_tokens=brief.original_tokens,
            minimum_budget=draft.required.minimum_budget,
            passes=passes,
            scores=scores,
            readability=readability.score,
            offending=readability.offending,
            quality_score=round(scores.overall_retention * readability.score, 4),
            by_kind=_survival_by_kind(facts, kept),
            by_segment=_survival_by_segment(proposal, draft),
            lost=tuple(_losses(facts, kept, proposal.view, self._receipt)),
            degraded=draft.required.degraded,
            warnings=draft.warnings,
            coverage=_coverage(proposal, draft.segments),
        )
        return Verdict(report, self._steer(report, draft, original, brief))

    def _steer(
        self, report: QualityReport, draft: Draft, original: OriginalProfile, brief: Brief
    ) -> Mapping[SegmentName, float]:
        """Factors of the failing segments' weights; empty where the draft may stand."""
        decision = self._ratio.control_compression_ratio(
            report.scores,
            by_segment=report.by_segment,
            current_ratio=draft.tokens / max(brief.original_tokens, 1),
            target_ratio=brief.target_ratio,
            importance_metrics=original.importance,
        )
        return decision.factors


def known_names(proposal: Proposal) -> tuple[str, ...]:
    """Names of agents, tools and roles, which the ledger's lines may say."""
    found: dict[str | None, None] = {}
    for analysis in proposal.view.messages:
        message = analysis.message
        found[message.agent] = found[message.to] = found[message.tool_name] = None
        for call in message.tool_calls:
            found[call.name] = None
    return tuple(filter(None, found))


def _kept_facts(
    draft: Draft, facts: Sequence[Fact], view: GeneratorView
) -> frozenset[tuple[FactKind, str]]:
    """Facts with an entry of their own, and those whose words another entry says."""
    kept: set[tuple[FactKind, str]] = {
        name for candidate in draft.chosen for name in candidate.says
    }
    text = " ".join(" ".join(entry.text.split()) for entry in _entries(draft.segments))
    glances = len(facts) > FEW_FACTS
    pieces = {text[at : at + GLANCE] for at in range(len(text))} if glances else frozenset[str]()
    for fact in facts:
        if (fact.kind, fact.key) in kept:
            continue
        words = " ".join(view.mask(first_text(fact)).split())
        is_likely = not glances or _is_likely(words, pieces)
        if words and is_likely and words in text:
            kept.add((fact.kind, fact.key))
    return frozenset(kept)


def _is_likely(words: str, pieces: AbstractSet[str]) -> bool:
    """Whether words may stand in a text of which these are all pieces of so many characters."""
    return len(words) < GLANCE or (words[:GLANCE] in pieces and words[-GLANCE:] in pieces)


def _survival_by_kind(
    facts: Iterable[Fact], kept: frozenset[tuple[FactKind, str]]
) -> dict[str, Survival]:
    """Of the facts of each kind how many stand in the draft; all others can be recalled."""
    counts: dict[FactKind, list[int]] = {}
    for fact in facts:
        both = counts.setdefault(fact.kind, [0, 0])
        both[(fact.kind, fact.key) not in kept] += 1
    return {
        kind.value: Survival(kept=here, recoverable=away)
        for kind, (here, away) in sorted(counts.items())
    }


def _survival_by_segment(proposal: Proposal, draft: Draft) -> dict[str, Survival]:
    """The same of the entries that each segment could have."""
    chosen = {candidate.id for candidate in draft.chosen}
    counts = {name: [0, 0] for name in SegmentName}
    for candidate in proposal.candidates:
        if candidate.parent is None:
            counts[candidate.segment][candidate.id not in chosen] += 1
    return {
        name.value: Survival(kept=here, recoverable=away) for name, (here, away) in counts.items()
    }


def _losses(
    facts: Iterable[Fact],
    kept: frozenset[tuple[FactKind, str]],
    view: GeneratorView,
    settings: ReceiptSettings,
) -> Iterator[str]:
    """The facts left out, most important first."""

    def rank(fact: Fact) -> tuple[float, str, str]:
        score = view.scores.facts.get((fact.kind, fact.key))
        return (-(score.total if score else 0.0), fact.kind, fact.key)

    away = (fact for fact in facts if (fact.kind, fact.key) not in kept)
    for fact in nsmallest(settings.listed_losses, away, key=rank):
        name = fact.last.span.message_id.rpartition("/")[2]
        key = " ".join(view.mask(fact.key).split())[: settings.key_characters]
        yield f"{fact.kind}: {key} ({name})"


def _coverage(proposal: Proposal, segments: Sequence[Segment]) -> dict[str, str]:
    """Every message: quoted in the text, or covered by this record."""
    cited = {span.message_id for entry in _entries(segments) for span in entry.sources}
    return {
        analysis.message.id: "kept" if analysis.message.id in cited else "covered"
        for analysis in proposal.view.messages
    }


def _entries(segments: Iterable[Segment]) -> Iterator[Entry]:
    for segment in segments:
        for entry in segment.entries:
            yield from _with_children(entry)


def _with_children(entry: Entry) -> Iterator[Entry]:
    return chain((entry,), *(_with_children(child) for child in entry.children))
