"""The quality report for people: what was kept, what only recall brings back, and why."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

from uagent_memory.cli.output import console
from uagent_memory.terminal import safe_text

if TYPE_CHECKING:
    from rich.table import Table

    from uagent_memory.segments import CompressedContext, QualityReport, Telemetry

__all__ = ["print_report", "summary"]

SHOWN_LOSSES = 20


def summary(handoff: CompressedContext) -> str:
    """One line: status, sizes, and how much is left out."""
    report = handoff.report
    share = report.tokens / max(report.original_tokens, 1)
    return (
        f"{report.status}: {report.tokens:,} of {report.original_tokens:,} tokens ({share:.1%}),"
        f" budget {report.budget:,}, quality {report.quality_score:.2f},"
        f" {len(report.lost):,} left out"
    )


def print_report(handoff: CompressedContext) -> None:
    """To standard error, beside the result."""
    out = console(stderr=True)
    report = handoff.report
    out.print(summary(handoff), style="bold")
    out.print(f"smallest budget that would be accepted: {report.minimum_budget:,} tokens")
    out.print(_scores(report))
    out.print(_times(handoff.telemetry))
    if report.by_kind:
        out.print(_survival(report))
    if report.rewrites:
        out.print(_rewrites(handoff))
    for line in _details(report):
        out.print(safe_text(line))


def _scores(report: QualityReport) -> str:
    scores = report.scores
    return (
        f"retention {scores.overall_retention:.2f} ({scores.loss_level} loss):"
        f" keywords {scores.keyword_retention:.2f}, technical {scores.technical_retention:.2f},"
        f" numbers {scores.numerical_retention:.2f}, structure {scores.structural_integrity:.2f},"
        f" coherence {scores.semantic_coherence:.2f}; readability {report.readability:.2f};"
        f" passes {report.passes}"
    )


def _times(measured: Telemetry) -> str:
    stages = ", ".join(f"{name} {seconds:.2f}" for name, seconds in measured.stages.items())
    return f"took {measured.seconds:.2f} s ({stages})"


def _survival(report: QualityReport) -> Table:
    from rich.table import Table

    table = Table("facts", box=None, pad_edge=False)
    for name in ("kept", "by recall", "lost"):
        table.add_column(name, justify="right")
    for kind, count in report.by_kind.items():
        table.add_row(kind, str(count.kept), str(count.recoverable), str(count.lost))
    return table


def _rewrites(handoff: CompressedContext) -> Table:
    """Per segment whose text stands and why, with tokens, cost and time of its calls."""
    from rich.table import Table

    table = Table("segment", "text", "tokens", box=None, pad_edge=False)
    for name in ("calls", "in", "out", "cost", "seconds"):
        table.add_column(name, justify="right")
    table.add_column("why")
    costs = {cost.segment: cost for cost in handoff.telemetry.rewrites}
    for item in handoff.report.rewrites:
        spent = costs.get(item.segment)
        sent = spent and spent.input_tokens + spent.cache_read_tokens + spent.cache_write_tokens
        why = "; ".join((item.reason, *item.faults[:2]))
        table.add_row(
            item.segment.value,
            item.choice.replace("_", " "),
            f"{item.tokens_before} → {item.tokens_after}",
            f"{spent.calls}" if spent else "-",
            f"{sent}" if spent else "-",
            f"{spent.output_tokens}" if spent else "-",
            f"${spent.cost:.4f}" if spent and spent.cost is not None else "-",
            f"{spent.seconds:.1f}" if spent else "-",
            safe_text(_one_line(why)),
        )
    return table


def _details(report: QualityReport) -> Iterator[str]:
    yield from (f"warning: {text}" for text in report.warnings)
    if report.masked:
        kinds = ", ".join(f"{count} {kind}" for kind, count in report.masked.items())
        yield f"secrets masked: {kinds}"
    for item in report.degraded:
        where = ", ".join(dict.fromkeys(span.message_id for span in item.sources))
        form = item.form.replace("_", " ")
        yield f"shortened: {item.kind} {_one_line(item.key)}: {form} ({where})"
    yield from (f"hard to read: {_one_line(entry)}" for entry in report.offending)
    yield from (f"left out: {_one_line(item)}" for item in report.lost[:SHOWN_LOSSES])
    if len(report.lost) > SHOWN_LOSSES:
        yield f"... and {len(report.lost) - SHOWN_LOSSES:,} more (--format json lists all)"


def _one_line(text: str) -> str:
    return " ".join(text.split())
