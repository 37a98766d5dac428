"""The command line of the training."""

from __future__ import annotations

import argparse
import json
import sys
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import asdict
from pathlib import Path

from benchmarks.quality.errors import SuiteError
from benchmarks.quality.probes import read_probes
from benchmarks.quality.sessions import DataSet, read_data
from benchmarks.train.cases import TrainingCase, training_cases
from benchmarks.train.export import Origin, as_toml
from benchmarks.train.fitting import fit
from benchmarks.train.held_out import UNRANKED, HeldOut, Measured, held_out
from benchmarks.train.pipeline import Figures
from benchmarks.train.samples import Sample, Sampler
from uagent_memory.errors import UAgentMemoryError
from uagent_memory.prioritizer.need_model import NEED_FILE, NeedSettings

__all__ = ["main"]

ABOUT = """\
Learn which terms of a history the next role writes again, from what agents did next in recorded
sessions. Sessions are cut at several places and at recorded compactions; a term was needed if one
of the next 20 agent messages writes it. Writes the weights; --report measures them on each source
with a model that never saw it.
"""
SETTINGS = NeedSettings(
    recent_characters=2_000, wide_characters=20_000, far_share=0.2, far_boost=2.0
)


def main(arguments: Sequence[str]) -> int:
    options = _parser().parse_args(arguments)
    try:
        _main(options)
    except (SuiteError, UAgentMemoryError) as error:
        print(f"error: {error}", file=sys.stderr)
        return 2
    return 0


def _parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(
        prog="python -m benchmarks train",
        description=ABOUT,
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )
    parser.add_argument("--data", type=Path, required=True, help="folder of recorded sessions")
    parser.add_argument(
        "--out", type=Path, default=NEED_FILE, help="where the weights go (%(default)s)"
    )
    parser.add_argument("--report", type=Path, help="JSON with leave-one-source-out figures")
    parser.add_argument("--probes", type=Path, help="folder of questions for the report")
    parser.add_argument("--seed", type=int, default=0)
    parser.add_argument(
        "--cases", type=int, default=12, help="cuts per source in the report (%(default)s)"
    )
    parser.add_argument(
        "--budgets", type=int, nargs="+", default=[1_000, 4_000], help="tokens, in the report"
    )
    return parser


def _main(options: argparse.Namespace) -> None:
    data = read_data(options.data)
    cases = [case for sessions in data.sources.values() for case in training_cases(sessions)]
    sampler = Sampler(SETTINGS, UNRANKED if options.report else ())
    samples = [sampler.sample(case) for case in _told(cases)]
    model = fit(samples, settings=SETTINGS, seed=options.seed)
    options.out.write_text(
        as_toml(model, _origin(samples, data, options.seed)), encoding="utf-8", newline="\n"
    )
    print(f"{options.out}: {len(samples)} cases")
    if options.report:
        measured = Measured(
            data,
            read_probes(options.probes) if options.probes else (),
            options.budgets,
            options.cases,
            options.seed,
        )
        results = []
        for result in held_out(samples, model, measured):
            results.append(result)
            print("\n".join(_table(result)), flush=True)
        _write_report(options.report, results)


def _told(cases: Sequence[TrainingCase]) -> Iterator[TrainingCase]:
    """Case after case, with a sign of life on a terminal."""
    for number, case in enumerate(cases, 1):
        if sys.stderr.isatty():
            print(f"\r{number} of {len(cases)} cases", end="", file=sys.stderr, flush=True)
        yield case


def _origin(samples: Sequence[Sample], data: DataSet, seed: int) -> Origin:
    cases: dict[str, int] = {}
    for sample in samples:
        cases[sample.source] = cases.get(sample.source, 0) + 1
    return Origin(
        cases=cases,
        terms=sum(len(sample.needed) for sample in samples),
        needed=sum(sum(sample.needed) for sample in samples),
        seed=seed,
        digest=data.digest,
    )


def _write_report(path: Path, results: Sequence[HeldOut]) -> None:
    text = json.dumps([asdict(result) for result in results], indent=2, allow_nan=False)
    path.write_text(text + "\n", encoding="utf-8")


def _table(result: HeldOut) -> Iterator[str]:
    yield f"{result.source} ({result.unseen.cases} cases)"
    own = (("seen", result.seen), ("unseen", result.unseen))
    for name, ranked in (*own, *result.profiles.items()):
        shown = (("AUC", ranked.auc), ("AP", ranked.average_precision))
        yield f"  {name:<8} {_parts(shown)}"
    for label, rows in (("cuts", result.pipelines), ("recorded", result.recorded)):
        for name, row in rows.items():
            if row.n or row.probes:
                yield f"  {label:<8} {name:<7} {_line(row)}"


def _line(row: Figures) -> str:
    shown = (
        ("recall", row.recall),
        ("ctx", row.ctx),
        ("far", row.far),
        ("answerable", row.answerable),
    )
    return f"{_parts(shown)}  n {row.n}"


def _parts(shown: Iterable[tuple[str, float | None]]) -> str:
    return "  ".join(f"{name} {value:.3f}" for name, value in shown if value is not None)
