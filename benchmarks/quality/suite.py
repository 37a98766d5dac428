"""A whole run: read, find what is commonplace, measure session by session, sum up."""

from __future__ import annotations

import logging
import os
from collections.abc import Callable, Iterable, Iterator, Sequence
from concurrent.futures import ProcessPoolExecutor
from contextlib import contextmanager
from dataclasses import dataclass
from functools import partial
from importlib.metadata import PackageNotFoundError, version
from multiprocessing import get_context
from pathlib import Path
from typing import Protocol, TypeVar, get_args

from benchmarks.quality.errors import SuiteError
from benchmarks.quality.labels import LabelFile, read_labels
from benchmarks.quality.needs import atoms_of, common_atoms
from benchmarks.quality.peers.protocol import Peer
from benchmarks.quality.probes import ProbeSet, read_probes
from benchmarks.quality.report import Note, Report, Settings
from benchmarks.quality.rows import Rows
from benchmarks.quality.run import Part, Plan, Work, run_session
from benchmarks.quality.sessions import DataSet, RecordedSession, read_data
from benchmarks.quality.summary import figures_of, missed_probes, notes_of

__all__ = ["Options", "Progress", "run"]

Item = TypeVar("Item")
Result = TypeVar("Result")
OFFLINE = {"HEADROOM_OFFLINE": "1", "HF_HUB_OFFLINE": "1", "DISTIL_NO_UPDATE_CHECK": "1"}


class Progress(Protocol):
    """Shows items as they pass."""

    def __call__(self, what: str, total: int, items: Iterable[Item], /) -> Iterable[Item]: ...


class Each(Protocol):
    """Like `map`, in this process or spread over several."""

    def __call__(
        self, function: Callable[[Item], Result], items: Sequence[Item], /
    ) -> Iterator[Result]: ...


@dataclass(frozen=True, slots=True)
class Options:
    compressors: tuple[Peer, ...]
    budgets: tuple[int, ...]
    data: Path | None = None
    sources: tuple[str, ...] = ()
    probes: Path | None = None
    labels: Path | None = None
    limit: int | None = None
    seed: int = 7
    jobs: int = 1
    parts: tuple[Part, ...] = get_args(Part)


def run(options: Options, *, shown: Progress) -> Report:
    """Measure everything that the options ask for.

    Raises:
        SuiteError: data, probes or labels cannot be read.
    """
    runnable = [peer for peer in options.compressors if not peer.missing]
    data = read_data(options.data, sources=options.sources)
    plan = Plan(tuple(peer.name for peer in runnable), options.budgets, options.parts)
    probes = read_probes(options.probes) if options.probes else ()
    labels = read_labels(options.labels) if options.labels else {}
    with _workers(options.jobs) as each:
        common = _common(data, each, shown)
        works = list(_works(data, options, common, probes, labels))
        rows = Rows()
        measured = each(partial(run_session, plan), works)
        for found in shown("measuring", len(works), measured):
            rows.extend(found)
    skipped = [_skipped(peer) for peer in options.compressors if peer.missing]
    asked = (one for one in probes if one.source in data.sources)
    absent = [_absent(one) for one in asked if data.find(one.session) is None]
    return Report(
        version=_version("uagent-memory"),
        packages={
            peer.distribution: _version(peer.distribution) for peer in runnable if peer.modules
        },
        data_hash=data.digest,
        sessions={name: len(sessions) for name, sessions in data.sources.items()},
        settings=Settings(
            sources=tuple(data.sources),
            budgets=options.budgets,
            compressors=plan.compressors,
            parts=options.parts,
            limit=options.limit,
            seed=options.seed,
        ),
        figures=tuple(figures_of(rows)),
        notes=(*skipped, *absent, *notes_of(rows)),
        missed_probes=missed_probes(rows.probes),
    )


@contextmanager
def _workers(jobs: int) -> Iterator[Each]:
    """With one job everything runs in this process."""
    if jobs == 1:
        with _quiet():
            yield map
        return
    with ProcessPoolExecutor(jobs, get_context("spawn"), _keep_quiet) as pool:
        yield pool.map


@contextmanager
def _quiet() -> Iterator[None]:
    """What `_keep_quiet` does, and undone."""
    disabled, environment = logging.root.manager.disable, dict(os.environ)
    _keep_quiet()
    try:
        yield
    finally:
        logging.disable(disabled)
        os.environ.clear()
        os.environ.update(environment)


def _keep_quiet() -> None:
    """Packages stay offline, and their advice on their own budgets off the terminal."""
    for name, value in OFFLINE.items():
        os.environ.setdefault(name, value)
    logging.disable(logging.WARNING)


def _common(data: DataSet, each: Each, shown: Progress) -> dict[str, frozenset[str]]:
    """The commonplace atoms of each source; of all its sessions, whatever the limit."""
    sessions = list(data)
    found: dict[str, list[frozenset[str]]] = {}
    atoms = each(_session_atoms, sessions)
    reading = shown("reading", len(sessions), zip(sessions, atoms, strict=True))
    for session, of in reading:
        found.setdefault(session.source, []).append(of)
    return {name: common_atoms(of) for name, of in found.items()}


def _session_atoms(session: RecordedSession) -> frozenset[str]:
    return atoms_of(session.messages)


def _works(
    data: DataSet,
    options: Options,
    common: dict[str, frozenset[str]],
    probes: Sequence[ProbeSet],
    labels: dict[str, LabelFile],
) -> Iterator[Work]:
    for session in data.limited(options.limit, seed=options.seed):
        asked = tuple(one for one in probes if one.session == session.id)
        for one in asked:
            if one.end > len(session.messages):
                raise SuiteError(f"probes {one.key}: message {one.end} is not in {session.id}")
        yield Work(session, common[session.source], asked, labels.get(session.id))


def _skipped(peer: Peer) -> Note:
    how = f"pip install {peer.distribution}, or all: pip install --group peers"
    return Note(about=peer.name, text=f"skipped: {peer.missing} is not installed ({how})")


def _absent(probes: ProbeSet) -> Note:
    return Note(about=f"probes {probes.key}", text=f"session {probes.session} is not in this data")


def _version(distribution: str) -> str:
    try:
        return version(distribution)
    except PackageNotFoundError:
        return "unknown"
