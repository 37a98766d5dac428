"""Which facts a stretch of somebody's words says."""

from __future__ import annotations

from uagent_memory.facts import Change, FactKind, RequestValue, TaskValue
from uagent_memory.generator.wording.spoken import SpokenFacts
from uagent_memory.ledger import Ledger, Observation
from uagent_memory.messages import Author, Span, Trust


def seen(key: str, start: int, end: int, *, message: str = "m1") -> Observation:
    kind = FactKind.TASK if key.startswith("task") else FactKind.REQUEST
    value = TaskValue(key) if kind is FactKind.TASK else RequestValue(key)
    span = Span(message, "text", start, end)
    return Observation(kind, key, value, Change.STATED, span, 1, Author.USER, Trust.USER)


def test_only_what_stands_whole_in_the_stretch() -> None:
    """Neither what reaches over an end of it nor another message's; asks before tasks."""
    known = SpokenFacts(
        Ledger(
            (
                seen("task", 2, 4),
                seen("first", 0, 5),
                seen("inside", 3, 5),
                seen("over the end", 4, 12),
                seen("elsewhere", 2, 4, message="m2"),
            )
        )
    )
    found = known.within(Span("m1", "text", 2, 9))
    assert [fact.key for fact in found] == ["inside", "task"]
    assert not known.within(Span("m3", "text", 0, 9))


def test_a_fact_said_twice_is_named_once() -> None:
    """Wherever in the stretch it stands."""
    known = SpokenFacts(Ledger((seen("again", 0, 3), seen("again", 5, 8))))
    for stretch in ((0, 9), (4, 9)):
        (fact,) = known.within(Span("m1", "text", *stretch))
        assert fact.key == "again"
