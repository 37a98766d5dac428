"""SegmentCompressor: one segment's text made shorter by itself (UAgent document, 6.1)."""

from __future__ import annotations

from collections.abc import Sequence

from uagent_memory.generator.extractor import KeyInformationExtractor, KeySentence, Strategy
from uagent_memory.generator.settings import GeneratorSettings
from uagent_memory.generator.statement_settings import ExtractionSettings
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
    """Whole sentences of a text, chosen by what counts in its segment.

    Within the pipeline for what is too long to be said whole (compressors/excerpt.py); also for a
    caller that holds a segment as plain text, without messages behind it.
    """

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
        if len(content) <= self._settings.whole_characters or target_ratio >= 1:
            return content
        most = target_ratio * self._settings.conservative * len(content)
        return " ".join(s.text for s in self.key_sentences(segment_name, content, room=int(most)))

    def key_sentences(
        self, segment_name: str, content: str, *, room: int
    ) -> tuple[KeySentence, ...]:
        """The sentences to keep, in order; the best one in any case.

        At first they have to do with less than the room; if they then hold less than their share
        of what the segment's strategy scores, they get all of it (the one conservative retry).

        Args:
            segment_name: as above.
            content: the text.
            room: most characters of all of them.
        """
        strategy = _strategy(segment_name)
        tight = max(int(room / self._settings.conservative), 1)
        chosen = self._extractor.key_sentences(content, room=tight, strategy=strategy)
        if self._is_good(content, chosen, tight / len(content), strategy):
            return chosen
        return self._extractor.key_sentences(content, room=room, strategy=strategy)

    def _is_good(
        self, content: str, chosen: Sequence[KeySentence], ratio: float, strategy: Strategy
    ) -> bool:
        """They hold at least their share of what the strategy scores."""
        whole = self._extractor.score(content, strategy)
        kept = sum(sentence.score for sentence in chosen)
        return not whole or kept >= whole * min(ratio, self._settings.least_share)


def _strategy(segment_name: str) -> Strategy:
    try:
        return _STRATEGIES.get(SegmentName(segment_name), "generic")
    except ValueError:
        return "generic"
