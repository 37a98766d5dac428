"""Fitting: a logistic model of need, all sources of equal weight, far needs doubled."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING

from benchmarks.train.errors import TrainingError
from benchmarks.train.samples import Sample
from uagent_memory.config import ProfileName
from uagent_memory.prioritizer.need_model import NeedModel, NeedSettings
from uagent_memory.prioritizer.term_features import FEATURES

if TYPE_CHECKING:
    import numpy as np
    import numpy.typing as npt

    Numbers = npt.NDArray[np.float64]

__all__ = ["Ranking", "fit", "ranking", "ranking_of"]

FAR_WEIGHT = 2.0
STRENGTH = 1.0
"""Inverse of the penalty on large weights, where a source's needed terms weigh 1 in total.

Sources differ more than sessions of one source do: a weak penalty fits the sources seen.
"""
ROUNDS = 100
DECIMALS = 3
FEWEST_RANKED = 3

MISSING = (
    "training needs scikit-learn, which is not installed: pip install --group train "
    "(pip 25.1 or newer), or pip install scikit-learn"
)


def fit(samples: Sequence[Sample], *, settings: NeedSettings, seed: int) -> NeedModel:
    """The model of all samples; its weights are for the features as they are.

    Raises:
        TrainingError: scikit-learn is missing, or nothing was needed in any sample.
    """
    try:
        import numpy as np
        from sklearn.linear_model import LogisticRegression
    except ImportError as error:
        raise TrainingError(MISSING) from error
    values = np.concatenate([_rows(sample) for sample in samples]) if samples else np.zeros((0, 1))
    needed = np.concatenate([np.asarray(s.needed) for s in samples]) if samples else np.zeros(0)
    if not 0 < needed.sum() < len(needed):
        raise TrainingError("no case has both terms that were needed next and others")
    middle, spread = values.mean(axis=0), values.std(axis=0)
    spread[spread == 0] = 1.0
    model = LogisticRegression(
        C=STRENGTH, solver="newton-cholesky", max_iter=ROUNDS, random_state=seed
    )
    model.fit((values - middle) / spread, needed, sample_weight=_weights(samples))
    weights = model.coef_[0] / spread
    intercept = model.intercept_[0] - float(weights @ middle)
    return NeedModel(
        version=2,
        intercept=_rounded(intercept),
        weights=dict(zip(FEATURES, map(_rounded, weights), strict=True)),
        settings=settings,
    )


@dataclass(frozen=True, slots=True)
class Ranking:
    """How well a model orders the terms of a case, on average over cases; None without a case."""

    auc: float | None
    average_precision: float | None
    cases: int


def ranking(model: NeedModel, samples: Sequence[Sample]) -> Ranking:
    """Of the cases with at least three needed terms and one that was not."""
    import numpy as np

    weights = np.asarray(tuple(model.weights.values()))
    return _ranking(samples, lambda sample: _rows(sample) @ weights)


def ranking_of(profile: ProfileName, samples: Sequence[Sample]) -> Ranking:
    """The same of what a profile without a ranker expects; the samples hold its scores."""
    import numpy as np

    return _ranking(samples, lambda sample: np.asarray(sample.scored[profile]))


def _ranking(samples: Sequence[Sample], chances: Callable[[Sample], Numbers]) -> Ranking:
    import numpy as np
    from sklearn.metrics import average_precision_score, roc_auc_score

    found = []
    for sample in samples:
        needed = np.asarray(sample.needed)
        if FEWEST_RANKED <= needed.sum() < len(needed):
            chance = chances(sample)
            found.append((roc_auc_score(needed, chance), average_precision_score(needed, chance)))
    if not found:
        return Ranking(None, None, 0)
    auc, precision = (float(figure) for figure in np.mean(found, axis=0))
    return Ranking(auc, precision, len(found))


def _rows(sample: Sample) -> Numbers:
    import numpy as np

    return np.asarray(sample.values, dtype=np.float64).reshape(-1, len(FEATURES))


def _weights(samples: Sequence[Sample]) -> Numbers:
    """Per row: 1 over the needed terms of its source; needed far terms double."""
    import numpy as np

    totals: dict[str, int] = {}
    for sample in samples:
        totals[sample.source] = totals.get(sample.source, 0) + sum(sample.needed)
    parts = []
    for sample in samples:
        far_need = np.asarray(sample.needed) & np.asarray(sample.far)
        parts.append(np.where(far_need, FAR_WEIGHT, 1.0) / max(totals[sample.source], 1))
    return np.concatenate(parts)


def _rounded(value: float) -> float:
    return round(float(value), DECIMALS) + 0.0
