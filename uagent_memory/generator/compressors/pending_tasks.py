"""Segment 7: unfinished work with its status, and open questions. Done never comes back."""

from __future__ import annotations

from typing import ClassVar

from uagent_memory.entry_kind import EntryKind
from uagent_memory.facts import FactKind, QuestionValue, Status, TaskValue
from uagent_memory.generator.candidate import Keep
from uagent_memory.generator.compressors.base import Compressor, one_line, value_as
from uagent_memory.generator.compressors.excerpt import excerpt
from uagent_memory.generator.pool import CandidatePool
from uagent_memory.generator.view import GeneratorView
from uagent_memory.ledger import Fact
from uagent_memory.segments import SegmentName

__all__ = ["PendingTasksCompressor"]

_RANK = {Status.IN_PROGRESS: 0, Status.WAITING: 1, Status.PENDING: 2}


class PendingTasksCompressor(Compressor):
    segment: ClassVar[SegmentName] = SegmentName.PENDING_TASKS

    def propose(self, view: GeneratorView, pool: CandidatePool) -> None:
        for place, fact in enumerate(view.analysis.ledger.of(FactKind.TASK)):
            if fact.status not in _RANK:
                continue
            value = value_as(fact, TaskValue)
            owner = f" ({value.owner})" if value.owner else ""
            text = f"{view.labels(_label(fact))}{one_line(value.text)}{owner}"
            pool.propose(
                self.segment,
                text,
                (fact.first.span, fact.last.span),
                order=(_RANK[fact.status], place),
                kind=EntryKind.TASK,
                fact=fact.key,
                fact_kind=fact.kind,
                keep=Keep.OPEN_TASK,
                value=self.fact_worth(view, fact) * view.settings.factor.open_task,
                targets=view.targets(text),
                short=_short(text, most=view.settings.limits.short_task),
            )
        offers = {f.key for f in view.analysis.ledger.of(FactKind.TASK) if f.status in _RANK}
        for place, fact in enumerate(view.analysis.ledger.of(FactKind.QUESTION)):
            if fact.status is not Status.OPEN or fact.key in offers:
                continue
            text = view.labels("question") + one_line(value_as(fact, QuestionValue).text)
            pool.propose(
                self.segment,
                text,
                (fact.last.span,),
                order=(3, place),
                kind=EntryKind.QUESTION,
                fact=fact.key,
                fact_kind=fact.kind,
                keep=self.keep_for(view, fact),
                value=self.fact_worth(view, fact),
                targets=view.targets(text),
            )


def _label(fact: Fact) -> str:
    """Of an offer that the user took up, that it was: it still reads as a question."""
    is_offer = value_as(fact, TaskValue).text.rstrip().endswith(("?", "？"))
    return "approved" if is_offer and fact.status is Status.PENDING else fact.status


def _short(text: str, *, most: int) -> str:
    """A long task's key sentences; "" where it has no shorter form."""
    shown = excerpt(text, SegmentName.PENDING_TASKS, most=most)
    return shown if shown != text else ""
