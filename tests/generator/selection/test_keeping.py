"""Degradation of must-keep facts under a small budget."""

from __future__ import annotations

from collections.abc import Sequence

from hypothesis import given, settings
from hypothesis import strategies as st

from uagent_memory.entry_kind import EntryKind
from uagent_memory.generator.candidate import Candidate, Keep
from uagent_memory.generator.labels import labels_in
from uagent_memory.generator.selection.keeping import Required, fit_required
from uagent_memory.generator.settings import GeneratorSettings
from uagent_memory.messages import Span
from uagent_memory.segments import SegmentName
from uagent_memory.tokens import O200kCounter

COUNTER = O200kCounter()
KINDS = {Keep.CHANGED_FILE: EntryKind.FILE, Keep.CONSTRAINT: EntryKind.CONSTRAINT}
LIMITS = GeneratorSettings.load().limits
FRAME = 20


def must(number: int, keep: Keep, text: str, short: str | None = "") -> Candidate:
    return Candidate(
        id=number,
        segment=SegmentName.FILES,
        text=text,
        sources=(Span(f"m{number}", "text", 0, len(text)),),
        order=(number,),
        kind=KINDS.get(keep, EntryKind.NOTE),
        fact=str(number),
        keep=keep,
        short=short,
    )


def measure(candidates: Sequence[Candidate]) -> int:
    return FRAME + sum(COUNTER.count(f"{c.text}\n") for c in candidates)


def fit(candidates: Sequence[Candidate], budget: int) -> Required:
    return fit_required(
        candidates,
        budget=budget,
        measure=measure,
        minimum=measure,
        name=lambda span: span.message_id,
        counter=COUNTER,
        limits=LIMITS,
        labels=labels_in("en"),
    )


SET = [
    must(0, Keep.CONSTRAINT, "Do not edit the generated files in src/gen."),
    must(1, Keep.LATEST_USER_MESSAGE, "Now write the release notes, please."),
    must(
        2,
        Keep.OPEN_ERROR,
        "OPEN: KeyError: 'limit' in load_config, seen with pytest -q",
        "OPEN: KeyError",
    ),
    must(
        3,
        Keep.CHANGED_FILE,
        "`src/limits.py` modified; adds TokenBucket, Window",
        "`src/limits.py` modified",
    ),
]


def test_at_the_minimum_nothing_is_degraded() -> None:
    """One token less degrades something."""
    minimum = fit(SET, 10_000).minimum_budget
    assert fit(SET, minimum).degraded == ()
    assert fit(SET, minimum - 1).degraded


def test_file_lines_shrink_before_constraints() -> None:
    """The milder step comes first: path and state."""
    degraded = fit(SET, fit(SET, 10_000).minimum_budget - 1).degraded
    assert [item.form for item in degraded if item.kind == "file"][:1] == ["path_and_state"]
    assert not [item for item in degraded if item.kind == "constraint"]


def test_only_what_was_shortened_is_reported_and_once() -> None:
    """A short latest message stays as it is; what is left out at last has one line."""
    latest = must(9, Keep.LATEST_USER_MESSAGE, "Go on.")
    minimum = fit([*SET, latest], 10_000).minimum_budget
    degraded = fit([*SET, latest], minimum - 1).degraded
    assert "head_and_tail" not in [item.form for item in degraded]
    bare = fit([*SET, latest], FRAME).degraded
    keys = [(item.kind, item.key, item.sources) for item in bare]
    assert len(keys) == len(set(keys)) == len(SET) + 1


@given(st.integers(FRAME, 200))
@settings(max_examples=60, deadline=None)
def test_it_always_fits(budget: int) -> None:
    """Down to the bare frame the degraded set fits."""
    assert measure(fit(SET, budget).candidates) <= budget


def test_a_latest_message_over_half_the_budget_is_an_excerpt() -> None:
    """Head and tail stay, the gap says how much is missing and where it is."""
    text = "Start here. " + "Some middle sentence. " * 200 + "End there."
    result = fit([must(1, Keep.LATEST_USER_MESSAGE, text)], 400)
    shown = result.candidates[0].text
    assert shown.startswith("Start here.")
    assert shown.endswith("End there.")
    assert " tokens, m1]" in shown
    assert result.minimum_budget >= 2 * COUNTER.count(text)
