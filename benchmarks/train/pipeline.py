"""The whole pipeline under one model or profile: what a hand-off keeps, what it can answer."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from statistics import fmean

from benchmarks.quality.cases import Case, fitting
from benchmarks.quality.measure import HistoryIndex, Recall, measure
from benchmarks.quality.probes import ProbeSet, answerable
from benchmarks.quality.record import RawMessage
from benchmarks.quality.tokens import cut
from uagent_memory.analyzer.analyzer import ContextAnalyzer
from uagent_memory.brief import prepare
from uagent_memory.config import ProfileName, Settings
from uagent_memory.engine import EightSegmentCompressionEngine
from uagent_memory.formats import read_messages
from uagent_memory.inputs import Inputs
from uagent_memory.prioritizer.need_model import NeedModel
from uagent_memory.prioritizer.prioritizer import InformationPrioritizer
from uagent_memory.prioritizer.ranker import TermRanker

__all__ = ["Figures", "Pipeline", "figures"]


@dataclass(frozen=True, slots=True)
class Figures:
    """Means over cases and budgets; `far` pooled over cases; None where nothing was measured."""

    recall: float | None
    ctx: float | None
    far: float | None
    n: int
    answerable: float | None = None
    probes: int = 0


class Pipeline:
    """Compresses under one profile, with a model of its own where one is given."""

    def __init__(
        self,
        *,
        profile: ProfileName = "learned",
        model: NeedModel | None = None,
        analyzer: ContextAnalyzer | None = None,
    ) -> None:
        self._settings = Settings(profile=profile)
        self._engine = EightSegmentCompressionEngine()
        self._engine.information_prioritizer = InformationPrioritizer(ranker=TermRanker(model))
        if analyzer is not None:
            self._engine.context_analyzer = analyzer

    def compress(self, history: Sequence[RawMessage], budget: int) -> str:
        messages = read_messages(history)
        brief = prepare(messages, Inputs(budget=budget, settings=self._settings))
        return cut(self._engine.compress(messages, brief).markdown, budget)

    def recalls(self, case: Case, index: HistoryIndex, budgets: Sequence[int]) -> list[Recall]:
        """At the recorded summary's size, where one was recorded; else at each fitting budget."""
        own = (case.recorded_budget,) if case.recorded else fitting(budgets, case.tokens)
        return [measure(self.compress(case.history, budget), index) for budget in own]

    def answered(self, probes: ProbeSet, messages: Sequence[RawMessage]) -> list[float]:
        """Share of the questions that a hand-off of the probes' own budget can answer."""
        text = self.compress(probes.history(messages), probes.budget)
        found = answerable(text, probes.questions)
        return [fmean(found.values())]


def figures(recalls: Iterable[Recall], answers: Sequence[float] = ()) -> Figures:
    rows = tuple(recalls)
    ctx = [row.ctx for row in rows if row.ctx is not None]
    far = sum(row.far_all for row in rows)
    return Figures(
        recall=fmean(row.recall for row in rows) if rows else None,
        ctx=fmean(ctx) if ctx else None,
        far=sum(row.far_kept for row in rows) / far if far else None,
        n=len(rows),
        answerable=fmean(answers) if answers else None,
        probes=len(answers),
    )
