"""A case as numbers: one row of the library's own features per term, and whether it was needed."""

from __future__ import annotations

from array import array
from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from benchmarks.train.cases import TrainingCase
from uagent_memory.analyzer.analyzer import ContextAnalyzer
from uagent_memory.analyzer.types import ContextAnalysis
from uagent_memory.config import ProfileName
from uagent_memory.formats import read_messages
from uagent_memory.prioritizer.need_model import NeedSettings
from uagent_memory.prioritizer.prioritizer import InformationPrioritizer
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
    scored: Mapping[ProfileName, Sequence[float]]
    """Per row, what a profile without a ranker expects of the term; of those asked for."""


class Sampler:
    """Reads each message once, whatever the number of cuts.

    Args:
        settings: what the features are computed with.
        profiles: whose scores stand beside them, to be compared.
    """

    def __init__(self, settings: NeedSettings, profiles: Sequence[ProfileName] = ()) -> None:
        self._settings = settings
        self._profiles = profiles
        self._prioritizer = InformationPrioritizer()
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
        scores = {name: self._scores(analysis, name) for name in self._profiles}
        scored = {name: array("d") for name in self._profiles}
        values, needed, far = array("d"), array("b"), array("b")
        for term, use in term_uses(analysis).items():
            if term not in case.ignored:
                values.extend(features(term, use, near))
                needed.append(term in case.needed)
                far.append(use.last < border)
                for name, expected in scores.items():
                    scored[name].append(expected.get(term, 0.0))
        return Sample(case.source, values, needed, far, scored)

    def _scores(self, analysis: ContextAnalysis, profile: ProfileName) -> Mapping[str, float]:
        """By term: as much as the best message that mentions it."""
        return self._prioritizer.prioritize_information(
            analysis, role=self._receiver, profile=profile
        ).need
