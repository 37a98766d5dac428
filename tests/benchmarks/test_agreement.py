"""Our figures are those of the reference implementation, where it is to be found."""

from __future__ import annotations

import importlib.util
import random
import sys
import warnings
from types import ModuleType
from typing import Any

import pytest

from benchmarks.quality.cases import Case, cuts_of, recorded_of
from benchmarks.quality.measure import HistoryIndex, measure
from benchmarks.quality.needs import Needs, atoms_of
from benchmarks.quality.probes import Question, answerable
from benchmarks.quality.record import history_text
from benchmarks.quality.sessions import RecordedSession, shared_folder
from benchmarks.quality.tokens import count, cut
from tests.benchmarks.small_sessions import chinese, compacted, english

REFERENCE = shared_folder() / "tools" / "handoff.py"
TEXTS = 200
TOLERANCE = 0.005


@pytest.fixture(scope="module")
def reference() -> ModuleType:
    if not REFERENCE.is_file():
        pytest.skip("the reference metric is not there; UAGENT_BENCH_SHARED names its folder")
    if importlib.util.find_spec("bpe_openai") is None:
        pytest.skip("the reference metric needs bpe-openai: pip install bpe-openai")
    spec = importlib.util.spec_from_file_location("reference_metric", REFERENCE)
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    sys.modules["reference_metric"] = module
    with warnings.catch_warnings():
        warnings.simplefilter("ignore", DeprecationWarning)  # of the reference's tokenizer
        spec.loader.exec_module(module)
    return module


def _cases() -> list[Case]:
    sessions = {"en": english(), "zh": chinese(), "compacted": compacted()}
    return [
        case
        for name, messages in sessions.items()
        for cases in (cuts_of, recorded_of)
        for case in cases(RecordedSession(name, name, tuple(messages), {}), frozenset())
    ]


def _random_text(history: list[dict[str, Any]], dice: random.Random) -> str:
    """Stretches of the history, whole lines and bare words, in any order."""
    text = history_text(history)
    pieces = []
    for _ in range(dice.randint(1, 12)):
        start = dice.randrange(len(text))
        stretch = text[start : start + dice.randint(1, 200)]
        shuffled = dice.sample(stretch.split(), len(stretch.split()))
        pieces.append(dice.choice([stretch, " ".join(shuffled), stretch.replace(" ", "\n")]))
    return dice.choice(["\n", " ", "。"]).join(pieces)


def test_cuts_needs_and_figures_are_the_references(reference: ModuleType) -> None:
    """200 random texts over English and Chinese histories, to 0.005."""
    dice, cases = random.Random(11), _cases()
    assert len(cases) >= 5
    histories = [list(case.history) for case in cases]
    indexes = [HistoryIndex.of(case.history, case.needs) for case in cases]
    for number in range(TEXTS):
        place = number % len(cases)
        needs, history = cases[place].needs, histories[place]
        text = cut(_random_text(history, dice), 400)
        ours = measure(text, indexes[place])
        theirs = reference.measure(text, history, set(needs.wanted), set(needs.far))
        assert ours.recall == pytest.approx(theirs["recall"], abs=TOLERANCE)
        assert (ours.far_kept, ours.far_all) == (theirs["far_kept"], theirs["far_all"])
        assert (ours.ctx is None) == (theirs["ctx"] is None)
        assert ours.ctx is None or ours.ctx == pytest.approx(theirs["ctx"], abs=TOLERANCE)


@pytest.mark.parametrize("messages", [english(), chinese(), compacted()])
def test_needs_and_cuts_are_the_references(
    reference: ModuleType, messages: list[dict[str, Any]]
) -> None:
    """The same places, the same needs, the same tokens."""
    for at in reference.cuts(messages):
        wanted, far = reference.needed(messages, at, set())
        ours = needs_at(messages, at)
        assert (set(ours.wanted), set(ours.far)) == (wanted, far)
        text = history_text(messages[:at])
        assert count(text) == reference.ntok(text)
        assert cut(text, 50) == reference.cut(text, 50)


def needs_at(messages: list[dict[str, Any]], at: int) -> Needs:
    from benchmarks.quality.needs import needs_of

    history = messages[:at]
    return needs_of(history, messages[at:], frozenset(), known=atoms_of(history))


def test_probes_are_answered_alike(reference: ModuleType) -> None:
    """Alternatives, distance and case are read the same way."""
    dice = random.Random(3)
    accepts = [["importer|loader", "KeyError"], ["batch_size"], ["nowhere"], ["500", "1000"]]
    asked = [Question(n=n, accept=tuple(accept)) for n, accept in enumerate(accepts)]
    for _ in range(40):
        text = _random_text(english(), dice)
        theirs = reference.answerable(text, [{"accept": accept} for accept in accepts])
        assert list(answerable(text, asked).values()) == theirs
