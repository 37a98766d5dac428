"""A case as numbers: one row of the library's own features per term, and whether it was needed."""

from __future__ import annotations

from array import array
from collections.abc import Sequence
from dataclasses import dataclass

from benchmarks.train.cases import TrainingCase
from uagent_memory.analyzer.analyzer import ContextAnalyzer
from uagent_memory.formats import read_messages
from uagent_memory.prioritizer.need_model import NeedSettings
from uagent_memory.prioritizer.ranker import far_border
from uagent_memory.prioritizer.term_features import Nearness, features
from uagent_memory.prioritizer.term_uses import term_uses
from uagent_memory.role_files import load_roles

__all__ = ["Sample", "Sampler"]


@dataclass(frozen=True, slots=True)
class Sample:
    """Row after row in `values`; `needed` and `far` hold 0 or 1 per row."""

    source: str
    values: Sequence[float]
    needed: Sequence[int]
    far: Sequence[int]


class Sampler:
    """Reads each message once, whatever the number of cuts."""

    def __init__(self, settings: NeedSettings) -> None:
        self._settings = settings
        self._analyzer = ContextAnalyzer()
        self._receiver = load_roles().get("general")

    def sample(self, case: TrainingCase) -> Sample:
        analysis = self._analyzer.analyze_context(
            read_messages(case.history), receiver=self._receiver
        )
        settings = self._settings
        near = Nearness.of(
            analysis.messages, recent=settings.recent_characters, wide=settings.wide_characters
        )
        border = far_border(near.after, settings.far_share)
        values, needed, far = array("d"), array("b"), array("b")
        for term, use in term_uses(analysis).items():
            if term not in case.ignored:
                values.extend(features(term, use, near))
                needed.append(term in case.needed)
                far.append(use.last < border)
        return Sample(case.source, values, needed, far)
