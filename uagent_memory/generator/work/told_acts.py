"""Where agents tell of what they changed by a tool, and of which call each sentence tells."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping, Sequence
from functools import cached_property
from itertools import chain
from typing import NamedTuple

from uagent_memory.analyzer.terms import terms_of
from uagent_memory.analyzer.types import MessageAnalysis
from uagent_memory.facts import Change, CommandValue
from uagent_memory.generator.records.record_numbers import spoken_in
from uagent_memory.generator.settings import Shipping
from uagent_memory.generator.wording.statements import Statement
from uagent_memory.generator.work.acting import acting_verb
from uagent_memory.ledger import Observation
from uagent_memory.messages import Author

__all__ = ["ToldActs"]


class _Act(NamedTuple):
    key: str
    """Of the call's fact."""
    named: frozenset[str]
    """Ids and figures that it sends, or that answer it."""

    def parts(self, named: Collection[str]) -> Sequence[str]:
        return [f"{self.key}:{name}" for name in sorted(named)]


class ToldActs:
    """Of one history."""

    def __init__(self, messages: Sequence[MessageAnalysis], shipping: Shipping) -> None:
        self._messages = messages
        self._shipping = shipping

    @property
    def reports(self) -> Collection[int]:
        """Messages in which an agent speaks next after such a call, before a user does."""
        return self._by_report.keys()

    def told_by(self, statement: Statement) -> Collection[str]:
        """What a sentence of a report tells of those calls: ids and figures of each."""
        acts = self._by_report.get(statement.analysis.index, ())
        said = frozenset(spoken_in(terms_of(statement.unit.text))) if acts else frozenset()
        return [part for act in acts for part in act.parts(act.named & said)]

    def told_by_line(self, key: str) -> Collection[str]:
        """What the line of a call tells, by the key of its fact; nothing of one that failed."""
        return self._by_key.get(key, ())

    @cached_property
    def _by_key(self) -> Mapping[str, Collection[str]]:
        acts = chain.from_iterable(self._acts)
        return {act.key: act.parts(act.named) or (act.key,) for act in acts}

    @cached_property
    def _acts(self) -> Sequence[Sequence[_Act]]:
        """By message."""
        return [[*filter(None, map(self._act, m.observations))] for m in self._messages]

    @cached_property
    def _by_report(self) -> Mapping[int, Sequence[_Act]]:
        return dict(self._reported())

    def _reported(self) -> Iterator[tuple[int, Sequence[_Act]]]:
        acts: list[_Act] = []
        for analysis, made in zip(self._messages, self._acts, strict=True):
            message = analysis.message
            if message.author is Author.USER:
                acts = []
            elif acts and message.author is Author.AGENT and message.text.strip():
                yield analysis.index, acts
                acts = acts if message.tool_calls else []
            acts = [*acts, *made]

    def _act(self, seen: Observation) -> _Act | None:
        value = seen.value
        if not isinstance(value, CommandValue) or seen.change is not Change.PASSED:
            return None
        if not acting_verb(value, self._shipping):
            return None
        text = " ".join((value.command, *(line.text for line in value.verdict)))
        return _Act(seen.key, frozenset(spoken_in(terms_of(text))))
