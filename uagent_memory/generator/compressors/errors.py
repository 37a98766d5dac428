"""Segment 4: errors with cause and fix or OPEN, failing checks, and the users' corrections."""

from __future__ import annotations

from collections import Counter
from collections.abc import Container
from typing import ClassVar, Literal

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
from uagent_memory.generator.compressors.ended_commands import worth_of_line
from uagent_memory.generator.compressors.endings import Endings, EndNote
from uagent_memory.generator.compressors.error_runs import showing_run
from uagent_memory.generator.compressors.excerpt import excerpt
from uagent_memory.generator.compressors.failing_cases import FailingTest, failing_tests
from uagent_memory.generator.compressors.failing_test import (
    failing_line,
    names_and_sides,
    sides,
    sides_of,
)
from uagent_memory.generator.compressors.rejected_turn import propose_earlier_rejections
from uagent_memory.generator.compressors.unchecked_since import propose_unchecked
from uagent_memory.generator.evidence.cuts import cut_mark
from uagent_memory.generator.evidence.json_lines import told_line
from uagent_memory.generator.pool import CandidatePool
from uagent_memory.generator.view import GeneratorView
from uagent_memory.generator.work.troubles import bare_line
from uagent_memory.ledger import Fact, Observation
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
            and not view.troubles.is_over(fact)
            else self.keep_for(view, fact)
            for fact in checks
            if fact.status is Status.FAILED
        }
        failing |= {
            fact.key: self.keep_for(view, fact) for fact in checks if fact.status is Status.SETTLED
        }
        left_open = (f for f in checks if failing.get(f.key) is Keep.OPEN_ERROR)
        lines = (line for f in left_open for line in value_as(f, CommandValue).verdict)
        self._propose_tests(view, pool, endings, {line.span.message_id for line in lines})
        for fact in checks:
            if fact.key in failing:
                reason = endings.reason(fact)
                self._propose_command(view, pool, fact, keep=failing[fact.key], reason=reason)
        propose_earlier_rejections(view, pool, self.segment)
        propose_statements(view, pool, self.segment)

    def _propose_tests(
        self,
        view: GeneratorView,
        pool: CandidatePool,
        endings: Endings,
        open_runs: Container[str],
    ) -> None:
        """Each test's line or name; those that the runs in these messages left open come first."""
        troubles, failing = view.troubles, list[Fact]()
        for fact in view.analysis.ledger.of(FactKind.TEST):
            if fact.status is Status.SUPERSEDED:
                continue
            if fact.status not in (Status.FAILED, Status.SETTLED):
                failed = any(map(_fails, fact.history))
                if failed or value_as(fact, TestValue).name:
                    self._propose_name(view, pool, fact, "mended" if failed else "passing")
            elif troubles.is_merged(fact) or troubles.is_total_of_command(fact):
                continue
            elif endings.is_reason_told(fact):
                self._propose_name(view, pool, fact, "settled")
            else:
                failing.append(fact)
        named = 0
        for test in failing_tests(failing):
            is_failed = test.fact.status is Status.FAILED
            is_open = is_failed and test.fact.last.span.message_id in open_runs
            named += is_open
            must = is_open and named <= view.settings.limits.open_tests
            keep = Keep.OPEN_ERROR if must else self.keep_for(view, test.fact)
            self._propose_test(view, pool, test, keep=keep, endings=endings)

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
            text += f" — {names_and_sides(tests, line, view.labels)}"
        if value.cause:
            text += view.labels("cause", text=one_line(value.cause.text))
        ending = endings.of(fact)
        text += ending.text
        run = showing_run(view, value) if is_open else None
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
            fact=fact.name,
            keep=Keep.OPEN_ERROR if is_open else Keep.OPTIONAL,
            value=self.fact_worth(view, fact)
            * (factors.open_error if is_open else factors.closed_error / of_one),
            targets=view.targets(text),
            short=self._short(view, head),
            short_sources=fact.sources,
            also=tuple(test.name for test in tests),
        )
        if parent is not None:
            propose_unchecked(
                view, pool, fact, endings.work_files, segment=self.segment, parent=parent
            )
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
                    fact=fact.name,
                    value=view.settings.own.error_line,
                    targets=view.targets(text, words=False, factor=view.settings.worth.quote),
                    parent=parent,
                )

    def _propose_test(
        self,
        view: GeneratorView,
        pool: CandidatePool,
        test: FailingTest,
        *,
        keep: Keep,
        endings: Endings,
    ) -> None:
        fact = test.fact
        value, reason = value_as(fact, TestValue), endings.reason(fact)
        head = failing_line(value)
        head += view.labels("more_cases", count=len(test.cases)) if test.cases else ""
        if not reason.text:
            head = view.labels("failing_test", line=head)
        text = head + sides(value, head, view.labels) + reason.text
        parent = pool.propose(
            self.segment,
            text,
            spans_of(sides_of(value), *fact.sources, *reason.sources, *test.shown),
            order=(view.index_of(fact.last.span), 1),
            kind=EntryKind.TEST,
            fact=fact.name,
            also=tuple(case.name for case in test.cases),
            keep=keep,
            value=self.fact_worth(view, fact) * view.settings.factor.failing_test,
            targets=view.targets(text),
            short=head,
            short_sources=fact.sources,
        )
        if parent is not None:
            propose_unchecked(
                view, pool, fact, endings.work_files, segment=self.segment, parent=parent
            )

    def _propose_name(
        self,
        view: GeneratorView,
        pool: CandidatePool,
        fact: Fact,
        state: Literal["mended", "passing", "settled"],
    ) -> None:
        """A test's name in the list of those that ended alike."""
        mark, factors = outdated(view, fact), view.settings.factor
        name = one_line(value_as(fact, TestValue).name)
        failed = [seen.span for seen in fact.history if seen.change is Change.FAILED]
        pool.propose(
            self.segment,
            name,
            (*failed[-1:], fact.last.span),
            order=(-1 if failed else -2, view.index_of(fact.first.span)),
            kind=EntryKind.TEST,
            fact=fact.name,
            keep=self.keep_for(view, fact),
            value=self.fact_worth(view, fact)
            * (factors.passing_test if state == "passing" else factors.mended_test),
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
        value = self.fact_worth(view, fact) * view.settings.factor.failing_check
        worth = worth_of_line(view, fact, value, view.targets(text))
        pool.propose(
            self.segment,
            text + reason.text,
            sources,
            order=(view.index_of(fact.last.span), 2),
            kind=EntryKind.COMMAND,
            fact=fact.name,
            also=run_told(view, fact),
            keep=keep,
            value=worth.value,
            targets=worth.targets,
            short=text.partition(" → ")[0],
            short_sources=sources,
        )


def _fails(seen: Observation) -> bool:
    return seen.change is Change.FAILED
