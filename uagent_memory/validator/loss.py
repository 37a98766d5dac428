"""InformationLossDetector: what of the source's keywords, terms, numbers and structures is left.

UAgent document, section 7.1. The "original" is what was worth keeping, not the whole history. It is
profiled once; each pass of the loop costs only the compressed text.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence

from uagent_memory.prioritizer.types import ImportanceMetrics
from uagent_memory.segments import Entry, RetentionScores, Segment, SegmentName, Survival
from uagent_memory.validator.coherence import coherence_of, coherence_of_text
from uagent_memory.validator.original import OriginalProfile, keywords_of, numbers_of, terms_of
from uagent_memory.validator.settings import LossLevels, LossSettings, ValidatorSettings
from uagent_memory.validator.structures import Structure, normal

__all__ = ["InformationLossDetector", "OriginalProfile"]


class InformationLossDetector:
    """The document's five scores, their weighted sum and the loss level."""

    def __init__(self, settings: LossSettings | None = None) -> None:
        self._settings = settings or ValidatorSettings.load().loss

    @property
    def high_importance(self) -> float:
        """Overall importance above which the stricter levels hold."""
        return self._settings.high_importance

    def detect_information_loss(
        self,
        original: OriginalProfile | str,
        compressed: Sequence[Segment] | str,
        importance_metrics: ImportanceMetrics | None = None,
    ) -> RetentionScores:
        """Compare what was worth keeping with what is kept.

        Args:
            original: a profile, which is read once for all passes, or a plain text.
            compressed: the segments, or a plain text.
            importance_metrics: of the original; the profile's own if None.
        """
        if isinstance(original, str):
            original = OriginalProfile.of_texts((original,))
        if isinstance(compressed, str):
            texts, coherence = [compressed], coherence_of_text(compressed)
        else:
            texts, coherence = list(_texts_of(compressed)), coherence_of(compressed)
        metrics = importance_metrics or original.importance
        return self._scores(original, texts, coherence, metrics.overall_importance)

    def excess_losses(self, by_segment: Mapping[SegmentName, Survival]) -> dict[SegmentName, float]:
        """Per segment with anything to lose, the share lost beyond the share that may be lost.

        Critical segments may lose `critical_loss_threshold` of what they could say, the others
        `acceptable_loss_threshold`; a negative excess is loss to spare.
        """
        return {
            name: loss - self._allowed_loss(name)
            for name, survival in by_segment.items()
            if (loss := _loss(survival)) is not None
        }

    def _allowed_loss(self, name: SegmentName) -> float:
        s = self._settings
        critical = name in s.critical_segments
        return s.critical_loss_threshold if critical else s.acceptable_loss_threshold

    def _scores(
        self,
        original: OriginalProfile,
        texts: Sequence[str],
        coherence: float,
        importance: float,
    ) -> RetentionScores:
        weight = self._settings.weight
        keyword = _kept(original.keywords, keywords_of(texts))
        technical = _kept(original.terms, terms_of(texts))
        numerical = _kept(original.numbers, numbers_of(texts))
        structural = self._structural_integrity(original.structures, texts)
        overall = min(
            keyword * weight.keyword
            + technical * weight.technical
            + numerical * weight.numerical
            + structural * weight.structural
            + coherence * weight.semantic,
            1.0,
        )
        level = self._levels(importance).level(overall)
        length = sum(map(len, texts))
        return RetentionScores(
            length_ratio=min(length / original.length, 1.0) if original.length else 0.0,
            keyword_retention=keyword,
            technical_retention=technical,
            numerical_retention=numerical,
            structural_integrity=structural,
            semantic_coherence=coherence,
            overall_retention=overall,
            loss_level=level,
            is_acceptable=level in ("minimal", "acceptable"),
        )

    def _levels(self, importance: float) -> LossLevels:
        s = self._settings
        return s.levels_if_important if importance > s.high_importance else s.levels

    def _structural_integrity(self, structures: Sequence[Structure], texts: Sequence[str]) -> float:
        """Share of the structures that are still recognisable; 1 where there are none."""
        if not structures:
            return 1.0
        s = self._settings
        words = f" {' '.join(map(normal, texts))} "
        recognisable = sum(
            structure.share_in(words, most=s.structure_items) >= s.structure_share
            for structure in structures
        )
        return recognisable / len(structures)


def _texts_of(segments: Iterable[Segment]) -> Iterator[str]:
    """The texts of all entries and their children, in order."""
    for segment in segments:
        yield from _texts(segment.entries)


def _texts(entries: Iterable[Entry]) -> Iterator[str]:
    for entry in entries:
        yield entry.text
        yield from _texts(entry.children)


def _kept(wanted: frozenset[str], present: frozenset[str]) -> float:
    return len(wanted & present) / len(wanted) if wanted else 1.0


def _loss(survival: Survival) -> float | None:
    """Share not in the text; None where there was nothing to say."""
    total = survival.kept + survival.recoverable + survival.lost
    return 1.0 - survival.kept / total if total else None
