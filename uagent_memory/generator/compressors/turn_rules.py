"""Rules on how each turn is put: the few that tell most, and where the others stand."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Sequence
from collections.abc import Set as AbstractSet

from uagent_memory.analyzer.terms import content_words
from uagent_memory.entry_kind import EntryKind
from uagent_memory.facts import ConstraintValue
from uagent_memory.generator.candidate import Keep
from uagent_memory.generator.compressors.base import one_line
from uagent_memory.generator.pool import CandidatePool
from uagent_memory.generator.view import GeneratorView
from uagent_memory.ledger import Fact
from uagent_memory.segments import SegmentName

__all__ = ["is_turn_rule", "propose_turn_rules"]


def is_turn_rule(fact: Fact) -> bool:
    """It tells an agent how to put each of its turns to the program that runs it."""
    return isinstance(fact.value, ConstraintValue) and fact.value.sort == "turn"


def propose_turn_rules(
    view: GeneratorView,
    pool: CandidatePool,
    rules: Sequence[Fact],
    *,
    keep: Callable[[Fact], Keep],
    worth: Callable[[Fact], float],
) -> None:
    """One line: some word for word, of the others the messages that say them."""
    shown = _most_telling(rules, view.settings.limits.turn_rules)
    for rank, fact in enumerate(rules):
        is_shown = fact.key in shown
        at = view.earlier_handoffs.name(fact.last.span)
        pool.propose(
            SegmentName.PRIMARY_REQUEST,
            one_line(_text(fact)) if is_shown else view.labels("further_turn_rules", at=at),
            (fact.last.span,),
            order=(2, not is_shown, rank),
            kind=EntryKind.CONSTRAINT,
            fact=fact.name,
            keep=keep(fact),
            value=worth(fact),
            short="",
            is_policy=keep(fact) is not Keep.CONSTRAINT,
            joins="turn-rules",
            style="list",
            lead=view.labels("turn_rules"),
        )


def _most_telling(rules: Sequence[Fact], most: int) -> AbstractSet[str]:
    """The keys of those that hold, for their length, most words which several of them share."""
    words = {fact.key: frozenset(content_words(_text(fact))) for fact in rules}
    shared = Counter(word for own in words.values() for word in own)
    shown: set[str] = set()
    said: set[str] = set()
    for _ in range(min(most, len(rules))):
        best = max(
            (fact for fact in rules if fact.key not in shown),
            key=lambda fact: (_told(words[fact.key] - said, shared) / len(_text(fact)), fact.key),
        )
        shown.add(best.key)
        said |= words[best.key]
    return shown


def _told(words: AbstractSet[str], shared: Counter[str]) -> int:
    return sum(shared[word] - 1 for word in words)


def _text(fact: Fact) -> str:
    return fact.value.text if isinstance(fact.value, ConstraintValue) else fact.key
