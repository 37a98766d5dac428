"""SegmentCompressor: one segment's text made shorter by itself (UAgent document, 6.1)."""

from __future__ import annotations

from uagent_memory.generator.extractor import KeyInformationExtractor, Strategy
from uagent_memory.generator.settings import ExtractionSettings, GeneratorSettings
from uagent_memory.segments import SegmentName

__all__ = ["SegmentCompressor"]

_STRATEGIES: dict[SegmentName, Strategy] = {
    SegmentName.PRIMARY_REQUEST: "request",
    SegmentName.CONCEPTS: "concept",
    SegmentName.FILES: "code",
    SegmentName.ERRORS: "error",
    SegmentName.PROBLEM_SOLVING: "decision",
    SegmentName.PENDING_TASKS: "task",
    SegmentName.CURRENT_WORK: "work",
}


class SegmentCompressor:
    """For a caller that holds a segment as plain text, without messages behind it."""

    def __init__(self, settings: ExtractionSettings | None = None) -> None:
        self._settings = settings or GeneratorSettings.load().extraction
        self._extractor = KeyInformationExtractor(self._settings)

    def compress_segment(self, segment_name: str, content: str, target_ratio: float) -> str:
        """Compress one segment's text; the users' own words are never rephrased or dropped.

        Args:
            segment_name: one of the eight; any other name gets the generic strategy.
            content: the segment's text.
            target_ratio: share of the characters to keep, 0..1.
        """
        if not content.strip():
            return ""
        if segment_name == SegmentName.USER_MESSAGES:
            return content
        strategy = _strategy(segment_name)
        compressed = self._extract(content, target_ratio, strategy)
        if self._is_good(content, compressed, target_ratio, strategy):
            return compressed
        return self._extract(
            content, min(target_ratio * self._settings.conservative, 1.0), strategy
        )

    def _extract(self, content: str, ratio: float, strategy: Strategy) -> str:
        return self._extractor.extract_key_information(content, ratio, strategy=strategy)

    def _is_good(self, content: str, compressed: str, ratio: float, strategy: Strategy) -> bool:
        """It holds at least its share of what the strategy scores."""
        whole = self._extractor.score(content, strategy)
        kept = self._extractor.score(compressed, strategy)
        return not whole or kept >= whole * min(ratio, self._settings.least_share)


def _strategy(segment_name: str) -> Strategy:
    try:
        return _STRATEGIES.get(SegmentName(segment_name), "generic")
    except ValueError:
        return "generic"
