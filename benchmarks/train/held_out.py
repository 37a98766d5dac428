"""Leave one source out: how a model does on a source it never saw, beside one that saw it."""

from __future__ import annotations

import random
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass

from benchmarks.quality.cases import Case, cuts_of, recorded_of
from benchmarks.quality.measure import HistoryIndex
from benchmarks.quality.needs import atoms_of, common_atoms
from benchmarks.quality.probes import ProbeSet
from benchmarks.quality.sessions import DataSet
from benchmarks.train.fitting import Ranking, fit, ranking, ranking_of
from benchmarks.train.pipeline import Figures, Pipeline, figures
from benchmarks.train.samples import Sample
from uagent_memory.analyzer.analyzer import ContextAnalyzer
from uagent_memory.config import ProfileName
from uagent_memory.prioritizer.need_model import NeedModel

__all__ = ["UNRANKED", "HeldOut", "held_out"]

UNRANKED: tuple[ProfileName, ...] = ("uagent", "equal")
"""The profiles without a ranker."""


@dataclass(frozen=True, slots=True)
class HeldOut:
    """One source: `seen` by the model of all sources, `unseen` by that of the others."""

    source: str
    seen: Ranking
    unseen: Ranking
    profiles: Mapping[ProfileName, Ranking]
    """What the profiles without a ranker make of the same cases."""
    pipelines: Mapping[str, Figures]
    """seen, unseen, and the profiles `uagent` and `equal`."""
    recorded: Mapping[str, Figures]
    """The same at recorded compactions, at the recorded summaries' sizes."""


@dataclass(frozen=True, slots=True)
class Measured:
    """What the pipelines are measured on."""

    data: DataSet
    probes: Sequence[ProbeSet]
    budgets: Sequence[int]
    most: int
    """Cases per source; recorded compactions come on top."""
    seed: int


def held_out(samples: Sequence[Sample], whole: NeedModel, measured: Measured) -> Iterator[HeldOut]:
    """Source after source; one source alone cannot be left out."""
    sources = dict.fromkeys(sample.source for sample in samples)
    if len(sources) == 1:
        return
    for source in sources:
        own = [sample for sample in samples if sample.source == source]
        rest = [sample for sample in samples if sample.source != source]
        without = fit(rest, settings=whole.settings, seed=measured.seed)
        yield _measured(source, own, whole, without, measured)


def _measured(
    source: str, own: Sequence[Sample], whole: NeedModel, without: NeedModel, measured: Measured
) -> HeldOut:
    analyzer = ContextAnalyzer()
    pipelines: dict[str, Pipeline] = {
        "seen": Pipeline(model=whole, analyzer=analyzer),
        "unseen": Pipeline(model=without, analyzer=analyzer),
    }
    for name in UNRANKED:
        pipelines[name] = Pipeline(profile=name, analyzer=analyzer)
    cases, recorded = _cases(source, measured)
    probes = _probes(source, measured)
    return HeldOut(
        source,
        ranking(whole, own),
        ranking(without, own),
        {name: ranking_of(name, own) for name in UNRANKED},
        {name: _figures(pipe, cases, measured, probes) for name, pipe in pipelines.items()},
        {name: _figures(pipe, recorded, measured) for name, pipe in pipelines.items()},
    )


Indexed = tuple[Case, HistoryIndex]


def _cases(source: str, measured: Measured) -> tuple[list[Indexed], list[Indexed]]:
    sessions = measured.data.sources[source]
    common = common_atoms([atoms_of(session.messages) for session in sessions])
    recorded = [case for session in sessions for case in recorded_of(session, common)]
    cuts = [case for session in sessions for case in cuts_of(session, common)]
    random.Random(measured.seed).shuffle(cuts)
    return _indexed(cuts[: measured.most]), _indexed(recorded)


def _indexed(cases: Sequence[Case]) -> list[Indexed]:
    return [(case, HistoryIndex.of(case.history, case.needs)) for case in cases]


def _probes(source: str, measured: Measured) -> list[ProbeSet]:
    names = {session.id for session in measured.data.sources[source]}
    return [probes for probes in measured.probes if probes.session in names]


def _figures(
    pipeline: Pipeline,
    cases: Sequence[Indexed],
    measured: Measured,
    probes: Sequence[ProbeSet] = (),
) -> Figures:
    recalls = [
        row for case, index in cases for row in pipeline.recalls(case, index, measured.budgets)
    ]
    answers = [
        share
        for probe in probes
        if (session := measured.data.find(probe.session)) is not None
        for share in pipeline.answered(probe, session.messages)
    ]
    return figures(recalls, answers)
