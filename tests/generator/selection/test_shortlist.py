"""The shortlist of very many candidates."""

from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from uagent_memory.entry_kind import EntryKind
from uagent_memory.generator.candidate import Candidate, Keep
from uagent_memory.generator.selection.shortlist import shortlist
from uagent_memory.generator.settings import GeneratorSettings
from uagent_memory.messages import Span
from uagent_memory.segments import SegmentName

LIMITS = GeneratorSettings.load().limits.model_copy(update={"considered": 3})


def candidate(
    number: int, value: float, *, keep: Keep = Keep.OPTIONAL, parent: int | None = None
) -> Candidate:
    return Candidate(
        id=number,
        segment=SegmentName.FILES,
        text=f"entry {number}",
        sources=(Span("m1", "text", 0, 1),),
        order=(number,),
        kind=EntryKind.STATEMENT,
        value=value,
        keep=keep,
        parent=parent,
    )


def test_few_stay_as_they_are() -> None:
    """Up to the limit nothing is dropped."""
    few = [candidate(0, 0.1), candidate(1, 0.2)]
    assert shortlist(few, LIMITS) == tuple(few)


def test_the_best_are_kept_and_renumbered() -> None:
    """In their order; ids are places again."""
    kept = shortlist([candidate(i, i / 10) for i in range(6)], LIMITS)
    assert [c.text for c in kept] == ["entry 3", "entry 4", "entry 5"]
    assert [c.id for c in kept] == [0, 1, 2]


def test_what_must_be_kept_stays_whatever_its_worth() -> None:
    """Even beyond the limit."""
    musts = [candidate(i, 0.0, keep=Keep.CONSTRAINT) for i in range(5)]
    kept = shortlist([*musts, candidate(5, 9.0)], LIMITS)
    assert [c.text for c in kept][:5] == [c.text for c in musts]


def test_a_child_brings_its_parent() -> None:
    """And points at its new id."""
    crowd = [candidate(i, 0.1) for i in range(4)]
    kept = shortlist([*crowd, candidate(4, 0.0), candidate(5, 9.0, parent=4)], LIMITS)
    (child,) = (c for c in kept if c.parent is not None)
    assert child.parent is not None
    assert kept[child.parent].text == "entry 4"


@given(
    st.lists(st.tuples(st.sampled_from((0.1, 0.2, 0.3)), st.sampled_from(list(Keep))), max_size=12)
)
def test_the_rank_is_by_keep_then_rate_then_place(given: list[tuple[float, Keep]]) -> None:
    """Of equals those that were proposed first; musts are all there."""
    proposed = [candidate(i, value, keep=keep) for i, (value, keep) in enumerate(given)]
    ranked = sorted(proposed, key=lambda c: (not c.keep.is_must, -c.value / len(c.text), c.id))
    first = {c.text for c in ranked[: LIMITS.considered]} | {
        c.text for c in proposed if c.keep.is_must
    }
    few = len(proposed) <= LIMITS.considered
    kept = {c.text for c in shortlist(proposed, LIMITS)}
    assert kept == ({c.text for c in proposed} if few else first)
