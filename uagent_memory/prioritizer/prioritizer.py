"""InformationPrioritizer: one score, with its parts, per message, unit and fact."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from datetime import UTC, datetime
from functools import partial

from uagent_memory.analyzer.ownership import Ownership
from uagent_memory.analyzer.types import ContextAnalysis, MessageAnalysis
from uagent_memory.prioritizer.importance import ImportanceRanker
from uagent_memory.prioritizer.ranker import TermRanker
from uagent_memory.prioritizer.references import CrossReferenceDetector, CrossReferences
from uagent_memory.prioritizer.scorer import FactScorer, MessageScorer, Parts, UnitScorer
from uagent_memory.prioritizer.settings import PrioritizerSettings, ProfileName
from uagent_memory.prioritizer.similarity import SimilarityMarks
from uagent_memory.prioritizer.temporal import TemporalRelevanceAnalyzer
from uagent_memory.prioritizer.types import ImportanceMetrics, Prioritization, Score
from uagent_memory.roles import RoleProfile

__all__ = ["InformationPrioritizer"]

SECONDS_PER_DAY = 24 * 3600


class InformationPrioritizer:
    """Scores everything the analyzer found for the role that will read the result."""

    def __init__(
        self,
        settings: PrioritizerSettings | None = None,
        *,
        ranker: TermRanker | None = None,
        remembered: int = 0,
    ) -> None:
        """Make the parts.

        Args:
            settings: the shipped ones if None.
            ranker: of terms; the shipped one if None.
            remembered: messages whose words are not looked up again by later calls.
        """
        self._settings = settings or PrioritizerSettings.load()
        self._importance = ImportanceRanker(self._settings.importance, remembered=remembered)
        self._temporal = TemporalRelevanceAnalyzer(self._settings.temporal, remembered=remembered)
        self._marks = SimilarityMarks(self._settings.similarity, remembered=remembered)
        self._references = CrossReferenceDetector(self._settings.references)
        self._ranker = ranker or TermRanker()

    def prioritize_information(
        self,
        analysis: ContextAnalysis,
        *,
        role: RoleProfile,
        sender: str = "",
        profile: ProfileName = "uagent",
    ) -> Prioritization:
        """Score messages, units and facts.

        Args:
            analysis: the analyzer's result.
            role: the receiver; the kinds its role file must get are worth more.
            sender: the role whose log it is; the receiver itself if not given.
            profile: which weights add the parts up: `uagent` follows the UAgent document, `equal`
                weighs all parts alike, `learned` adds the ranker's expected need.
        """
        references = self._references.detect(analysis)
        importance = self._rank(analysis, references)
        need = self._ranker.rank(analysis) if profile == "learned" else None
        parts = self._parts(analysis, references, importance, need)
        weights = self._settings.profiles[profile]
        units = UnitScorer(weights, self._settings)
        messages = MessageScorer(weights)
        facts = FactScorer(weights, self._settings, role)
        log = (analysed.message for analysed in analysis.messages)
        ownership = Ownership.of(log, sender=sender or role.name, receiver=role.name)
        sums = list(map(messages.sum, parts))
        scored = tuple(map(messages.score, parts, sums))
        return Prioritization(
            importance=importance,
            messages=scored,
            units=tuple(
                units.score(analysed.units, own, added)
                for analysed, own, added in zip(analysis.messages, parts, sums, strict=True)
            ),
            facts=facts.score(analysis, parts, references, need),
            must_get=facts.must_get(analysis, ownership),
            ownership=ownership,
            need=self._expected(need, _need_by_score(analysis, scored)),
            references=references,
        )

    def _expected(
        self, ranked: Mapping[str, float] | None, scored: Mapping[str, float]
    ) -> Mapping[str, float]:
        """What the ranker expects, and a little of what the document's scores say beside it.

        The ranker tells well which few terms come next and badly which of the many others do.
        """
        if ranked is None:
            return scored
        share = self._settings.scoring.scored_need
        return {term: chance + share * scored.get(term, 0.0) for term, chance in ranked.items()}

    def _rank(
        self, analysis: ContextAnalysis, references: CrossReferences
    ) -> tuple[ImportanceMetrics, ...]:
        """The document's importance of each message, 0..1."""
        similar = self._marks.count_similar(analysis.messages)
        return self._importance.rank_messages(
            [analysed.message.full_text for analysed in analysis.messages],
            [analysed.classification for analysed in analysis.messages],
            reference_counts=references.reference_count,
            similar_content_counts=similar,
        )

    def _parts(
        self,
        analysis: ContextAnalysis,
        references: CrossReferences,
        importance: tuple[ImportanceMetrics, ...],
        need: Mapping[str, float] | None,
    ) -> list[Parts]:
        """What each message's score is made of, every part 0..1; no need without a ranker."""
        messages = analysis.messages
        part = self._settings.references.part
        return list(
            map(
                partial(tuple.__new__, Parts),
                zip(
                    [metrics.overall_importance for metrics in importance],
                    self._temporal_of(analysis),
                    map(part, references.reference_count, references.centrality),
                    [seen.relevance for seen in messages],
                    [seen.density for seen in messages],
                    [None if need is None else self._need_of(seen, need) for seen in messages],
                    strict=True,
                ),
            )
        )

    def _temporal_of(self, analysis: ContextAnalysis) -> list[float]:
        """Temporal relevance of each message, 0..1; now is the newest message's time."""
        messages = analysis.messages
        times = [_utc(analysed.message.timestamp) for analysed in messages]
        now = max((time for time in times if time is not None), default=None)
        turns = _turns(messages)
        texts = [analysed.message.full_text for analysed in messages]
        categories = self._temporal.categories(texts)
        relevance_of = self._temporal.relevance_of
        return [
            relevance_of(category, _days(time, now), turns[-1] - turn, turns[-1])
            for category, time, turn in zip(categories, times, turns, strict=True)
        ]

    def _need_of(self, analysed: MessageAnalysis, need: Mapping[str, float]) -> float:
        """Expected need of a message, 0..1: the mean of its few most needed terms."""
        if not analysed.terms:
            return 0.0
        needs = sorted((need.get(term, 0.0) for term in analysed.terms), reverse=True)
        best = needs[: self._settings.scoring.need_terms]
        return min(sum(best) / len(best), 1.0) if best else 0.0


def _turns(messages: Sequence[MessageAnalysis]) -> list[int]:
    """The turn of each message; where no agent speaks (a meeting), every message is one."""
    if messages and messages[-1].turn:
        return [analysed.turn for analysed in messages]
    return [analysed.index for analysed in messages]


def _utc(time: datetime | None) -> datetime | None:
    """A time without a zone is read as UTC, so that all can be compared."""
    return time.replace(tzinfo=UTC) if time is not None and time.tzinfo is None else time


def _days(time: datetime | None, now: datetime | None) -> float | None:
    """Age in days; None where a time is not known."""
    if time is None or now is None:
        return None
    return (now - time).total_seconds() / SECONDS_PER_DAY


def _need_by_score(analysis: ContextAnalysis, scored: Sequence[Score]) -> dict[str, float]:
    """Without a ranker a term is needed as much as the best message that mentions it."""
    need: dict[str, float] = {}
    for analysed, score in zip(analysis.messages, scored, strict=True):
        for term in analysed.terms:
            if score.total > need.get(term, 0.0):
                need[term] = score.total
    return need
