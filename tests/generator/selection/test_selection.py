"""Lazy greedy selection: budget, required ids, novelty, balance, parents."""

from __future__ import annotations

from hypothesis import given, settings
from hypothesis import strategies as st

from uagent_memory.entry_kind import EntryKind
from uagent_memory.facts import FactKind
from uagent_memory.generator.candidate import ACT, Candidate
from uagent_memory.generator.selection.coverage import Coverage
from uagent_memory.generator.selection.selection import select
from uagent_memory.generator.settings import SelectionSettings
from uagent_memory.messages import Span
from uagent_memory.segments import SegmentName

KNOBS = SelectionSettings(
    repeat_decay=0.25,
    context_share=0.5,
    share_softness=1.6,
    evidence_share=0.25,
    policy_share=0.2,
    told_user=2.0,
    told_own=3.0,
    roomy=0.0,
    roomy_decision=2.0,
    close_evidence=0.5,
    scarce_room=0.0,
    scarcity=4.0,
    most_scarce=6.0,
    least_likely=0.1,
    least_figure=0.5,
)
EVEN = dict.fromkeys(SegmentName, 1 / 8)
SPAN = (Span("m1", "text", 0, 1),)


def candidate(
    number: int,
    *,
    value: float = 0.0,
    targets: dict[str, float] | None = None,
    parent: int | None = None,
    segment: SegmentName = SegmentName.FILES,
    named_only: bool = False,
    kind: str = "statement",
    is_policy: bool = False,
    joins: str = "",
) -> Candidate:
    return Candidate(
        id=number,
        segment=segment,
        text=f"entry {number}",
        sources=SPAN,
        order=(number,),
        kind=EntryKind(kind),
        value=value,
        targets=targets or {},
        parent=parent,
        named_only=named_only,
        is_policy=is_policy,
        joins=joins,
    )


def choose(
    candidates: list[Candidate], costs: list[int], room: int, required: tuple[int, ...] = ()
) -> frozenset[int]:
    return select(
        candidates, costs, room=room, shares=EVEN, settings=KNOBS, required=required
    ).chosen


@given(
    st.lists(
        st.tuples(st.integers(1, 40), st.floats(0, 3), st.sampled_from("abcdef"), st.booleans()),
        max_size=30,
    ),
    st.integers(0, 200),
)
@settings(max_examples=100, deadline=None)
def test_never_spends_more_than_the_room(
    drawn: list[tuple[int, float, str, bool]], room: int
) -> None:
    """The chosen lines' tokens stay within the room, parents included."""
    candidates = [
        candidate(i, value=value, targets={term: 0.5}, parent=i - 1 if nested and i else None)
        for i, (_, value, term, nested) in enumerate(drawn)
    ]
    costs = [cost for cost, *_ in drawn]
    result = select(candidates, costs, room=room, shares=EVEN, settings=KNOBS)
    assert sum(costs[i] for i in result.chosen) == result.tokens <= room
    for index in result.chosen:
        parent = candidates[index].parent
        assert parent is None or parent in result.chosen


def test_a_new_term_beats_a_repeated_one() -> None:
    """The second mention of a covered term is worth a quarter."""
    candidates = [
        candidate(0, targets={"a": 1.0}),
        candidate(1, targets={"a": 0.9}),
        candidate(2, targets={"b": 0.5}),
    ]
    assert choose(candidates, [10, 10, 10], 20) == {0, 2}


def test_required_ids_come_first() -> None:
    """A required candidate without any worth is taken before the best one."""
    candidates = [candidate(0), candidate(1, value=9.0)]
    assert choose(candidates, [10, 10], 10, required=(0,)) == {0}


def test_no_segment_takes_everything() -> None:
    """A segment far over its share yields to another one's weaker candidate."""
    many = [candidate(i, value=1.0) for i in range(10)]
    other = candidate(10, value=0.5, segment=SegmentName.ERRORS)
    assert 10 in choose([*many, other], [10] * 11, 60)


def test_a_child_brings_its_parent() -> None:
    """A sub-line is never chosen alone; once its parent stands it costs only itself."""
    candidates = [
        candidate(0),
        candidate(1, value=2.0, parent=0),
        candidate(2, value=1.0, parent=0),
    ]
    assert choose(candidates, [10, 5, 5], 20) == {0, 1, 2}


def test_nothing_worthless_is_taken() -> None:
    """Room is left rather than filled with what covers nothing."""
    assert choose([candidate(0), candidate(1, value=0.1)], [5, 5], 50) == {1}


def test_a_ledger_line_leaves_room_for_the_evidence_behind_it() -> None:
    """A name in a ledger line does not make the line that shows it a mere repetition."""
    evidence = candidate(1, targets={"parse_row": 1.0})
    other = candidate(2, targets={"b": 0.5})
    named = candidate(0, targets={"parse_row": 3.0}, named_only=True)
    shown = candidate(0, targets={"parse_row": 3.0})
    assert choose([named, evidence, other], [10, 10, 10], 20) == {0, 1}
    assert choose([shown, evidence, other], [10, 10, 10], 20) == {0, 2}


def test_quoted_lines_do_not_crowd_out_statements() -> None:
    """Past their share quoted lines gain less than what somebody said, whatever they cover."""
    said = [candidate(i, value=1.0) for i in range(4)]
    lines = [candidate(i, value=1.5, kind="quote") for i in range(4, 8)]
    chosen = choose([*said, *lines], [10] * 8, 40)
    assert len(chosen & {4, 5, 6, 7}) == 1


def test_the_less_room_the_more_evidence() -> None:
    """What is said outweighs a quoted line where there is room, not where there is hardly any."""
    said = candidate(0, value=2.0)
    shown = candidate(1, targets={"retry.py": 1.5}, kind="quote")
    scarce = KNOBS.model_copy(update={"scarce_room": 100.0})

    def first(room: int) -> int:
        return select([said, shown], [10, 10], room=room, shares=EVEN, settings=scarce).order[0]

    assert [first(20), first(1000)] == [1, 0]


def test_a_bare_number_is_seldom_typed_again() -> None:
    """Else the rows of a long table would win where there is hardly any room."""
    said = candidate(0, value=0.5)
    scarce = KNOBS.model_copy(update={"scarce_room": 100.0})

    def first(term: str) -> int:
        row = candidate(1, targets={term: 0.2}, kind="quote")
        return select([said, row], [10, 10], room=20, shares=EVEN, settings=scarce).order[0]

    assert [first("retry.py"), first("1205")] == [1, 0]


def test_a_line_that_is_shown_is_not_quoted_again() -> None:
    """Wherever else it stood; what it covers would count once more, if less."""
    lines = [candidate(n, kind="quote", targets={"a": 1.0, f"b{n}": 1.0}) for n in range(3)]
    same = [line._replace(text="self.rows = rows") for line in lines]
    assert choose(lines, [1, 1, 1], 10) == {0, 1, 2}
    assert len(choose(same, [1, 1, 1], 10)) == 1


def test_a_changed_line_stands_although_it_was_quoted() -> None:
    """It says what was put in; the quoted one is not shown beside it."""
    put_in = candidate(0, kind="quote", targets={"a": 1.0})._replace(
        text="+ self.rows = rows", fact="src/a.py", fact_kind=FactKind.FILE
    )
    quoted = candidate(1, kind="quote", targets={"a": 2.0})._replace(text="self.rows = rows")
    assert choose([put_in, quoted], [1, 9], 20) == {0}
    assert choose([put_in, quoted], [9, 1], 20) == {0, 1}


def test_where_room_is_close_what_was_said_comes_before_what_was_printed() -> None:
    said = candidate(0, targets={"decided": 1.0})
    shown = candidate(1, targets={"retry.py": 1.5}, kind="quote")
    close = KNOBS.model_copy(update={"roomy": 100.0})

    def first(room: int) -> int:
        return select([said, shown], [10, 10], room=room, shares=EVEN, settings=close).order[0]

    assert [first(99), first(100)] == [0, 1]


def test_statements_alone_know_no_such_share() -> None:
    """What is no quoted line keeps its gain."""
    said = [candidate(i, value=1.0) for i in range(4)]
    more = [candidate(i, value=1.5) for i in range(4, 8)]
    assert choose([*said, *more], [10] * 8, 40) == {4, 5, 6, 7}


def test_a_long_policy_leaves_room_for_what_happened() -> None:
    """Rules that no user set are worth less once they have their share."""
    rules = [candidate(n, value=1.0, is_policy=True) for n in range(10)]
    happened = [candidate(10 + n, value=0.4) for n in range(6)]
    chosen = choose([*rules, *happened], [10] * 16, room=100)
    assert {10, 11, 12, 13, 14, 15} <= chosen
    assert len(chosen) == 10


def test_the_first_part_of_an_entry_pays_for_it() -> None:
    """Once a turn has begun its further sentences cost only themselves."""
    turns = [
        candidate(0, value=1.0, joins="m1"),
        candidate(1, value=0.9, joins="m1"),
        candidate(2, value=1.0, joins="m2"),
    ]
    chosen = select(turns, [10, 10, 10], room=28, shares=EVEN, settings=KNOBS, opening=[8, 8, 8])
    assert chosen.chosen == {0, 1}
    assert chosen.tokens == 28
    apart = [candidate(i, value=1.0) for i in range(2)]
    alone = select(apart, [10, 10], room=30, shares=EVEN, settings=KNOBS, opening=[8, 8])
    assert alone.chosen == {0}


SORTS = st.tuples(
    st.sampled_from((SegmentName.FILES, SegmentName.ERRORS)),
    st.sampled_from(("statement", "quote")),
    st.booleans(),
    st.sets(st.sampled_from("abcdef")),
    st.integers(1, 9),
)


@settings(max_examples=150, deadline=None)
@given(st.lists(SORTS, max_size=14), st.integers(1, 60))
def test_bounds_kept_by_sort_choose_what_weighing_all_anew_would(
    sorts: list[tuple[SegmentName, str, bool, set[str], int]], room: int
) -> None:
    """After each choice the best of all is the next, as if every gain were worked out again."""
    candidates = [
        candidate(
            number,
            value=0.1 + number * 0.0371,
            targets={term: 0.5 + ord(term) / 997 for term in sorted(terms)},
            segment=segment,
            kind=kind,
            is_policy=is_policy,
        )
        for number, (segment, kind, is_policy, terms, _) in enumerate(sorts)
    ]
    costs = [cost for *_, cost in sorts]
    coverage, left, order = Coverage(EVEN, room, KNOBS), room, []
    while True:
        fits = [c for c in candidates if c.id not in order and costs[c.id] <= left]
        if not fits:
            break
        best = max(fits, key=lambda c: coverage.gain(c) / costs[c.id])
        coverage.take(best, costs[best.id])
        left -= costs[best.id]
        order.append(best.id)
    chosen = select(candidates, costs, room=room, shares=EVEN, settings=KNOBS)
    assert chosen.order == tuple(order)


def test_decisions_count_more_where_there_is_room() -> None:
    """From the room on that is called so; a finding does not."""
    decision = Candidate(
        0, SegmentName.PROBLEM_SOLVING, "use ash", SPAN, (0,), EntryKind.DECISION, value=1.0
    )
    finding = decision._replace(id=1, kind=EntryKind.STATEMENT)
    close, roomy = (
        Coverage(EVEN, room, KNOBS.model_copy(update={"roomy": 500.0})) for room in (400, 600)
    )
    assert roomy.gain(decision) == KNOBS.roomy_decision * close.gain(decision)
    assert roomy.gain(finding) == close.gain(finding)


def test_what_a_user_was_told_counts_like_evidence_where_room_is_scarce() -> None:
    """With room enough a tool's fields and the agent's words are worth what they cover."""
    record = candidate(0, targets={"a": 1.0, "b": 1.0}, kind="record")
    said = candidate(1, value=0.5, targets={"c": 1.0})
    told = said._replace(told_user=True)
    scarce = KNOBS.model_copy(update={"scarce_room": 1700.0})

    def better(words: Candidate, knobs: SelectionSettings) -> int:
        costs = [10, 10]
        found = select([record, words], costs, room=10, shares=EVEN, settings=knobs)
        return next(iter(found.chosen))

    assert better(told, scarce) == 1
    assert better(said, scarce) == 0
    assert better(told, KNOBS) == 0


def test_that_an_act_is_told_counts_once() -> None:
    """The line of the call and the report of it say the same; another act is still untold."""
    line = candidate(0, targets={f"{ACT}a": 2.0}, kind="command")._replace(told_user=True)
    report = candidate(1, targets={f"{ACT}a": 1.5})._replace(told_user=True)
    other = candidate(2, targets={f"{ACT}b": 1.0})._replace(told_user=True)
    found = select([line, report, other], [10, 10, 10], room=20, shares=EVEN, settings=KNOBS)
    assert found.chosen in ({1, 2}, {0, 2})


def test_that_an_act_is_told_is_no_likely_term() -> None:
    """Scarce room makes likely terms count more, but not this."""
    scarce = KNOBS.model_copy(update={"scarce_room": 1700.0})
    line = candidate(0, targets={f"{ACT}a": 2.0}, kind="command")._replace(told_user=True)
    assert Coverage(EVEN, 100, scarce).gain(line) == Coverage(EVEN, 100, KNOBS).gain(line)
