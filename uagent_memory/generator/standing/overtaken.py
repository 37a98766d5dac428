"""What agents said that no longer stands."""

from __future__ import annotations

from collections.abc import Sequence
from functools import cached_property

from uagent_memory.analyzer.retellings import retellings
from uagent_memory.analyzer.types import MessageAnalysis
from uagent_memory.generator.evidence.cases import Cases, cases_of
from uagent_memory.generator.settings import GeneratorSettings
from uagent_memory.generator.standing.done_since import done_since
from uagent_memory.generator.standing.doubted import doubted_statements
from uagent_memory.generator.standing.final_answers import overruled_candidates
from uagent_memory.generator.standing.given_up import given_up_work
from uagent_memory.generator.standing.overturned import overturned_verdicts
from uagent_memory.generator.standing.refuted import refuted_guesses
from uagent_memory.generator.standing.set_aside import (
    conceded_demands,
    filled_in_again,
    old_verdicts,
)
from uagent_memory.generator.standing.withdrawn import withdrawn_figures
from uagent_memory.generator.wording.statements import Statement
from uagent_memory.messages import Span

__all__ = ["OvertakenStatements"]


class OvertakenStatements:
    """Of one history: taken back, doubted, given up, or told anew."""

    def __init__(
        self,
        messages: Sequence[MessageAnalysis],
        statements: Sequence[Statement],
        settings: GeneratorSettings,
    ) -> None:
        self._messages = messages
        self._statements = statements
        self._settings = settings

    @cached_property
    def unbelieved(self) -> frozenset[Span]:
        """Where doubted claims stand, guesses that were taken back, and overtaken reports."""
        return self.doubted | self._refuted | self.cases.overtaken

    @cached_property
    def singled_out(self) -> frozenset[Span]:
        """What no longer stands, or stands apart from its neighbours as a case by itself."""
        return self.all | self.unbelieved | self.cases.passed | self.cases.failed

    @cached_property
    def cases(self) -> Cases:
        """Reports of cases, and which of them failed or passed."""
        return cases_of(self._statements, self._messages)

    @cached_property
    def given_up(self) -> frozenset[Span]:
        """Work for an ask that was replaced, forms filled in again, candidates left out."""
        work = given_up_work(self._messages, self._statements)
        overruled = overruled_candidates(self._statements)
        return work | filled_in_again(self._statements) | overruled

    @cached_property
    def _refuted(self) -> frozenset[Span]:
        """Guesses that the agent who made them took back."""
        return refuted_guesses(self._statements, self._settings.refuted)

    @cached_property
    def doubted(self) -> frozenset[Span]:
        """Claims that a user did not believe, and what an agent granted before a "but"."""
        doubted = doubted_statements(self._messages, self._statements, self._settings.limits)
        return doubted | conceded_demands(self._statements)

    @cached_property
    def all(self) -> frozenset[Span]:
        """What no longer stands: guesses taken back, work for an ask that another one replaced."""
        passed = old_verdicts(
            self._messages, self._statements, retellings(m.message for m in self._messages)
        )
        withdrawn = withdrawn_figures(self._statements) | self.overturned
        done = done_since(self._messages, self._statements)
        return passed | self._refuted | self.given_up | self.cases.overtaken | withdrawn | done

    @cached_property
    def overturned(self) -> frozenset[Span]:
        """Verdicts that nothing is wrong, of which the agent found otherwise."""
        return overturned_verdicts(self._statements)
