"""Segment 4: errors with cause and fix or OPEN, failing checks, and the users' corrections."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from typing import ClassVar

from uagent_memory.entry_kind import EntryKind
from uagent_memory.facts import (
    Change,
    CommandValue,
    ErrorValue,
    FactKind,
    Status,
    TestValue,
    TextSpan,
)
from uagent_memory.generator.call_results import calls_of
from uagent_memory.generator.candidate import Keep
from uagent_memory.generator.compressors.agents_words import propose_statements
from uagent_memory.generator.compressors.base import (
    Compressor,
    one_line,
    quoted,
    spans_of,
    value_as,
)
from uagent_memory.generator.compressors.commands import (
    command_line,
    latest_by_program,
    outdated,
    run_told,
)
from uagent_memory.generator.compressors.endings import Endings, EndNote
from uagent_memory.generator.compressors.excerpt import excerpt
from uagent_memory.generator.cuts import cut_mark
from uagent_memory.generator.json_lines import told_line
from uagent_memory.generator.pool import CandidatePool
from uagent_memory.generator.troubles import bare_line, is_same_error
from uagent_memory.generator.view import GeneratorView
from uagent_memory.ledger import Fact
from uagent_memory.segments import SegmentName

__all__ = ["ErrorsCompressor"]


class ErrorsCompressor(Compressor):
    segment: ClassVar[SegmentName] = SegmentName.ERRORS

    def propose(self, view: GeneratorView, pool: CandidatePool) -> None:
        ledger, endings = view.analysis.ledger, Endings(view)
        closed: Counter[str] = Counter()
        for fact in ledger.of(FactKind.ERROR):
            raised = fact.first.span.message_id
            closed[raised] += fact.status is not Status.OPEN
            self._propose_error(view, pool, fact, endings, of_one=max(closed[raised], 1))
        checks = [f for f in ledger.of(FactKind.COMMAND) if value_as(f, CommandValue).checks]
        latest = latest_by_program(checks)
        failing = {
            fact.key: Keep.OPEN_ERROR
            if latest[value_as(fact, CommandValue).program] is fact
            else self.keep_for(view, fact)
            for fact in checks
            if fact.status is Status.FAILED
        }
        failing |= {fact.key: self.keep_for(view, fact) for fact in checks if _is_settled(fact)}
        open_runs = {
            line.span.message_id
            for fact in checks
            if failing.get(fact.key) is Keep.OPEN_ERROR
            for line in value_as(fact, CommandValue).verdict
        }
        named = 0
        for fact in ledger.of(FactKind.TEST):
            if fact.status is Status.FAILED or _is_settled(fact):
                troubles = view.troubles
                if troubles.is_merged(fact) or troubles.is_total_of_command(fact):
                    continue
                is_open = not _is_settled(fact) and fact.last.span.message_id in open_runs
                named += is_open
                must = is_open and named <= view.settings.limits.open_tests
                keep = Keep.OPEN_ERROR if must else self.keep_for(view, fact)
                self._propose_test(view, pool, fact, keep=keep, reason=endings.reason(fact))
            elif value_as(fact, TestValue).name or any(
                seen.change is Change.FAILED for seen in fact.history
            ):
                self._propose_passing(view, pool, fact)
        for fact in checks:
            if fact.key in failing:
                reason = endings.reason(fact)
                self._propose_command(view, pool, fact, keep=failing[fact.key], reason=reason)
        propose_statements(view, pool, self.segment)

    def _propose_error(
        self,
        view: GeneratorView,
        pool: CandidatePool,
        fact: Fact,
        endings: Endings,
        *,
        of_one: int,
    ) -> None:
        """An error's line; of many that one run printed, and that are no more, each counts less."""
        value = value_as(fact, ErrorValue)
        is_open = fact.status is Status.OPEN
        context = value.context[: view.settings.limits.verdict_lines]
        line = told_line(bare_line(value.line), view.settings.records)
        line = line if is_open else endings.without_folder(line)
        line += cut_mark(view, fact.last.span)
        head = view.labels("open_error", line=line) if is_open else line
        text, extras = head, [value.cause, *context]
        tests = view.troubles.tests_of(fact)
        if tests:
            text += f" — {_names_and_sides(tests, line)}"
        if value.cause:
            text += view.labels("cause", text=one_line(value.cause.text))
        ending = endings.of(fact)
        text += ending.text
        run = _run_of(view, value) if is_open else None
        if run is not None:
            text += view.labels("run", command=quoted(run.text))
            extras.append(run)
        index = view.index_of(fact.last.span)
        factors = view.settings.factor
        parent = pool.propose(
            self.segment,
            text,
            spans_of(extras, *fact.sources, *ending.sources, *(test.last.span for test in tests)),
            order=(index, 0),
            kind=EntryKind.ERROR,
            fact=fact.key,
            fact_kind=fact.kind,
            keep=Keep.OPEN_ERROR if is_open else Keep.OPTIONAL,
            value=self.fact_worth(view, fact)
            * (factors.open_error if is_open else factors.closed_error / of_one),
            targets=view.targets(text),
            short=self._short(view, head),
            short_sources=fact.sources,
            also=tuple(test.name for test in tests),
        )
        if parent is not None:
            self._propose_lines(view, pool, fact, context, parent=parent)

    def _short(self, view: GeneratorView, head: str) -> str:
        """The error line without its cause; of a very long one the key sentences."""
        return excerpt(head, self.segment, most=view.settings.limits.quote_characters) or head

    def _propose_lines(
        self,
        view: GeneratorView,
        pool: CandidatePool,
        fact: Fact,
        lines: tuple[TextSpan, ...],
        *,
        parent: int,
    ) -> None:
        """What the error printed besides its own line."""
        index = view.index_of(fact.last.span)
        for place, line in enumerate(lines):
            text = one_line(line.text)
            if len(text) <= view.settings.limits.quote_characters:
                pool.propose(
                    self.segment,
                    quoted(text),
                    (line.span,),
                    order=(index, 0, place),
                    kind=EntryKind.QUOTE,
                    fact=fact.key,
                    fact_kind=fact.kind,
                    value=view.settings.own.error_line,
                    targets=view.targets(text, words=False, factor=view.settings.worth.quote),
                    parent=parent,
                )

    def _propose_test(
        self,
        view: GeneratorView,
        pool: CandidatePool,
        fact: Fact,
        *,
        keep: Keep,
        reason: EndNote,
    ) -> None:
        value = value_as(fact, TestValue)
        head = text = one_line(value.line or value.name)
        if not reason.text:
            head = text = view.labels("failing_test", line=head)
        seen = [side for side in (value.expected, value.actual) if side]
        if seen and not _says(text, value):
            text += " — " + "; ".join(one_line(side.text) for side in seen)
        text += reason.text
        pool.propose(
            self.segment,
            text,
            spans_of(seen, *fact.sources, *reason.sources),
            order=(view.index_of(fact.last.span), 1),
            kind=EntryKind.TEST,
            fact=fact.key,
            fact_kind=fact.kind,
            keep=keep,
            value=self.fact_worth(view, fact) * view.settings.factor.failing_test,
            targets=view.targets(text),
            short=head,
            short_sources=fact.sources,
        )

    def _propose_passing(self, view: GeneratorView, pool: CandidatePool, fact: Fact) -> None:
        """A test that passes now: its name in the list of those that failed before, or never."""
        mark, factors = outdated(view, fact), view.settings.factor
        name = one_line(value_as(fact, TestValue).name)
        failed = [seen.span for seen in fact.history if seen.change is Change.FAILED]
        state = "mended" if failed else "passing"
        pool.propose(
            self.segment,
            name,
            (*failed[-1:], fact.last.span),
            order=(-1 if failed else -2, view.index_of(fact.first.span)),
            kind=EntryKind.TEST,
            fact=fact.key,
            fact_kind=fact.kind,
            keep=self.keep_for(view, fact),
            value=self.fact_worth(view, fact)
            * (factors.mended_test if failed else factors.passing_test),
            targets=view.targets(name, words=False),
            joins=f"{state}{mark}",
            style="list",
            lead=view.labels(f"{state}_tests", mark=mark),
        )

    def _propose_command(
        self,
        view: GeneratorView,
        pool: CandidatePool,
        fact: Fact,
        *,
        keep: Keep,
        reason: EndNote,
    ) -> None:
        """A failing check; the latest run of its program is an open error."""
        text, sources = command_line(view, fact)
        sources = (*sources, *reason.sources)
        pool.propose(
            self.segment,
            text + reason.text,
            sources,
            order=(view.index_of(fact.last.span), 2),
            kind=EntryKind.COMMAND,
            fact=fact.key,
            fact_kind=fact.kind,
            also=run_told(view, fact),
            keep=keep,
            value=self.fact_worth(view, fact) * view.settings.factor.failing_check,
            targets=view.targets(text),
            short=text.partition(" → ")[0],
            short_sources=sources,
        )


def _run_of(view: GeneratorView, value: ErrorValue) -> TextSpan | None:
    """The command that showed an error, where it is short and no check, whose line tells it."""
    fact = view.analysis.ledger.get(FactKind.COMMAND, value.command)
    if fact is None or not isinstance(fact.value, CommandValue) or fact.value.checks:
        return None
    command = fact.value.command
    typed = calls_of(fact)
    short = len(command) <= view.settings.limits.shown_command and not set("`\n") & set(command)
    return TextSpan(command, typed[-1]) if typed and short and command != value.line else None


def _names_and_sides(tests: Sequence[Fact], line: str) -> str:
    """The names of the tests that an error failed, and what they expected, if it does not say."""
    values = [value_as(test, TestValue) for test in tests]
    names = [one_line(value.name) for value in values]
    sides = (side for value in values for side in (value.expected, value.actual) if side)
    told = [*names, *(one_line(side.text) for side in sides)]
    new = (part for part in told if part not in line and not is_same_error(part, line))
    return "; ".join(dict.fromkeys(new)) or names[0]


def _says(line: str, value: TestValue) -> bool:
    """Whether a failing test's line itself says what was expected and what came."""
    expected, actual = value.expected, value.actual
    if expected is None or actual is None:
        return actual is not None and one_line(actual.text) in line
    pairs = (f"{one_line(actual.text)} {sign} {one_line(expected.text)}" for sign in ("==", "!="))
    return any(pair in line for pair in pairs)


def _is_settled(fact: Fact) -> bool:
    """It is left as it is, for a reason that the agent gave."""
    return fact.status is Status.SETTLED
