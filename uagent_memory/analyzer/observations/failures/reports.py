"""Reports of test runs in answers of tools that no table knows, and in answers to no call."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Literal, TypeAlias

from uagent_memory.analyzer.observations.failures.findings import Findings, closed_observations
from uagent_memory.analyzer.observations.failures.lines import Hit, first_lines, last_lines, scan
from uagent_memory.analyzer.observations.failures.testruns import total_line
from uagent_memory.analyzer.observations.failures.verdicts import verdict_of
from uagent_memory.analyzer.observations.run import Run
from uagent_memory.analyzer.observations.scene import Scene
from uagent_memory.analyzer.observations.shell.outcomes import Ending
from uagent_memory.analyzer.observations.shell.programs import Program
from uagent_memory.analyzer.observations.tables import table
from uagent_memory.analyzer.observations.tools.calls import Exchange
from uagent_memory.facts import Change, TextSpan
from uagent_memory.ledger import Observation
from uagent_memory.messages import Message, ToolCall

__all__ = ["Report", "bare_report", "report_of"]

Ended: TypeAlias = Literal["pass", "fail"]

_CHECK = Program("", (), kind="all")
"""Stands for the unknown program: any test runner's lines are its own."""


@dataclass(frozen=True, slots=True)
class Report:
    """An answer that is the report of a test run."""

    exchange: Exchange
    hits: Sequence[Hit]
    ended: Ended

    @property
    def change(self) -> Change:
        return Change.FAILED if self.ended == "fail" else Change.PASSED

    @property
    def total(self) -> TextSpan | None:
        """Its line of figures."""
        return total_line(_verdicts(self.hits), self.exchange.heard)

    def observe(self, run: Run, scene: Scene) -> Iterator[Observation]:
        """Its tests and errors, or what the run shows to be mended."""
        findings = Findings(self.exchange, self.hits, scene)
        yield from findings.tests(_CHECK, run, self.change)
        if self.ended == "fail":
            yield from findings.errors(_CHECK, run)
            return
        closed = scene.errors.passed(run, scene.files)
        yield from closed_observations(self.exchange, closed, proof=self.total)


def report_of(exchange: Exchange) -> Report | None:
    """The report that an answer is; None of an answer that merely holds one, as a page may."""
    limits = table("verdicts")["report"]
    outcome, text = exchange.outcome, exchange.result
    start, end = outcome.body
    if outcome.ending is Ending.REFUSED or end - start > limits["longest"]:
        return None
    edges = {
        *first_lines(text, start, end, limits["head"]),
        *last_lines(text, start, end, limits["tail"]),
    }
    hits = scan(text, start, end)
    verdicts = _verdicts(hits)
    failures = _failures(hits, text)
    if not any(hit.line in edges for hit in (*verdicts, *failures)):
        return None
    failed = bool(failures) or verdict_of(verdicts) == "fail"
    return Report(exchange, hits, "fail" if failed else "pass")


def bare_report(message: Message, scene: Scene) -> Iterator[Observation]:
    """What a tool's message shows whose call is not in the log."""
    name = message.speaker
    exchange = Exchange(ToolCall(id="", name=name), message, "text", message)
    report = report_of(exchange)
    if report is not None:
        run = Run(f"report of {name}", name, message.seq, kind="test")
        yield from report.observe(run, scene)


def _verdicts(hits: Sequence[Hit]) -> list[Hit]:
    """Totals of test runs."""
    kinds, least = table("verdicts")["kinds"], table("verdicts")["report"]["rank"]
    return [
        hit
        for hit in hits
        if hit.rule.group == "verdict"
        and hit.rule.sort in ("pass", "fail")
        and hit.rule.rank >= least
        and "test" in kinds.get(hit.rule.family, ())
    ]


def _failures(hits: Sequence[Hit], text: str) -> list[Hit]:
    """Lines with which a runner tells that a test failed, and how."""
    marks = tuple(table("verdicts")["report"]["marks"])
    return [
        hit
        for hit in hits
        if (hit.rule.group == "test" and hit.rule.sort == "fail")
        or text.startswith(marks, hit.line.start)
    ]
