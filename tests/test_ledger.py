"""The ledger: union of observations, and what it answers."""

from __future__ import annotations

from functools import reduce

from hypothesis import given, settings
from hypothesis import strategies as st

from uagent_memory.facts import Change, FactKind, FileValue, StatementValue, Status
from uagent_memory.ledger import Ledger, Observation
from uagent_memory.messages import Author, Span, Trust

SEEN = st.builds(
    lambda kind, key, text, change, seq, start, author: Observation(
        kind=kind,
        key=key,
        value=StatementValue(text=text),
        change=change,
        span=Span(f"m{seq + 1}", "text" if start < 3 else f"call:{start}", start, start + 1),
        seq=seq,
        author=author,
        trust=Trust[author.name],
    ),
    st.sampled_from((FactKind.TASK, FactKind.FILE, FactKind.CONSTRAINT, FactKind.NUMBER)),
    st.sampled_from("ab"),
    st.sampled_from("xyz"),
    st.sampled_from(Change),
    st.integers(0, 5),
    st.integers(0, 11),
    st.sampled_from(Author),
)
BATCH = st.lists(SEEN, max_size=12)


def facts(ledger: Ledger) -> list[object]:
    return [(fact.kind, fact.key, fact.value, fact.status, fact.history) for fact in ledger]


@settings(max_examples=100, deadline=None)
@given(BATCH, BATCH)
def test_merge_commutes(one: list[Observation], two: list[Observation]) -> None:
    """Which of two ledgers is merged into which makes no difference."""
    left, right = Ledger(one).merge(Ledger(two)), Ledger(two).merge(Ledger(one))
    assert left == right
    assert facts(left) == facts(right)


@settings(max_examples=100, deadline=None)
@given(BATCH, BATCH, BATCH)
def test_merge_associates(
    one: list[Observation], two: list[Observation], three: list[Observation]
) -> None:
    """Merging in any grouping gives the same facts."""
    a, b, c = Ledger(one), Ledger(two), Ledger(three)
    assert facts(a.merge(b).merge(c)) == facts(a.merge(b.merge(c)))


@settings(max_examples=100, deadline=None)
@given(BATCH)
def test_merge_is_idempotent(seen: list[Observation]) -> None:
    """A ledger merged with itself, or built from repeated observations, is itself."""
    ledger = Ledger(seen)
    assert ledger.merge(ledger) == ledger
    assert facts(Ledger([*seen, *seen])) == facts(ledger)


@settings(max_examples=100, deadline=None)
@given(BATCH, st.randoms(use_true_random=False))
def test_order_of_arrival_is_irrelevant(seen: list[Observation], random: object) -> None:
    """Every permutation of the observations folds to the same facts in the same order."""
    shuffled = list(seen)
    random.shuffle(shuffled)  # type: ignore[attr-defined]
    assert facts(Ledger(shuffled)) == facts(Ledger(seen))


@settings(max_examples=100, deadline=None)
@given(st.lists(BATCH, max_size=5))
def test_step_by_step_equals_at_once(batches: list[list[Observation]]) -> None:
    """Merging message by message equals folding everything together."""
    steps = reduce(Ledger.merge, map(Ledger, batches), Ledger())
    assert facts(steps) == facts(Ledger(seen for batch in batches for seen in batch))


@settings(max_examples=100, deadline=None)
@given(BATCH)
def test_history_is_complete(seen: list[Observation]) -> None:
    """Every observation stands in the history of exactly one fact, in message order."""
    ledger = Ledger(seen)
    histories = [item for fact in ledger for item in fact.history]
    assert sorted(map(repr, histories)) == sorted(map(repr, set(seen)))
    assert all(list(f.history) == sorted(f.history, key=lambda o: o.order) for f in ledger)


def file(seq: int, key: str, change: Change, *, to: str = "") -> Observation:
    return Observation(
        kind=FactKind.FILE,
        key=key,
        value=FileValue(path=key, renamed_to=to),
        change=change,
        span=Span(f"m{seq + 1}", "call:0", 0, 3),
        seq=seq,
        author=Author.AGENT,
        trust=Trust.AGENT,
    )


def test_recreated_path_is_a_file_again() -> None:
    """A path that is written again after the rename is there again."""
    ledger = Ledger((file(0, "a", Change.RENAMED, to="b"), file(1, "a", Change.CREATED)))
    fact = ledger.get(FactKind.FILE, "a")
    assert fact is not None
    assert fact.status is Status.CREATED


def test_text_comes_before_calls_and_calls_in_order() -> None:
    """Within a message the text is read first and the tenth call after the second."""
    parts = ["call:10", "call:2", "text"]
    ledger = Ledger(
        Observation(
            FactKind.TASK, "k", StatementValue(text=part), Change.STATED,
            Span("m1", part, 0, 1), 0, Author.AGENT, Trust.AGENT,
        )
        for part in parts
    )  # fmt: skip
    assert [seen.span.part for seen in ledger.observations] == ["text", "call:2", "call:10"]


def test_facts_by_kind_and_first_appearance() -> None:
    """`of` lists one kind in the order in which its facts appeared."""
    ledger = Ledger(
        (file(2, "b", Change.READ), file(0, "c", Change.READ), file(1, "a", Change.READ))
    )
    assert [fact.key for fact in ledger.of(FactKind.FILE)] == ["c", "a", "b"]
    assert ledger.of(FactKind.TASK) == ()
    assert len(ledger) == 3
