"""Segment 4: errors with cause and fix or OPEN, failing checks, and the users' corrections."""

from __future__ import annotations

from typing import ClassVar

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
from uagent_memory.generator.compressors.base import (
    Compressor,
    one_line,
    quoted,
    spans_of,
    value_as,
)
from uagent_memory.generator.compressors.commands import command_line
from uagent_memory.generator.compressors.excerpt import excerpt
from uagent_memory.generator.pool import CandidatePool
from uagent_memory.generator.view import GeneratorView
from uagent_memory.ledger import Fact
from uagent_memory.roles import MustGet
from uagent_memory.segments import SegmentName

__all__ = ["ErrorsCompressor"]


class ErrorsCompressor(Compressor):
    segment: ClassVar[SegmentName] = SegmentName.ERRORS

    def propose(self, view: GeneratorView, pool: CandidatePool) -> None:
        ledger = view.analysis.ledger
        for fact in ledger.of(FactKind.ERROR):
            self._propose_error(view, pool, fact)
        for fact in ledger.of(FactKind.TEST):
            if fact.status is Status.FAILED:
                self._propose_test(view, pool, fact)
            elif any(seen.change is Change.FAILED for seen in fact.history):
                self._propose_mended(view, pool, fact)
            elif value_as(fact, TestValue).name:
                self._propose_passing(view, pool, fact)
        checks = [f for f in ledger.of(FactKind.COMMAND) if value_as(f, CommandValue).checks]
        latest = {value_as(f, CommandValue).program: f for f in sorted(checks, key=_last_run)}
        for fact in checks:
            if fact.status is Status.FAILED:
                is_latest = latest[value_as(fact, CommandValue).program] is fact
                self._propose_command(view, pool, fact, is_latest=is_latest)

    def _propose_error(self, view: GeneratorView, pool: CandidatePool, fact: Fact) -> None:
        value = value_as(fact, ErrorValue)
        is_open = fact.status is Status.OPEN
        context = value.context[: view.settings.limits.verdict_lines]
        line = one_line(value.line).removeprefix("E ")
        head = f"OPEN: {line}" if is_open else line
        text, extras = head, [value.cause, *context]
        if value.cause:
            text += f" — cause: {one_line(value.cause.text)}"
        if not is_open and value.fix:
            text += f" — fixed by: {one_line(value.fix.text)}"
            extras.append(value.fix)
        elif not is_open:
            text += " — fixed"
        index = view.index_of(fact.last.span)
        factors = view.settings.factor
        parent = pool.propose(
            self.segment,
            text,
            spans_of(extras, *fact.sources),
            order=(index, 0),
            kind="error",
            fact=fact.key,
            fact_kind=fact.kind,
            keep=Keep.OPEN_ERROR if is_open else Keep.OPTIONAL,
            value=self.fact_worth(view, fact, *((MustGet.OPEN_ERRORS,) if is_open else ()))
            * (factors.open_error if is_open else factors.settled_error),
            targets=view.targets(text),
            short=self._short(view, head),
            short_sources=fact.sources,
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
                    kind="quote",
                    fact=fact.key,
                    fact_kind=fact.kind,
                    value=view.settings.own.error_line,
                    targets=view.targets(text, words=False, factor=view.settings.worth.quote),
                    parent=parent,
                )

    def _propose_test(self, view: GeneratorView, pool: CandidatePool, fact: Fact) -> None:
        value = value_as(fact, TestValue)
        text = f"FAILING: {one_line(value.line or value.name)}"
        seen = [side for side in (value.expected, value.actual) if side]
        if seen:
            text += " — " + "; ".join(one_line(side.text) for side in seen)
        pool.propose(
            self.segment,
            text,
            spans_of(seen, *fact.sources),
            order=(view.index_of(fact.last.span), 1),
            kind="test",
            fact=fact.key,
            fact_kind=fact.kind,
            keep=self.keep_for(view, MustGet.FAILING_COMMANDS),
            value=self.fact_worth(view, fact, MustGet.FAILING_COMMANDS)
            * view.settings.factor.failing_test,
            targets=view.targets(text),
        )

    def _propose_mended(self, view: GeneratorView, pool: CandidatePool, fact: Fact) -> None:
        """A test that failed and passes now: its name in one list."""
        name = one_line(value_as(fact, TestValue).name)
        failed = [seen.span for seen in fact.history if seen.change is Change.FAILED]
        pool.propose(
            self.segment,
            name,
            (*failed[-1:], fact.last.span),
            order=(-1, view.index_of(fact.first.span)),
            kind="test",
            fact=fact.key,
            fact_kind=fact.kind,
            value=self.fact_worth(view, fact) * view.settings.factor.mended_test,
            targets=view.targets(name, words=False),
            joins="mended",
            style="list",
            lead="Failed earlier, pass now: ",
        )

    def _propose_passing(self, view: GeneratorView, pool: CandidatePool, fact: Fact) -> None:
        """A test that was seen to pass and never to fail: its name in one list."""
        name = one_line(value_as(fact, TestValue).name)
        pool.propose(
            self.segment,
            name,
            (fact.last.span,),
            order=(-2, view.index_of(fact.first.span)),
            kind="test",
            fact=fact.key,
            fact_kind=fact.kind,
            keep=self.keep_for(view, MustGet.TEST_RESULTS),
            value=self.fact_worth(view, fact, MustGet.TEST_RESULTS)
            * view.settings.factor.passing_test,
            targets=view.targets(name, words=False),
            joins="passing",
            style="list",
            lead="Pass: ",
        )

    def _propose_command(
        self, view: GeneratorView, pool: CandidatePool, fact: Fact, *, is_latest: bool
    ) -> None:
        """A failing check; the latest run of its program is an open error."""
        text, sources = command_line(view, fact)
        pool.propose(
            self.segment,
            text,
            sources,
            order=(view.index_of(fact.last.span), 2),
            kind="command",
            fact=fact.key,
            fact_kind=fact.kind,
            keep=Keep.OPEN_ERROR if is_latest else self.keep_for(view, MustGet.FAILING_COMMANDS),
            value=self.fact_worth(view, fact, MustGet.FAILING_COMMANDS)
            * view.settings.factor.failing_check,
            targets=view.targets(text),
            short=text.partition(" → ")[0],
            short_sources=sources,
        )


def _last_run(fact: Fact) -> tuple[int, str]:
    return (fact.last.seq, fact.key)
