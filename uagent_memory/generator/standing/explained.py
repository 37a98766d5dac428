"""Where agents explain failures: the last word on each before it passed, or on what still fails."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from itertools import chain, pairwise

from uagent_memory.analyzer.terms import content_words
from uagent_memory.analyzer.types import Cue, MessageAnalysis
from uagent_memory.facts import Change, FactKind, Status
from uagent_memory.generator.limits import Limits
from uagent_memory.generator.wording.statements import Statement
from uagent_memory.ledger import Fact, Ledger
from uagent_memory.messages import Author

__all__ = ["Explanations"]

_AGENT = Author.AGENT

_EXPLAINS = Cue.FINDING | Cue.CAUSE
_BROKEN = (Change.FAILED, Change.RAISED)
_MENDED = (Status.PASSED, Status.FIXED)
_FAILING = (Status.FAILED, Status.OPEN, Status.SETTLED)


class Explanations:
    """Of one history's failures."""

    def __init__(self, messages: Sequence[MessageAnalysis], ledger: Ledger, limits: Limits) -> None:
        self._least = limits.explaining_words
        self._indexes = _explaining(messages, ledger, limits.explained)

    def hold(self, said: Statement) -> bool:
        """It says there what was found or why, in some words: not only what failed."""
        if said.analysis.index not in self._indexes or not said.unit.cue.meets(_EXPLAINS):
            return False
        return len(set(content_words(said.unit.text))) >= self._least


def _explaining(messages: Sequence[MessageAnalysis], ledger: Ledger, most: int) -> frozenset[int]:
    """Indexes of the agents' first messages after the last failure of each, and after the first of
    what still fails.

    What shows more than `most` troubles is a listing that nobody explains one by one.
    """
    speaking = [m.index for m in messages if m.message.author is _AGENT and m.message.text]
    answers: dict[int, int] = {}
    for before, after in pairwise([-1, *speaking]):
        answers.update(dict.fromkeys(range(max(before, 0), after), after))
    at = {m.message.id: m.index for m in messages}
    facts = (*ledger.of(FactKind.TEST), *ledger.of(FactKind.ERROR))
    failed = Counter(chain.from_iterable(map(_failures, facts)))
    return frozenset(
        answers[index]
        for message_id, troubles in failed.items()
        if troubles <= most and (index := at.get(message_id, -1)) in answers
    )


def _failures(fact: Fact) -> Sequence[str]:
    """Messages that show the failures of which an agent's next word may say why."""
    broken = [seen.span.message_id for seen in fact.history if seen.change in _BROKEN]
    if fact.status in _MENDED:
        return broken[-1:]
    return (
        tuple(dict.fromkeys((broken[0], broken[-1]))) if broken and fact.status in _FAILING else ()
    )
