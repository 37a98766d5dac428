"""Segment 7: unfinished work with its status, and open questions. Done never comes back."""

from __future__ import annotations

import re
from collections import Counter
from typing import ClassVar, NamedTuple

from uagent_memory.analyzer.terms import terms_of
from uagent_memory.entry_kind import EntryKind
from uagent_memory.facts import FactKind, QuestionValue, Status, TaskValue, TextSpan
from uagent_memory.generator.candidate import Keep
from uagent_memory.generator.compressors.asked_details import options_of, steps_of
from uagent_memory.generator.compressors.base import (
    Compressor,
    is_talk_turn,
    one_line,
    spans_of,
    value_as,
)
from uagent_memory.generator.compressors.excerpt import excerpt
from uagent_memory.generator.pool import CandidatePool
from uagent_memory.generator.records.offers import is_offer, offer_of, offered
from uagent_memory.generator.view import GeneratorView
from uagent_memory.ledger import Fact
from uagent_memory.segments import SegmentName

__all__ = ["PendingTasksCompressor"]

_FILE = re.compile(r"(?:[\w.@~-]*/)*[\w.@-]+\.[A-Za-z]\w{0,7}")
_OPEN_ENDS = ";；,， "
_RANK = {Status.IN_PROGRESS: 0, Status.WAITING: 1, Status.PENDING: 2}


class PendingTasksCompressor(Compressor):
    segment: ClassVar[SegmentName] = SegmentName.PENDING_TASKS

    def propose(self, view: GeneratorView, pool: CandidatePool) -> None:
        tasks = view.analysis.ledger.of(FactKind.TASK)
        lines = {fact.key: _line_of(fact) for fact in tasks if fact.status in _RANK}
        sharing = Counter(lines.values())
        for place, fact in enumerate(tasks):
            if line := lines.get(fact.key):
                about = line.file if sharing[line] > 1 else ""
                self._propose_task(view, pool, fact, place=place, about=about)
        for place, fact in enumerate(view.analysis.ledger.of(FactKind.QUESTION)):
            among_people = view.is_talk and is_talk_turn(view, view.index_of(fact.last.span))
            if among_people or fact.key in lines or _stands_below(view, fact):
                continue
            if fact.status is Status.OPEN:
                self._propose_question(view, pool, fact, place=place)

    def _propose_task(
        self, view: GeneratorView, pool: CandidatePool, fact: Fact, *, place: int, about: str
    ) -> None:
        """In a line of its own, or in the line of all tasks about one file."""
        value = value_as(fact, TaskValue)
        owner = f" ({value.owner})" if value.owner else ""
        lead = view.labels(_label(fact))
        asked = f"{one_line(value.text).rstrip(_OPEN_ENDS)}{owner}"
        said = offer_of(fact)
        before = None if about or said is None else offered(view.by_id, said)
        text = asked if before is None else f"{one_line(before.text)} {asked}"
        text, asked = (text, asked) if about else (lead + text, lead + asked)
        parent = pool.propose(
            self.segment,
            text,
            (*spans_of([before, said or TextSpan(value.text, fact.first.span)]), fact.last.span),
            order=(_RANK[fact.status], place),
            kind=EntryKind.TASK,
            fact=fact.name,
            keep=Keep.OPEN_TASK,
            value=self.fact_worth(view, fact) * view.settings.factor.open_task,
            targets=view.targets(text),
            short=_short(asked, most=view.settings.limits.short_task) or (asked if before else ""),
            joins=f"{lead}{about}" if about else "",
            style="list",
            lead=lead if about else "",
        )
        if parent is not None:
            self._propose_steps(view, pool, fact, parent)

    def _propose_question(
        self, view: GeneratorView, pool: CandidatePool, fact: Fact, *, place: int
    ) -> None:
        asked = view.labels("question") + one_line(value_as(fact, QuestionValue).text)
        options = options_of(view, fact)
        text = " ".join((asked, "; ".join(one_line(option.text) for option in options))).rstrip()
        pool.propose(
            self.segment,
            text,
            (*spans_of(options), fact.last.span),
            order=(3, place),
            kind=EntryKind.QUESTION,
            fact=fact.name,
            keep=self.keep_for(view, fact),
            value=self.fact_worth(view, fact),
            targets=view.targets(text),
            short=asked if options else None,
        )

    def _propose_steps(
        self, view: GeneratorView, pool: CandidatePool, fact: Fact, parent: int
    ) -> None:
        """Below it what it leaves to its description."""
        for place, step in enumerate(steps_of(view, fact)):
            text = one_line(step.text)
            pool.propose(
                self.segment,
                text,
                (step.span,),
                order=(0, 0, place),
                kind=EntryKind.QUOTE,
                value=self.fact_worth(view, fact) * view.settings.factor.task_step,
                targets=view.targets(text),
                parent=parent,
                joins=f"steps:{fact.key}",
                style="list",
            )


def _stands_below(view: GeneratorView, fact: Fact) -> bool:
    """It is put by the latest user message, which is short enough to be read as a whole."""
    latest = view.users[-1].message if view.users else None
    if latest is None or fact.last.span.message_id != latest.id:
        return False
    return len(latest.text.strip()) <= view.settings.limits.short_message


class _Line(NamedTuple):
    """What tasks have in common that share a line."""

    label: str
    file: str


def _line_of(fact: Fact) -> _Line:
    return _Line(_label(fact), _file_named(value_as(fact, TaskValue).text))


def _file_named(text: str) -> str:
    """The one file that a task names, if it names one."""
    paths = {term for term in terms_of(text) if _FILE.fullmatch(term)}
    return paths.pop() if len(paths) == 1 else ""


def _label(fact: Fact) -> str:
    """Of an offer that the user took up, that it was: it still reads as a question."""
    offer = is_offer(value_as(fact, TaskValue).text)
    return "approved" if offer and fact.status is Status.PENDING else fact.status


def _short(text: str, *, most: int) -> str:
    """A long task's key sentences; "" where it has no shorter form."""
    shown = excerpt(text, SegmentName.PENDING_TASKS, most=most)
    return shown if shown != text else ""
