"""All measurements on one session: the unit of work, alone or in a worker process."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from functools import cache
from typing import Literal, TypeAlias, get_args

from benchmarks.quality import structure
from benchmarks.quality.cases import Case, cuts_of, fitting, recorded_of
from benchmarks.quality.labels import LabelFile
from benchmarks.quality.measure import HistoryIndex, measure
from benchmarks.quality.peers.ours import Ours
from benchmarks.quality.peers.protocol import Compressor
from benchmarks.quality.peers.registry import OURS, PEERS, RECORDED
from benchmarks.quality.probes import ProbeSet, answerable
from benchmarks.quality.record import RawMessage, message_text
from benchmarks.quality.rows import (
    CostRow,
    Failure,
    ProbeRow,
    RecallRow,
    Rows,
    StructureRow,
    SurvivalRow,
)
from benchmarks.quality.sessions import RecordedSession
from benchmarks.quality.survival import by_labels, by_ledger
from benchmarks.quality.tokens import count_history, cut
from uagent_memory.errors import UAgentMemoryError
from uagent_memory.tokens import default_counter

__all__ = ["Part", "Plan", "Work", "run_session"]

SURVIVAL_BUDGET = 4_000


Part: TypeAlias = Literal["cuts", "recorded", "probes", "survival"]


@dataclass(frozen=True, slots=True)
class Plan:
    """What to run, the same for all sessions."""

    compressors: tuple[str, ...]
    budgets: tuple[int, ...]
    parts: tuple[Part, ...] = get_args(Part)


@dataclass(frozen=True, slots=True)
class Work:
    """One session with what belongs to it."""

    session: RecordedSession
    common: frozenset[str]
    probes: tuple[ProbeSet, ...] = ()
    labels: LabelFile | None = None


def run_session(plan: Plan, work: Work) -> Rows:
    """Every compressor on every case of a session, its probes, and the whole of it."""
    _warm_up(plan.compressors)
    rows = Rows()
    for case in _cases(plan, work):
        _run_case(plan, case, rows)
    for probes in work.probes if "probes" in plan.parts else ():
        _run_probes(plan, work.session, probes, rows)
    if "survival" in plan.parts:
        _run_whole(plan, work, rows)
    return rows


def _cases(plan: Plan, work: Work) -> Iterator[Case]:
    if "cuts" in plan.parts:
        yield from cuts_of(work.session, work.common)
    if "recorded" in plan.parts:
        yield from recorded_of(work.session, work.common)


@cache
def _warm_up(names: tuple[str, ...]) -> None:
    """Every compressor once on a tiny history, so that no first call pays for imports."""
    history: list[RawMessage] = [
        {"role": "user", "content": f"Please read src/part_{number}.py and tell me what it does."}
        for number in range(100)
    ]
    runner = _Runner(Plan(names, ()), "warm-up", history, Rows())
    for _ in runner.texts(600):
        pass


class _Runner:
    """The compressors on one history; failures are noted, and count as an empty text."""

    def __init__(self, plan: Plan, session: str, history: Sequence[RawMessage], rows: Rows) -> None:
        everyone = {peer.name: peer for peer in (*OURS.values(), *PEERS.values())}
        self._made = {name: everyone[name].make() for name in plan.compressors}
        self._session, self._history, self._rows = session, history, rows
        self._timed: set[str] = set()
        self._counting: float | None = None
        self._tokens = 0

    def texts(self, budget: int) -> Iterator[tuple[str, Compressor, str]]:
        """(name, compressor, text within the budget) of each."""
        for name, compress in self._made.items():
            started = time.perf_counter()
            text = self._text(name, compress, budget)
            seconds = time.perf_counter() - started
            if text and name not in self._timed:
                self._timed.add(name)
                self._rows.cost.append(self._cost(name, seconds))
            if isinstance(compress, Ours) and compress.last is not None:
                self._check(name, compress, budget)
            yield name, compress, cut(text, budget)

    def _text(self, name: str, compress: Compressor, budget: int) -> str:
        try:
            return compress(self._history, budget)
        except UAgentMemoryError as error:
            reason = f"{type(error).__name__}: {error}"
        except Exception as error:  # noqa: BLE001 - a package's fault must not end the run
            reason = f"{type(error).__name__}: {error}"
        self._rows.failures.append(Failure(name, self._session, reason[:200]))
        return ""

    def _cost(self, name: str, seconds: float) -> CostRow:
        if self._counting is None:
            texts = [message_text(message) for message in self._history]
            started = time.perf_counter()
            self._tokens = sum(default_counter().count_many(texts))
            self._counting = time.perf_counter() - started
        return CostRow(name, self._tokens, seconds, self._counting)

    def _check(self, name: str, ours: Ours, budget: int) -> None:
        if ours.last is None or ours.last.status == "unchanged":
            return
        subject = structure.Subject(ours.last, ours.messages, self._history, budget)
        for check, look in structure.CHECKS.items():
            found = look(subject)
            row = StructureRow(
                name, self._session, check, found.faults, found.looked_at, found.example
            )
            self._rows.structure.append(row)


def _run_case(plan: Plan, case: Case, rows: Rows) -> None:
    budgets: tuple[int, ...] = (case.recorded_budget,)
    if case.recorded is None:
        budgets = fitting(plan.budgets, case.tokens)
    if not budgets:
        return
    index = HistoryIndex.of(case.history, case.needs)
    runner = _Runner(plan, case.session, case.history, rows)
    if case.recorded is not None:
        found = measure(case.recorded, index)
        rows.recall.append(RecallRow(RECORDED, case.source, case.session, None, found))
    for budget in budgets:
        given = budget if case.recorded is None else None
        for name, _, text in runner.texts(budget):
            found = measure(text, index)
            rows.recall.append(RecallRow(name, case.source, case.session, given, found))


def _run_probes(plan: Plan, session: RecordedSession, probes: ProbeSet, rows: Rows) -> None:
    history = probes.history(session.messages)
    runner = _Runner(plan, session.id, history, rows)
    row = _probe_row(probes)
    recorded = probes.recorded(session.messages)
    if recorded is not None:
        rows.probes.append(row(RECORDED, None, recorded))
    sizes = fitting(plan.budgets, count_history(history))
    for budget, given in ((probes.budget, None), *((size, size) for size in sizes)):
        for name, _, text in runner.texts(budget):
            rows.probes.append(row(name, given, text))


def _probe_row(probes: ProbeSet) -> Callable[[str, int | None, str], ProbeRow]:
    def row(name: str, budget: int | None, text: str) -> ProbeRow:
        answers = answerable(text, probes.questions)
        missed = tuple(number for number, answered in answers.items() if not answered)
        asked = len(answers)
        return ProbeRow(name, probes.source, probes.key, budget, asked - len(missed), asked, missed)

    return row


def _run_whole(plan: Plan, work: Work, rows: Rows) -> None:
    """Survival by kind over all messages, and whether the same call gives the same bytes."""
    session = work.session
    if not fitting((SURVIVAL_BUDGET,), count_history(session.messages)):
        return
    runner = _Runner(plan, session.id, session.messages, rows)
    texts = list(runner.texts(SURVIVAL_BUDGET))
    ours = next((made for _, made, _ in texts if isinstance(made, Ours)), None)
    if ours is None or ours.last is None:
        return
    ledger = ours.ledger()
    for name, made, text in texts:
        for kind, count in by_ledger(text, ledger, ours.messages):
            rows.survival.append(
                SurvivalRow(name, session.source, session.id, "ledger", kind, *count)
            )
        if work.labels is not None:
            handoff = made.last if isinstance(made, Ours) else None
            for kind, count in by_labels(text, work.labels, session, handoff, ledger):
                rows.survival.append(
                    SurvivalRow(name, session.source, session.id, "labels", kind, *count)
                )
    _same_bytes(texts, session, rows)


def _same_bytes(
    texts: Sequence[tuple[str, Compressor, str]], session: RecordedSession, rows: Rows
) -> None:
    for name, made, _ in texts:
        if isinstance(made, Ours) and made.last is not None:
            again = made.again()
            again(session.messages, SURVIVAL_BUDGET)
            if again.last is not None:
                found = structure.same_bytes(made.last, again.last)
                rows.structure.append(
                    StructureRow(name, session.id, "different bytes", found.faults, found.looked_at)
                )
            return
