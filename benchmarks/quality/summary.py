"""From rows to figures: means over cases, pooled shares, all with their n."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Iterable, Iterator, Sequence
from statistics import fmean
from typing import TypeVar

from benchmarks.quality.report import ALL, Figure, Note
from benchmarks.quality.rows import CostRow, ProbeRow, RecallRow, Rows, StructureRow, SurvivalRow

__all__ = ["figures_of", "missed_probes", "notes_of"]

Row = TypeVar("Row")
Group = tuple[str, str, int | None]
"""Compressor, source, budget."""


def figures_of(rows: Rows) -> Iterator[Figure]:
    yield from _recall(rows.recall)
    yield from _probes(rows.probes)
    yield from _survival(rows.survival)
    yield from _structure(rows.structure)
    yield from _cost(rows.cost)


def _grouped(rows: Iterable[Row], key: Callable[[Row], Group]) -> dict[Group, list[Row]]:
    """Rows by group, and once more under all sources together."""
    groups: defaultdict[Group, list[Row]] = defaultdict(list)
    for row in rows:
        compressor, source, budget = key(row)
        groups[compressor, source, budget].append(row)
        groups[compressor, ALL, budget].append(row)
    return groups


def _recall(rows: Iterable[RecallRow]) -> Iterator[Figure]:
    groups = _grouped(rows, lambda row: (row.compressor, row.source, row.budget))
    for (compressor, source, budget), group in groups.items():
        found = [row.recall for row in group]
        ctx = [one.ctx for one in found if one.ctx is not None]
        far = sum(one.far_all for one in found)
        values = {
            "recall": (fmean(one.recall for one in found), len(found)),
            "ctx": (fmean(ctx) if ctx else None, len(ctx)),
            "far": (sum(one.far_kept for one in found) / far if far else None, far),
        }
        for measure, (value, n) in values.items():
            if value is not None:
                yield Figure(
                    section="recorded" if budget is None else "cuts",
                    measure=measure,
                    compressor=compressor,
                    source=source,
                    budget=budget,
                    value=value,
                    n=n,
                )


def _probes(rows: Iterable[ProbeRow]) -> Iterator[Figure]:
    """The mean over sets of the share of questions answered; n counts questions."""
    groups = _grouped(rows, lambda row: (row.compressor, row.source, row.budget))
    for (compressor, source, budget), group in groups.items():
        yield Figure(
            section="probes",
            measure="answerable",
            compressor=compressor,
            source=source,
            budget=budget,
            value=fmean(row.answered / row.asked for row in group),
            n=sum(row.asked for row in group),
        )


def _survival(rows: Iterable[SurvivalRow]) -> Iterator[Figure]:
    groups: defaultdict[tuple[str, str, str], list[SurvivalRow]] = defaultdict(list)
    for row in rows:
        groups[row.compressor, row.judge, row.kind].append(row)
    for (compressor, judge, kind), group in groups.items():
        wanted, claimed = sum(row.all for row in group), sum(row.claimed for row in group)
        shares = {
            f"{judge}: {kind}, recall": (sum(row.kept for row in group), wanted),
            f"{judge}: {kind}, precision": (sum(row.right for row in group), claimed),
        }
        for measure, (part, whole) in shares.items():
            if whole:
                yield Figure(
                    section="survival",
                    measure=measure,
                    compressor=compressor,
                    value=part / whole,
                    n=whole,
                )


def _structure(rows: Iterable[StructureRow]) -> Iterator[Figure]:
    groups: defaultdict[tuple[str, str], list[StructureRow]] = defaultdict(list)
    for row in rows:
        groups[row.compressor, row.check].append(row)
    for (compressor, check), group in groups.items():
        yield Figure(
            section="structure",
            measure=check,
            compressor=compressor,
            value=sum(row.faults for row in group),
            n=sum(row.looked_at for row in group),
        )


def _cost(rows: Iterable[CostRow]) -> Iterator[Figure]:
    groups: defaultdict[str, list[CostRow]] = defaultdict(list)
    for row in rows:
        groups[row.compressor].append(row)
    for compressor, group in groups.items():
        seconds, tokens = sum(row.seconds for row in group), sum(row.tokens for row in group)
        counting = sum(row.counting_seconds for row in group)
        values = {
            "seconds per 100k tokens": seconds / tokens * 100_000,
            "times the counting of the tokens": seconds / counting,
        }
        for measure, value in values.items():
            yield Figure(
                section="cost", measure=measure, compressor=compressor, value=value, n=len(group)
            )


def missed_probes(rows: Iterable[ProbeRow]) -> dict[str, dict[str, tuple[int, ...]]]:
    """By compressor and set, at the set's own size."""
    missed: dict[str, dict[str, tuple[int, ...]]] = {}
    for row in rows:
        if row.budget is None:
            missed.setdefault(row.compressor, {})[row.key] = row.missed
    return missed


EXAMPLES = 3


def notes_of(rows: Rows) -> Iterator[Note]:
    """Failures, and examples of faults of structure."""
    failed: defaultdict[tuple[str, str], list[str]] = defaultdict(list)
    for failure in rows.failures:
        failed[failure.compressor, failure.error].append(failure.session)
    for (compressor, error), sessions in failed.items():
        text = f"{len(sessions)} calls failed: {error} (first: {sessions[0]})"
        yield Note(about=compressor, text=text)
    faults: defaultdict[tuple[str, str], list[StructureRow]] = defaultdict(list)
    for row in rows.structure:
        if row.faults:
            faults[row.compressor, row.check].append(row)
    for (compressor, check), found in faults.items():
        yield Note(about=compressor, text=f"{check}: {_examples(found)}")


def _examples(found: Sequence[StructureRow]) -> str:
    sessions = dict.fromkeys((row.session, row.example) for row in found)
    shown = [f"{session} ({example})" for session, example in list(sessions)[:EXAMPLES]]
    more = f" and {len(sessions) - EXAMPLES} more" if len(sessions) > EXAMPLES else ""
    return f"{', '.join(shown)}{more}"
